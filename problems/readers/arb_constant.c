/* Constants as balls: rational parts exactly, the rest in balls at a precision that is
 * doubled, a few times at most, until the result is as good as its own precision.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr_exact.h"
#include "problems/graph/walk.h"
#include "problems/readers/arb_operation.h"
#include "problems/readers/eval_arb.h"

/* Working bits: this many more than asked at first, and at most so many times as much. */
enum { GUARD_BITS = 32, HIGHEST_FACTOR = 16 };

static void set_rational(arb_ptr r, mpq_srcptr value, slong bits) {
    fmpq_t q;
    fmpq_init(q);
    fmpq_set_mpq(q, value);
    arb_set_fmpq(r, q, bits);
    fmpq_clear(q);
}

/* ball[i] := a ball around the value of node i. */
static void evaluate_balls(arb_ptr ball, const graph *g, const struct walk *w,
                           const struct exact *exact, slong bits) {
    for (int i = 0; i < w->count; i++) {
        expr e = w->node[i];
        arb_srcptr argument[3];
        for (int k = 0; k < 3; k++) {
            expr next = walk_next(g, e, k, WALK_ENTERS_CONSTANTS);
            argument[k] = next == EXPR_NONE ? NULL : ball + walk_place(w, next);
        }
        if (exact[i].known)
            set_rational(ball + i, exact[i].value, bits);
        else if (expr_operation(g, e) == EXPR_NUMBER)
            set_rational(ball + i, expr_value(g, e), bits);
        else if (expr_operation(g, e) == EXPR_PI)
            arb_const_pi(ball + i, bits);
        else if (expr_operation(g, e) == EXPR_PARAMETER)
            arb_set(ball + i, argument[0]);
        else
            arb_operate(ball + i, expr_operation(g, e), argument[0], argument[1],
                        argument[2], bits);
    }
}

static enum problem_status evaluate(arb_ptr value, const graph *g, const struct walk *w,
                                    const struct exact *exact, slong bits) {
    arb_ptr ball = malloc((size_t)w->count * sizeof *ball);
    if (!ball)
        return PROBLEM_NO_MEMORY;
    for (int i = 0; i < w->count; i++)
        arb_init(ball + i);
    arb_ptr last = ball + w->count - 1;
    slong working = bits + GUARD_BITS;
    do {
        evaluate_balls(ball, g, w, exact, working);
        working *= 2;
    } while (!arb_is_exact(last) && arb_rel_accuracy_bits(last) < bits &&
             working <= HIGHEST_FACTOR * bits);
    arb_set_round(value, last, bits);
    for (int i = 0; i < w->count; i++)
        arb_clear(ball + i);
    free(ball);
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
    set_rational(value, expr_value(g, constant), bits);
    return PROBLEM_OK;
}
