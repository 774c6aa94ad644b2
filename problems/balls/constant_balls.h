/* Balls around the values of a constant and of all that it is made of.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_CONSTANT_BALLS_H
#define PROBLEMS_CONSTANT_BALLS_H

#include <arb.h>

#include "problems/graph/expr_exact.h"

/* What is taken for granted where bounds do not tell. */
enum constant_belief {
    BELIEF_NONE,    /* nothing: a ball that is finite is proved */
    BELIEF_DOMAINS, /* an argument whose ball touches the domain of sqrt, asin or acos is in
                     * it */
    BELIEF_ZEROS    /* that, and a negligible surface of a select is zero */
};

/* ball[i] := a ball around the value of node i of a walk that enters constants, rational
 * values being known exactly; size w->count, initialised. */
void constant_balls(arb_ptr ball, const graph *g, const struct walk *w,
                    const struct exact *exact, slong bits, enum constant_belief belief);

/* Room for them; NULL when memory runs out, and for the release of NULL. */
arb_ptr constant_balls_alloc(const struct walk *w);
void constant_balls_free(arb_ptr ball, const struct walk *w);

/* x := a rational number. */
void arb_set_rational(arb_ptr x, mpq_srcptr value, slong bits);

/* Whether all of x is within 2^(-bits/4) of zero. */
bool arb_is_negligible(arb_srcptr x, slong bits);

#endif
