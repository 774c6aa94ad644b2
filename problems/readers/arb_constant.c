/* Constants as balls: rational parts exactly, the rest in balls at a precision that is
 * doubled, a few times at most, until the result is as good as its own precision.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/balls/constant_balls.h"
#include "problems/graph/expr.h"
#include "problems/readers/eval_arb.h"

/* Working bits: this many more than asked at first, and at most so many times as much. */
enum { GUARD_BITS = 32, HIGHEST_FACTOR = 16 };

static enum problem_status evaluate(arb_ptr value, const graph *g, const struct walk *w,
                                    const struct exact *exact, slong bits) {
    arb_ptr ball = constant_balls_alloc(w);
    if (!ball)
        return PROBLEM_NO_MEMORY;
    arb_srcptr last = ball + w->count - 1;
    slong working = bits + GUARD_BITS;
    do {
        constant_balls(ball, g, w, exact, working, BELIEF_NONE);
        working *= 2;
    } while (!arb_is_exact(last) && arb_rel_accuracy_bits(last) < bits &&
             working <= HIGHEST_FACTOR * bits);
    arb_set_round(value, last, bits);
    constant_balls_free(ball, w);
    return PROBLEM_OK;
}

static enum problem_status set_exact(arb_ptr value, const graph *g, expr constant,
                                     slong bits) {
    struct walk w;
    enum problem_status status = walk_collect(&w, g, 1, &constant, WALK_ENTERS_CONSTANTS);
    struct exact *exact =
        status == PROBLEM_OK ? calloc((size_t)w.count, sizeof *exact) : NULL;
    if (exact) {
        exact_evaluate(exact, g, &w);
        status = evaluate(value, g, &w, exact, bits);
        exact_clear(exact, w.count);
        free(exact);
    } else if (status == PROBLEM_OK) {
        status = PROBLEM_NO_MEMORY;
    }
    walk_clear(&w);
    return status;
}

static enum problem_status set_double(arb_ptr value, const graph *g, expr constant) {
    double d = 0;
    enum problem_status status = expr_constant_double(g, constant, &d);
    if (status == PROBLEM_OK)
        arb_set_d(value, d);
    else if (status == PROBLEM_NOT_FINITE)
        arb_indeterminate(value);
    return status == PROBLEM_NOT_FINITE ? PROBLEM_OK : status;
}

enum problem_status eval_arb_constant(const graph *g, expr constant, slong bits,
                                      enum eval_constants constants, arb_t value) {
    if (constant == EXPR_NONE)
        return PROBLEM_NO_MEMORY;
    if (constants == EVAL_DOUBLE_CONSTANTS)
        return set_double(value, g, constant);
    if (expr_operation(g, constant) != EXPR_NUMBER)
        return set_exact(value, g, constant, bits);
    arb_set_rational(value, expr_value(g, constant), bits);
    return PROBLEM_OK;
}
