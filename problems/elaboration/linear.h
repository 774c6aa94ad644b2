/* Expressions that are linear in the velocities.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_LINEAR_H
#define PROBLEMS_LINEAR_H

#include "problems/elaboration/elaborate.h"

/* sum of coefficient[j] v_j over the velocities velocity[j], in increasing order. */
struct linear_form {
    int count;
    int *velocity;     /* from 0 to nv - 1 (size count) */
    expr *coefficient; /* none is zero (size count) */
};

/* Writes an expression as a linear form whose coefficients depend on the positions, and on t
 * if that is allowed; fails with "WHAT must be linear in the velocities ...". The caller
 * empties the form with linear_clear. */
bool elaborate_linear(struct elaboration *e, expr value, int offset, const char *what,
                      bool time, struct linear_form *form);
void linear_clear(struct linear_form *form);

#endif
