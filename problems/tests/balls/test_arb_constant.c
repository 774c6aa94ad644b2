/* Balls around constants.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "problems/base/many.h"
#include "problems/graph/expr.h"
#include "problems/readers/eval_arb.h"
#include "problems/tests/arb_support.h"
#include "problems/tests/random_expressions.h"

enum { BITS = 100 };

static expr apply(graph *g, enum expr_operation operation, expr a) {
    return expr_apply(g, operation, a);
}

/* value := e at BITS. */
static void evaluate(arb_t value, const graph *g, expr e) {
    cr_assert_eq(eval_arb_constant(g, e, BITS, EVAL_EXACT_CONSTANTS, value), PROBLEM_OK);
}

Test(arb_constant, a_random_constant_is_in_its_ball) {
    struct sample s = sample_begin();
    int narrow = 0;
    for (int trial = 0; trial < 1500; trial++) {
        graph *g = graph_alloc();
        const int variable[] = {0, 1};
        const expr pieces[] = {random_number(g, &s), expr_parameter(g, 0)};
        graph_set_parameter(g, 0, apply(g, EXPR_SQRT, fraction(g, 137, 100)));
        expr e = random_expression(g, &s, 2, 6, RANDOM_TAME);
        e = expr_substitute(g, e, 2, variable, pieces);
        arb_t ball;
        mpfr_t value;
        arb_init(ball);
        mpfr_init2(value, 3 * BITS);
        evaluate(ball, g, e);
        if (arb_is_finite(ball)) {
            cr_assert_eq(expr_constant(g, e, value), PROBLEM_OK);
            cr_assert(arb_contains_rounded(ball, value), "seed %llu trial %d",
                      (unsigned long long)s.seed, trial);
            narrow += arb_is_exact(ball) || arb_rel_accuracy_bits(ball) >= BITS - 2;
        }
    }
    cr_assert_gt(narrow, 1400, "%d", narrow);
}

/* (10^30 + pi) - 10^30 loses 98 bits on the way. */
Test(arb_constant, cancellation_costs_no_accuracy) {
    graph *g = graph_alloc();
    expr large = expr_pow(g, expr_integer(g, 10), expr_integer(g, 30));
    expr e = expr_sub(g, expr_add(g, large, expr_pi(g)), large);
    arb_t value, pi;
    arb_inits(value, pi);
    arb_const_pi(pi, 2 * BITS);
    evaluate(value, g, e);
    cr_assert(arb_contains(value, pi));
    cr_assert_geq(arb_rel_accuracy_bits(value), BITS - 2);
}

/* That 3 (1/3) - 1 is not negative only exact numbers tell. */
Test(arb_constant, a_surface_at_zero_is_decided_by_exact_numbers) {
    graph *g = graph_alloc();
    graph_set_parameter(g, 0, fraction(g, 1, 3));
    expr zero = expr_sub(g, expr_mul(g, expr_integer(g, 3), expr_parameter(g, 0)),
                         expr_integer(g, 1));
    arb_t value, pi;
    arb_inits(value, pi);
    arb_const_pi(pi, 2 * BITS);
    evaluate(value, g, expr_select(g, zero, expr_pi(g), expr_integer(g, 7)));
    cr_assert(arb_contains(value, pi) && arb_rel_accuracy_bits(value) >= BITS - 2);
}

/* 1/3 of a parameter that is 3/8 by way of another one. */
Test(arb_constant, rational_parts_are_exact_whatever_the_parameters) {
    graph *g = graph_alloc();
    graph_set_parameter(g, 0, fraction(g, 3, 8));
    graph_set_parameter(g, 1, expr_div(g, expr_parameter(g, 0), expr_integer(g, 3)));
    arb_t value;
    arb_init(value);
    evaluate(value, g, expr_parameter(g, 1));
    cr_assert(arb_is_exact(value));
    cr_assert(arb_equal_si(value, 0) == 0 && arf_cmp_d(arb_midref(value), 0.125) == 0);
    graph_set_parameter(g, 0, fraction(g, 1, 5));
    evaluate(value, g, expr_parameter(g, 1));
    cr_assert_not(arb_is_exact(value));
    arb_mul_si(value, value, 15, BITS);
    cr_assert(arb_contains_si(value, 1));
}

Test(arb_constant, a_double_constant_is_that_double) {
    graph *g = graph_alloc();
    arb_t value;
    arb_init(value);
    expr tenth = fraction(g, 1, 10);
    cr_assert_eq(eval_arb_constant(g, tenth, 20, EVAL_DOUBLE_CONSTANTS, value),
                 PROBLEM_OK);
    cr_assert(arb_is_exact(value) && arf_cmp_d(arb_midref(value), 0.1) == 0);
    cr_assert_eq(eval_arb_constant(g, expr_pi(g), 20, EVAL_DOUBLE_CONSTANTS, value),
                 PROBLEM_OK);
    cr_assert(arb_is_exact(value) && arf_cmp_d(arb_midref(value), acos(-1)) == 0);
}

Test(arb_constant, one_without_a_value_is_not_finite) {
    graph *g = graph_alloc();
    graph_set_parameter(g, 0, expr_integer(g, 0));
    const expr undefined[] = {
        expr_div(g, expr_integer(g, 1), expr_parameter(g, 0)),
        apply(g, EXPR_LOG, expr_integer(g, -2)), apply(g, EXPR_ASIN, fraction(g, 11, 10)),
        expr_pow(g, expr_integer(g, 10), expr_integer(g, 400)) /* as a double */};
    arb_t value;
    arb_init(value);
    for (int i = 0; i < 7; i++) {
        arb_one(value);
        cr_assert_eq(eval_arb_constant(
                         g, undefined[i % 4], BITS,
                         i < 3 ? EVAL_EXACT_CONSTANTS : EVAL_DOUBLE_CONSTANTS, value),
                     PROBLEM_OK);
        cr_assert_not(arb_is_finite(value), "%d", i);
    }
}

Test(arb_constant, a_failure_leaves_the_ball_as_it_was) {
    graph *g = graph_alloc();
    graph_set_parameter(g, 0, expr_parameter(g, 1));
    graph_set_parameter(g, 1, expr_parameter(g, 0));
    arb_t value;
    arb_init(value);
    arb_set_d(value, 1.37);
    for (int i = 0; i < 2; i++) {
        const enum eval_constants kind = i ? EVAL_DOUBLE_CONSTANTS : EVAL_EXACT_CONSTANTS;
        cr_assert_eq(eval_arb_constant(g, expr_parameter(g, 2), BITS, kind, value),
                     PROBLEM_BAD_SETTING);
        cr_assert_eq(eval_arb_constant(g, expr_parameter(g, 0), BITS, kind, value),
                     PROBLEM_BAD_SETTING);
        cr_assert_eq(eval_arb_constant(g, EXPR_NONE, BITS, kind, value),
                     PROBLEM_NO_MEMORY);
    }
    cr_assert(arb_is_exact(value) && arf_cmp_d(arb_midref(value), 1.37) == 0);
}

/* Whether sin(pi) is zero cannot be told: around both branches. */
Test(arb_constant, a_select_that_is_not_decided_is_around_both_branches) {
    graph *g = graph_alloc();
    expr e = expr_step(g, apply(g, EXPR_SIN, expr_pi(g)));
    arb_t value;
    arb_init(value);
    evaluate(value, g, e);
    cr_assert(arb_contains_si(value, 0) && arb_contains_si(value, 1));
    cr_assert(arb_is_finite(value) && arb_radius(value) < 0.51);
}
