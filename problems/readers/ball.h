/* Real numbers known up to a bound: the set of all x with |x - mid| <= rad. An operation on
 * balls gives a ball that contains every result of the operation on members of them.
 *
 * A middle that is not a number says that nothing is known: the operation is undefined at
 * some member, or the result is out of range.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_BALL_H
#define PROBLEMS_BALL_H

#include <mpfr.h>

#include "problems/graph/expr.h"

struct ball {
    mpfr_t mid, rad;
};

void ball_init(struct ball *x, mpfr_prec_t bits);
void ball_clear(struct ball *x);

/* x := a, or a rational number. */
void ball_set(struct ball *x, const struct ball *a);
void ball_set_rational(struct ball *x, mpq_srcptr q);

/* r := the operation, EXPR_PI or EXPR_ADD to EXPR_KEPLER, on a, b, c, of which those beyond
 * the arity are not read; r is none of them. */
void ball_apply(struct ball *r, enum expr_operation operation, const struct ball *a,
                const struct ball *b, const struct ball *c);

/* Whether every member rounds to the same number of value's precision; if so value is it. */
bool ball_round(mpfr_ptr value, const struct ball *x);

#endif
