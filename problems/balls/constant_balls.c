/* One pass over the nodes of a constant: rational parts exactly, the rest in balls.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/balls/constant_balls.h"

#include <stdlib.h>

#include "problems/balls/arb_operation.h"
#include "problems/graph/expr.h"

arb_ptr constant_balls_alloc(const struct walk *w) {
    arb_ptr ball = malloc((size_t)w->count * sizeof *ball);
    for (int i = 0; ball != NULL && i < w->count; i++)
        arb_init(ball + i);
    return ball;
}

void constant_balls_free(arb_ptr ball, const struct walk *w) {
    for (int i = 0; ball != NULL && i < w->count; i++)
        arb_clear(ball + i);
    free(ball);
}

void arb_set_rational(arb_ptr x, mpq_srcptr value, slong bits) {
    fmpq_t q;
    fmpq_init(q);
    fmpq_set_mpq(q, value);
    arb_set_fmpq(x, q, bits);
    fmpq_clear(q);
}

bool arb_is_negligible(arb_srcptr x, slong bits) {
    mag_t bound;
    mag_init(bound);
    arb_get_mag(bound, x);
    const bool negligible = mag_cmp_2exp_si(bound, -bits / 4) < 0;
    mag_clear(bound);
    return negligible;
}

/* x := a ball around the value of node e, from those of its arguments. */
static void evaluate_ball(arb_ptr x, const graph *g, expr e, const arb_srcptr *argument,
                          slong bits, enum constant_belief belief) {
    const enum expr_operation operation = expr_operation(g, e);
    if (operation == EXPR_NUMBER)
        arb_set_rational(x, expr_value(g, e), bits);
    else if (operation == EXPR_PI)
        arb_const_pi(x, bits);
    else if (operation == EXPR_PARAMETER)
        arb_set(x, argument[0]);
    else if (operation == EXPR_SELECT && belief == BELIEF_ZEROS &&
             arb_is_negligible(argument[0], bits))
        arb_set(x, argument[1]);
    else if (belief == BELIEF_NONE)
        arb_operate(x, operation, argument[0], argument[1], argument[2], bits);
    else
        arb_operate_within(x, operation, argument[0], argument[1], argument[2], bits);
}

void constant_balls(arb_ptr ball, const graph *g, const struct walk *w,
                    const struct exact *exact, slong bits, enum constant_belief belief) {
    for (int i = 0; i < w->count; i++) {
        const expr e = w->node[i];
        arb_srcptr argument[3];
        for (int k = 0; k < 3; k++) {
            const expr next = walk_next(g, e, k, WALK_ENTERS_CONSTANTS);
            argument[k] = next == EXPR_NONE ? NULL : ball + walk_place(w, next);
        }
        if (exact[i].known)
            arb_set_rational(ball + i, exact[i].value, bits);
        else
            evaluate_ball(ball + i, g, e, argument, bits, belief);
    }
}
