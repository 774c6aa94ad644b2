/* The reader in power series: against symbolic derivatives of high order, on differential
 * equations with known solutions, at kinks, and at order 0 bit for bit the reader in MPFR.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "problems/tests/jet_support.h"
#include "problems/tests/random_expressions.h"

enum { VARIABLES = 3, BITS = 200 };

static const int variable[VARIABLES] = {0, 1, 2};

/* x_i = c[i][0] + c[i][1] t + c[i][2] t^2 as an expression in t, which is variable 0. */
static expr polynomial(graph *g, const double *c) {
    expr t = expr_variable(g, 0), e = expr_integer(g, 0);
    mpq_t q;
    mpq_init(q);
    for (int k = 2; k >= 0; k--) {
        mpq_set_d(q, c[k]);
        e = expr_add(g, expr_mul(g, e, t), expr_number(g, q));
    }
    return e;
}

/* value := coefficient k of e(t) at t = 0: the k-th derivative, taken k times, over k!. */
static void taylor_coefficient(mpfr_t value, graph *g, expr e, int k) {
    const int time = 0;
    for (int i = 1; i <= k; i++)
        e = expr_div(g, expr_derivative(g, e, 0), expr_integer(g, i));
    struct program *p = program_alloc(g, 1, &time, 1, &e);
    struct eval_mpfr *reader = NULL;
    mpfr_t at[1];
    mpfr_init2(at[0], BITS);
    mpfr_set_zero(at[0], 1);
    if (eval_mpfr_alloc(&reader, g, p, BITS, EVAL_EXACT_CONSTANTS) == PROBLEM_OK) {
        eval_mpfr_run(reader, (const mpfr_t *)at, at);
        mpfr_set(value, at[0], MPFR_RNDN);
    } else {
        mpfr_set_nan(value);
    }
}

/* Random expressions of polynomials in t; the derivative is symbolic, so that no formula for
 * series is used on this side. */
Test(eval_jet, coefficients_are_repeated_symbolic_derivatives) {
    enum { ORDER = 4 };
    struct sample s = sample_begin();
    int compared = 0;
    for (int trial = 0; trial < 300; trial++) {
        graph *g = graph_alloc();
        expr e = random_expression(g, &s, VARIABLES, 8, RANDOM_TAME), by[VARIABLES];
        struct jet_run r = jet_begin(g, VARIABLES, 1, &e, BITS, ORDER);
        for (int i = 0; i < VARIABLES; i++) {
            const double c[] = {sample_uniform(&s, -2, 2), sample_uniform(&s, -1, 1),
                                sample_uniform(&s, -1, 1)};
            jet_set(&r, i, c[0], c[1], c[2]);
            by[i] = polynomial(g, c);
        }
        jet_compute(&r);
        expr along = expr_substitute(g, e, VARIABLES, variable, by);
        mpfr_t expected;
        mpfr_init2(expected, BITS);
        for (int k = 0; k <= ORDER; k++) {
            taylor_coefficient(expected, g, along, k);
            if (mpfr_number_p(expected) && fabs(mpfr_get_d(expected, MPFR_RNDN)) < 1e9) {
                cr_assert(
                    relative_distance(eval_jet_output(r.jet, 0)[k], expected, 1) < 1e-45,
                    "seed %llu trial %d order %d", (unsigned long long)s.seed, trial, k);
                compared++;
            }
        }
    }
    cr_assert_gt(compared, 1200);
}

static void check_order_zero(struct sample *s, enum eval_constants constants, int trial) {
    graph *g = graph_alloc();
    expr e = random_expression(g, s, VARIABLES, 12, RANDOM_ANY);
    struct program *p = program_alloc(g, VARIABLES, variable, 1, &e);
    struct eval_jet *jet = NULL;
    struct eval_mpfr *reader = NULL;
    mpfr_t in[VARIABLES], out[1];
    mpfr_init2(out[0], 90);
    double x[VARIABLES];
    sample_biased(s, VARIABLES, x);
    enum problem_status status = eval_jet_alloc(&jet, g, p, 90, 2, constants);
    cr_assert_eq(eval_mpfr_alloc(&reader, g, p, 90, constants), status);
    for (int i = 0; i < VARIABLES; i++)
        mpfr_init_set_d(in[i], x[i], MPFR_RNDN);
    if (status == PROBLEM_OK) {
        for (int i = 0; i < VARIABLES; i++)
            mpfr_set_d(eval_jet_input(jet, i)[0], x[i], MPFR_RNDN);
        eval_jet_order(jet, 0);
        eval_mpfr_run(reader, (const mpfr_t *)in, out);
        mpfr_srcptr first = eval_jet_output(jet, 0)[0];
        cr_assert(mpfr_equal_p(first, out[0]) ||
                      (mpfr_nan_p(first) && mpfr_nan_p(out[0])),
                  "seed %llu trial %d", (unsigned long long)s->seed, trial);
    }
}

Test(eval_jet, order_zero_is_the_reader_in_mpfr_bit_for_bit) {
    struct sample s = sample_begin();
    for (int trial = 0; trial < 2000; trial++)
        check_order_zero(&s, trial % 2 ? EVAL_EXACT_CONSTANTS : EVAL_DOUBLE_CONSTANTS,
                         trial);
}

/* x_(k+1) := f_k/(k + 1) for the states after the time. */
static void solve(struct jet_run *r) {
    for (int k = 0; k <= r->order; k++) {
        eval_jet_order(r->jet, k);
        for (int i = 0; i < r->program->outputs && k < r->order; i++)
            mpfr_div_ui(eval_jet_input(r->jet, 1 + i)[k + 1],
                        eval_jet_output(r->jet, i)[k], (unsigned long)k + 1, MPFR_RNDN);
    }
}

/* x' = x^2 has x = x0/(1 - x0 tau): coefficients x0^(k+1). */
Test(eval_jet, a_riccati_equation_has_its_geometric_series) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 1), e = expr_mul(g, x, x);
    struct jet_run r = jet_begin(g, 2, 1, &e, BITS, 60);
    mpfr_t expected;
    mpfr_init2(expected, BITS);
    mpfr_set_d(eval_jet_input(r.jet, 1)[0], 1.37, MPFR_RNDN);
    mpfr_set_d(expected, 1.37, MPFR_RNDN);
    solve(&r);
    for (int k = 0; k <= 60; k++) {
        cr_assert(relative_distance(eval_jet_input(r.jet, 1)[k], expected, 0) < 1e-57);
        mpfr_mul_d(expected, expected, 1.37, MPFR_RNDN);
    }
}

/* Sum of the series of input i at tau = h. */
static void evaluate(mpfr_t value, struct jet_run *r, int i, double h) {
    mpfr_set_zero(value, 1);
    for (int k = r->order; k >= 0; k--) {
        mpfr_mul_d(value, value, h, MPFR_RNDN);
        mpfr_add(value, value, eval_jet_input(r->jet, i)[k], MPFR_RNDN);
    }
}

static void pendulum_energy(mpfr_t energy, mpfr_t a, mpfr_t w) {
    mpfr_cos(a, a, MPFR_RNDN);
    mpfr_sqr(w, w, MPFR_RNDN);
    mpfr_div_2ui(w, w, 1, MPFR_RNDN);
    mpfr_mul_d(a, a, 1.75, MPFR_RNDN);
    mpfr_sub(energy, w, a, MPFR_RNDN);
}

/* a' = w, w' = -1.75 sin a keeps w^2/2 - 1.75 cos a. */
Test(eval_jet, the_pendulum_keeps_its_energy) {
    graph *g = graph_alloc();
    expr a = expr_variable(g, 1), w = expr_variable(g, 2);
    const expr field[] = {w, expr_mul(g, fraction(g, -7, 4), expr_apply(g, EXPR_SIN, a))};
    struct jet_run r = jet_begin(g, 3, 2, field, BITS, 60);
    mpfr_t angle, rate, before, after;
    mpfr_inits2(BITS, angle, rate, before, after, (mpfr_ptr)NULL);
    mpfr_set_d(eval_jet_input(r.jet, 1)[0], 0.7, MPFR_RNDN);
    mpfr_set_d(eval_jet_input(r.jet, 2)[0], -0.25, MPFR_RNDN);
    solve(&r);
    evaluate(angle, &r, 1, 0);
    evaluate(rate, &r, 2, 0);
    pendulum_energy(before, angle, rate);
    evaluate(angle, &r, 1, 0.125);
    evaluate(rate, &r, 2, 0.125);
    pendulum_energy(after, angle, rate);
    cr_assert(relative_distance(after, before, 0) < 1e-57);
}

static int coefficient(const struct jet_run *r, int output, int k) {
    return (int)mpfr_get_si(eval_jet_output(r->jet, output)[k], MPFR_RNDN);
}

Test(eval_jet, a_select_follows_one_branch_through_all_orders) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1), z = expr_variable(g, 2);
    const expr output[] = {expr_select(g, x, y, z), expr_abs(g, x)};
    struct jet_run r = jet_begin(g, 3, 2, output, 90, 2);
    static const double surface[] = {1, 0, -1};
    for (int i = 0; i < 3; i++) {
        jet_set(&r, 0, surface[i], -5, 2);
        jet_set(&r, 1, 3, 33, 333);
        jet_set(&r, 2, 7, 77, 777);
        jet_compute(&r);
        const int sign = surface[i] >= 0 ? 1 : -1;
        cr_assert_eq(coefficient(&r, 0, 0), sign > 0 ? 3 : 7);
        cr_assert_eq(coefficient(&r, 0, 2), sign > 0 ? 333 : 777);
        cr_assert_eq(coefficient(&r, 1, 1), -5 * sign);
        for (int k = 0; k < 2; k++) {
            cr_assert_eq(eval_jet_branch(r.jet, k), sign);
            cr_assert_eq(eval_jet_branches(r.jet)[k], 0);
            cr_assert_eq(mpfr_cmp_d(eval_jet_switch(r.jet, k)[0], surface[i]), 0);
            cr_assert_eq(mpfr_cmp_si(eval_jet_switch(r.jet, k)[1], -5), 0);
        }
    }
}

Test(eval_jet, the_caller_may_choose_the_branch) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0);
    const expr output[] = {expr_abs(g, x), expr_step(g, x)};
    struct jet_run r = jet_begin(g, 1, 2, output, 90, 2);
    jet_set(&r, 0, 0, 5, 3);
    for (int i = 0; i < 2; i++) /* whichever select comes first, both */
        eval_jet_branches(r.jet)[i] = -1;
    jet_compute(&r);
    cr_assert_eq(coefficient(&r, 0, 1), -5);
    cr_assert_eq(coefficient(&r, 0, 2), -3);
    cr_assert_eq(coefficient(&r, 1, 0), 0);
    cr_assert_eq(eval_jet_branch(r.jet, 0), -1);
    for (int i = 0; i < 2; i++)
        eval_jet_branches(r.jet)[i] = 0;
    jet_set(&r, 0, 0, 5, 3);
    jet_compute(&r);
    cr_assert_eq(coefficient(&r, 0, 1), 5);
    cr_assert_eq(coefficient(&r, 1, 0), 1);
}

/* One choice for each select, in the order of eval_jet_switch. */
Test(eval_jet, choices_belong_to_their_selects) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1), z = expr_variable(g, 2);
    expr e = expr_abs(g, x);
    e = expr_add(g, e, expr_abs(g, y));
    e = expr_add(g, e, expr_abs(g, z));
    struct jet_run r = jet_begin(g, 3, 1, &e, 90, 1);
    jet_set(&r, 0, 0, 1, 0);
    jet_set(&r, 1, 0, 10, 0);
    jet_set(&r, 2, 0, 100, 0);
    jet_compute(&r);
    cr_assert_eq(coefficient(&r, 0, 1), 111);
    for (int i = 0; i < 3; i++) {
        int slope = (int)mpfr_get_si(eval_jet_switch(r.jet, i)[1], MPFR_RNDN);
        eval_jet_branches(r.jet)[i] = slope == 10 ? -1 : 1;
    }
    jet_compute(&r);
    cr_assert_eq(coefficient(&r, 0, 1), 91);
    for (int i = 0; i < 3; i++) {
        int slope = (int)mpfr_get_si(eval_jet_switch(r.jet, i)[1], MPFR_RNDN);
        cr_assert_eq(eval_jet_branch(r.jet, i), slope == 10 ? -1 : 1);
    }
}

/* What an earlier expansion left must not leak into the next one. */
Test(eval_jet, a_second_expansion_gives_the_bits_of_a_fresh_one) {
    enum { ORDER = 6 };
    struct sample s = sample_begin();
    for (int trial = 0; trial < 500; trial++) {
        graph *g = graph_alloc();
        expr e = random_expression(g, &s, VARIABLES, 10, RANDOM_TAME);
        struct jet_run used = jet_begin(g, VARIABLES, 1, &e, 90, ORDER);
        struct jet_run fresh = jet_begin(g, VARIABLES, 1, &e, 90, ORDER);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < VARIABLES; i++) {
                double c[3];
                sample_biased(&s, 3, c);
                jet_set(&used, i, c[0], c[1], c[2]);
                jet_set(&fresh, i, c[0], c[1], c[2]);
            }
            jet_compute(&used);
        }
        jet_compute(&fresh);
        for (int k = 0; k <= ORDER; k++) {
            mpfr_srcptr a = eval_jet_output(used.jet, 0)[k];
            mpfr_srcptr b = eval_jet_output(fresh.jet, 0)[k];
            cr_assert(mpfr_equal_p(a, b) || (mpfr_nan_p(a) && mpfr_nan_p(b)),
                      "seed %llu trial %d order %d", (unsigned long long)s.seed, trial,
                      k);
        }
    }
}

Test(eval_jet, a_surface_that_is_no_number_gives_none) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), e = expr_step(g, x);
    struct jet_run r = jet_begin(g, 1, 1, &e, 90, 1);
    jet_set(&r, 0, NAN, 5, 0);
    jet_compute(&r);
    cr_assert(mpfr_nan_p(eval_jet_output(r.jet, 0)[0]));
    cr_assert(mpfr_nan_p(eval_jet_output(r.jet, 0)[1]));
    cr_assert_eq(eval_jet_branch(r.jet, 0), 0);
}

Test(eval_jet, outputs_may_be_inputs_and_constants) {
    graph *g = graph_alloc();
    const expr output[] = {expr_variable(g, 1), expr_integer(g, 7),
                           expr_add(g, expr_variable(g, 1), expr_integer(g, 7))};
    struct jet_run r = jet_begin(g, 2, 3, output, 90, 2);
    jet_set(&r, 1, 3, 33, 333);
    jet_compute(&r);
    static const int expected[3][3] = {{3, 33, 333}, {7, 0, 0}, {10, 33, 333}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            cr_assert_eq(coefficient(&r, i, k), expected[i][k]);
}
