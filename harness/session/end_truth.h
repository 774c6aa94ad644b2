/* The exact solution at one time, in double precision.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_END_TRUTH_H
#define HARNESS_END_TRUTH_H

struct diagnostic;  /* problems/base/status.h */
struct model;       /* problems/model.h */
struct truth_store; /* harness/truth/truth_store.h */

struct end_truth {
    struct model *model;
    double length; /* from the model's start to that time */
    int digits;
    const struct truth_store *store;
    double seconds; /* of the processor, at most; 0: no limit */
};

/* x[nx] := the truth, rounded; *grade (static text). Nonzero: *d says why there is none. */
int end_truth_find(double *x, const char **grade, const struct end_truth *at,
                   struct diagnostic *d);

#endif
