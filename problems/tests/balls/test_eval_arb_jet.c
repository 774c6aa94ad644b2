/* Power series of balls. Witness: the series in MPFR at random members of the balls.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_arb_jet.h"
#include "problems/readers/eval_jet.h"
#include "problems/tests/arb_support.h"
#include "problems/tests/random_expressions.h"

enum { VARIABLES = 3, BITS = 128, EXTRA_BITS = 300, ORDER = 12 };

static const int variable[VARIABLES] = {0, 1, 2};

struct trial {
    graph *graph;
    struct program *program;
    struct eval_arb_jet *balls;
    struct eval_jet *numbers; /* NULL: a constant has no value */
    arb_ptr x;
};

static void begin_trial(struct trial *t, struct sample *s, enum random_kind kind,
                        enum eval_constants constants) {
    t->graph = graph_alloc();
    expr e = random_expression(t->graph, s, VARIABLES, 1 + sample_choice(s, 14), kind);
    t->program = program_alloc(t->graph, VARIABLES, variable, 1, &e);
    t->numbers = NULL;
    cr_assert_eq(
        eval_arb_jet_alloc(&t->balls, t->graph, t->program, BITS, ORDER, constants),
        PROBLEM_OK);
    if (eval_jet_alloc(&t->numbers, t->graph, t->program, BITS + EXTRA_BITS, ORDER,
                       constants) != PROBLEM_OK)
        t->numbers = NULL;
    t->x = _arb_vec_init(VARIABLES * (ORDER + 1));
    const bool exact = sample_choice(s, 2) == 0;
    mpfr_t member;
    mpfr_init2(member, BITS + EXTRA_BITS);
    for (int i = 0; i < VARIABLES * (ORDER + 1); i++) {
        random_arb(s, t->x + i, member);
        if (exact)
            arb_set_interval_mpfr(t->x + i, member, member, BITS + EXTRA_BITS);
        if (t->numbers)
            mpfr_set(eval_jet_input(t->numbers, i / (ORDER + 1))[i % (ORDER + 1)], member,
                     MPFR_RNDN);
    }
}

/* How many of the coefficients an output has: a constant has one. */
static int coefficients(const struct program *p, int order) {
    bool constant = p->output[0] >= p->inputs && p->output[0] < p->inputs + p->constants;
    return constant ? 1 : order + 1;
}

static void check_containment(enum random_kind kind, enum eval_constants constants,
                              int finite_at_least) {
    struct sample s = sample_begin();
    int finite = 0;
    for (int trial = 0; trial < 600; trial++) {
        struct trial t;
        begin_trial(&t, &s, kind, constants);
        run_arb_jet(t.balls, VARIABLES, ORDER, t.x);
        mpfr_begin_tame();
        for (int k = 0; k <= ORDER && t.numbers; k++)
            eval_jet_order(t.numbers, k);
        bool known = mpfr_was_tame() && t.numbers;
        const int count = known ? coefficients(t.program, ORDER) : 0;
        bool all = true; /* a coefficient exists where those before it do */
        for (int k = 0; k < count; k++) {
            arb_srcptr ball = eval_arb_jet_output(t.balls, 0) + k;
            all = all && arb_is_finite(ball);
            cr_assert(
                !all || arb_contains_rounded(ball, eval_jet_output(t.numbers, 0)[k]),
                "seed %llu trial %d order %d", (unsigned long long)s.seed, trial, k);
            finite += all;
        }
    }
    cr_assert_gt(finite, finite_at_least, "%d", finite);
}

Test(eval_arb_jet, a_tame_program_contains_its_series) {
    check_containment(RANDOM_TAME, EVAL_EXACT_CONSTANTS, 5000);
}

Test(eval_arb_jet, any_program_contains_its_series) {
    check_containment(RANDOM_ANY, EVAL_EXACT_CONSTANTS, 2000);
}

Test(eval_arb_jet, a_program_with_double_constants_contains_its_series) {
    check_containment(RANDOM_TAME, EVAL_DOUBLE_CONSTANTS, 5000);
}

/* x_0 +- radius, slope 1; the finite coefficients of e, as a mask. */
static unsigned finite_orders(graph *g, expr e, double start, double radius) {
    const int order = 3;
    struct program *p = program_of_one(g, e);
    struct eval_arb_jet *jet = NULL;
    arb_ptr x = _arb_vec_init(order + 1);
    cr_assert_eq(eval_arb_jet_alloc(&jet, g, p, BITS, order, EVAL_EXACT_CONSTANTS),
                 PROBLEM_OK);
    arb_set_ball(x, start, radius);
    arb_one(x + 1);
    run_arb_jet(jet, 1, order, x);
    unsigned mask = 0;
    for (int k = 0; k <= order; k++)
        mask |= (unsigned)arb_is_finite(eval_arb_jet_output(jet, 0) + k) << k;
    return mask;
}

enum { ALL_FINITE = 15 };

Test(eval_arb_jet, a_select_is_finite_where_its_sign_is_certain) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0);
    expr e = expr_select(g, x, expr_mul(g, x, x), expr_neg(g, x));
    cr_assert_eq(finite_orders(g, e, 0.5, 0.4), ALL_FINITE);
    cr_assert_eq(finite_orders(g, e, 0.5, 0.5), ALL_FINITE); /* s >= 0 */
    cr_assert_eq(finite_orders(g, e, 0, 0), ALL_FINITE);
    cr_assert_eq(finite_orders(g, e, -0.5, 0.4), ALL_FINITE);
    cr_assert_eq(finite_orders(g, e, 0.5, 0.6), 0);
    cr_assert_eq(finite_orders(g, e, -0.5, 0.5), 0);
    cr_assert_eq(finite_orders(g, e, NAN, 0), 0);
}

/* Orders that exist at the start of a domain, at a pole and beyond. */
Test(eval_arb_jet, no_coefficient_is_finite_where_no_derivative_exists) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), one = expr_integer(g, 1);
    const struct {
        expr e;
        double start, radius;
        unsigned finite;
    } cases[] = {{expr_apply(g, EXPR_SQRT, x), 0, 0, 1},
                 {expr_apply(g, EXPR_SQRT, x), 0.3, 0.31, 0},
                 {expr_apply(g, EXPR_LOG, x), 0, 0, 0},
                 {expr_apply(g, EXPR_LOG, x), -1.37, 0, 0},
                 {expr_div(g, one, x), 0, 0, 0},
                 {expr_div(g, one, x), 0.3, 0.31, 0},
                 {expr_pow(g, x, fraction(g, 5, 2)), 0, 0, 1},
                 {expr_pow(g, x, fraction(g, -5, 2)), 0, 0, 0},
                 {expr_apply(g, EXPR_ASIN, x), 1, 0, 1},
                 {expr_apply(g, EXPR_ACOS, x), -1, 0, 1},
                 {expr_apply(g, EXPR_ASIN, x), 1.37, 0, 0},
                 {expr_apply(g, EXPR_TAN, x), 1.57, 0.001, 0},
                 {expr_mul(g, expr_sub(g, x, one), expr_apply(g, EXPR_LOG, x)), 0, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_assert_eq(finite_orders(g, cases[i].e, cases[i].start, cases[i].radius),
                     cases[i].finite, "case %zu", i);
}

/* A factor that is zero to all orders does not hide that the other does not exist. */
Test(eval_arb_jet, zero_times_what_does_not_exist_is_not_finite) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1);
    expr e = expr_mul(g, y, expr_apply(g, EXPR_SQRT, x));
    struct program *p = program_alloc(g, 2, variable, 1, &e);
    struct eval_arb_jet *jet = NULL;
    arb_ptr in = _arb_vec_init(2 * (ORDER + 1));
    cr_assert_eq(eval_arb_jet_alloc(&jet, g, p, BITS, ORDER, EVAL_EXACT_CONSTANTS),
                 PROBLEM_OK);
    arb_set_si(in, -1);
    run_arb_jet(jet, 2, ORDER, in);
    for (int k = 0; k <= ORDER; k++)
        cr_assert_not(arb_is_finite(eval_arb_jet_output(jet, 0) + k), "%d", k);
}

/* Both functions of an argument in one program, in either order, and each alone; computed
 * again after another series. */
Test(eval_arb_jet, pairs_and_second_runs_change_no_ball) {
    struct sample s = sample_begin();
    static const enum expr_operation pairs[][2] = {{EXPR_SIN, EXPR_COS},
                                                   {EXPR_COS, EXPR_SIN},
                                                   {EXPR_SINH, EXPR_COSH},
                                                   {EXPR_COSH, EXPR_SINH}};
    arb_ptr in = _arb_vec_init(ORDER + 1), else_in = _arb_vec_init(ORDER + 1);
    for (int i = 0; i < 4; i++) {
        graph *g = graph_alloc();
        expr x = expr_variable(g, 0);
        const expr both[] = {expr_apply(g, pairs[i][0], x),
                             expr_apply(g, pairs[i][1], x)};
        struct program *p = program_alloc(g, 1, variable, 2, both);
        struct eval_arb_jet *jet = NULL;
        cr_assert_eq(eval_arb_jet_alloc(&jet, g, p, BITS, ORDER, EVAL_EXACT_CONSTANTS),
                     PROBLEM_OK);
        random_arb_series(&s, in, ORDER);
        random_arb_series(&s, else_in, ORDER);
        run_arb_jet(jet, 1, ORDER, else_in);
        run_arb_jet(jet, 1, ORDER, in);
        for (int k = 0; k < 2; k++) {
            struct program *alone = program_of_one(g, both[k]);
            struct eval_arb_jet *single = NULL;
            cr_assert_eq(
                eval_arb_jet_alloc(&single, g, alone, BITS, ORDER, EVAL_EXACT_CONSTANTS),
                PROBLEM_OK);
            run_arb_jet(single, 1, ORDER, in);
            for (int j = 0; j <= ORDER; j++)
                cr_assert(arb_equal(eval_arb_jet_output(jet, k) + j,
                                    eval_arb_jet_output(single, 0) + j),
                          "%s", expr_operation_name(pairs[i][k]));
        }
    }
    eval_arb_jet_free(NULL);
}
