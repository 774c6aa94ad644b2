/* Expressions that are linear in the velocities.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_LINEAR_H
#define PROBLEMS_LINEAR_H

#include "problems/elaboration/elaborate.h"

enum linear_kind {
    LINEAR_BY_POSITIONS, /* coefficients depend on the positions alone */
    LINEAR_BY_TIME,      /* on t as well */
    LINEAR_WITH_REST /* and what is left when the velocities are zero may be anything */
};

/* Writes an expression as a linear form, without the rest; fails with "WHAT must be linear in
 * the velocities ...". The caller empties the form with linear_clear. */
bool elaborate_linear(struct elaboration *e, expr value, int offset, const char *what,
                      enum linear_kind kind, struct linear_form *form);
void linear_clear(struct linear_form *form);

#endif
