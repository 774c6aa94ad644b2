/* Functions of balls, and what they share with ball.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_BALL_FUNCTIONS_H
#define PROBLEMS_BALL_FUNCTIONS_H

#include "problems/readers/ball.h"

/* A radius is a bound: a few digits are enough. */
enum { BALL_RADIUS_BITS = 64 };

/* Widens x by the rounding of its middle (inexact: MPFR's ternary value), or marks it as
 * unknown when the middle or the radius is not a finite number. */
void ball_add_rounding(struct ball *x, int inexact);

/* x := f(a) for EXPR_SQRT to EXPR_TANH, and a^b. */
void ball_function(struct ball *x, enum expr_operation function, const struct ball *a);
void ball_power(struct ball *x, const struct ball *a, const struct ball *b);

/* x := a special function, EXPR_SN to EXPR_KEPLER, of a and b. */
void ball_special(struct ball *x, enum expr_operation function, const struct ball *a,
                  const struct ball *b);

#endif
