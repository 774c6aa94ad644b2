/* The exact solution at the end of a pass.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SPEED_END_TRUTH_H
#define HARNESS_SPEED_END_TRUTH_H

#include "harness/truth/truth.h"

struct end_truth {
    struct model *model;
    double length; /* of the pass, from the model's start */
    int digits;
    const struct truth_store *store;
    double seconds; /* of the processor, at most */
};

/* x[nx] := the truth, rounded; *grade (static text). Nonzero: *d says why there is none. */
int end_truth_find(double *x, const char **grade, const struct end_truth *at,
                   struct diagnostic *d);

#endif
