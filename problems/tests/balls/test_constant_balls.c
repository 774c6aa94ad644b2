/* What is believed about constants where bounds do not tell.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "problems/balls/constant_balls.h"
#include "problems/graph/expr.h"
#include "problems/tests/arb_support.h"
#include "problems/tests/random_expressions.h"

enum { BITS = 120 };

/* value := the ball of e. */
static void evaluate(arb_t value, const graph *g, expr e, enum constant_belief belief) {
    struct walk w;
    cr_assert_eq(walk_collect(&w, g, 1, &e, WALK_ENTERS_CONSTANTS), PROBLEM_OK);
    struct exact *exact = calloc((size_t)w.count, sizeof *exact);
    arb_ptr ball = constant_balls_alloc(&w);
    exact_evaluate(exact, g, &w);
    constant_balls(ball, g, &w, exact, BITS, belief);
    arb_set(value, ball + w.count - 1);
}

/* sqrt(cos^2 pi - 1) is sqrt(0), which nobody can prove to have a value. */
Test(constant_balls, a_root_of_a_ball_around_zero_needs_belief) {
    graph *g = graph_alloc();
    expr cosine = expr_apply(g, EXPR_COS, expr_pi(g));
    expr zero = expr_sub(g, expr_mul(g, cosine, cosine), expr_integer(g, 1));
    expr root = expr_apply(g, EXPR_SQRT, zero);
    arb_t value;
    arb_init(value);
    evaluate(value, g, root, BELIEF_NONE);
    cr_assert_not(arb_is_finite(value));
    for (int i = BELIEF_DOMAINS; i <= BELIEF_ZEROS; i++) {
        evaluate(value, g, root, (enum constant_belief)i);
        cr_assert(arb_contains_zero(value) && arb_is_finite(value));
        cr_assert(arb_radius(value) < ldexp(1, -BITS / 2 + 4));
    }
}

/* step(sin(pi)): both branches, or that of a tie. */
Test(constant_balls, a_surface_counts_as_zero_in_the_last_belief_only) {
    graph *g = graph_alloc();
    expr step = expr_step(g, expr_apply(g, EXPR_SIN, expr_pi(g)));
    expr below = expr_step(
        g, expr_sub(g, expr_apply(g, EXPR_SIN, expr_pi(g)), fraction(g, 1, 1 << 20)));
    arb_t value;
    arb_init(value);
    for (int i = BELIEF_NONE; i <= BELIEF_ZEROS; i++) {
        evaluate(value, g, step, (enum constant_belief)i);
        cr_assert(arb_contains_si(value, 1));
        cr_assert_eq(arb_contains_si(value, 0) != 0, i != BELIEF_ZEROS);
        evaluate(value, g, below, (enum constant_belief)i);
        cr_assert(arb_is_zero(value));
    }
}

Test(constant_balls, negligible_is_all_of_a_ball_within_a_quarter_of_the_bits) {
    arb_t x;
    arb_init(x);
    static const struct {
        double middle, radius;
        bool negligible;
    } cases[] = {{0, 0, true},        {0x1p-31, 0, true},       {-0x1p-31, 0, true},
                 {0x1p-29, 0, false}, {-0x1p-29, 0, false},     {0, 0x1p-31, true},
                 {0, 0x1p-29, false}, {0x1p-31, 0x1p-29, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_set_ball(x, cases[i].middle, cases[i].radius);
        cr_assert_eq(arb_is_negligible(x, BITS), cases[i].negligible, "case %zu", i);
    }
    arb_indeterminate(x);
    cr_assert_not(arb_is_negligible(x, BITS));
}
