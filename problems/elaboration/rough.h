/* Rough values of expressions, for checks that need a sign or a size.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ROUGH_H
#define PROBLEMS_ROUGH_H

#include "problems/elaboration/elaborate.h"

struct rough {
    bool finite;
    int sign;     /* of the value */
    double value; /* infinite when it is too large for a double */
};

/* value[i] := about root[i] at t and at x (size nx; NULL when no root depends on x), in
 * work proportional to the number of nodes. False: no memory, or too much work. */
bool rough_values(struct elaboration *e, int count, const expr *root, double t,
                  const double *x, int offset, struct rough *value);

/* x[states] := the state at the start, *t := the time. */
bool rough_start(struct elaboration *e, double *t, double *x);

#endif
