/* Power series of balls, operation by operation. Witnesses: Arb's own functions of polynomials,
 * which use other methods; series known by formula.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>
#include <criterion/criterion.h>
#include <math.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_arb_jet.h"
#include "problems/tests/arb_support.h"
#include "problems/tests/random_expressions.h"

enum { BITS = 128 };

static const int variable[] = {0, 1};

/* The series of an operation on the series a and b by Arb; a power has the exponent 1.37. */
static void series_by_arb(arb_poly_t r, enum expr_operation operation, const arb_poly_t a,
                          const arb_poly_t b, slong n) {
    arb_poly_t other;
    arb_t exponent;
    arb_poly_init(other);
    arb_init(exponent);
    switch (operation) {
    case EXPR_ADD: arb_poly_add_series(r, a, b, n, BITS); break;
    case EXPR_SUB: arb_poly_sub_series(r, a, b, n, BITS); break;
    case EXPR_MUL: arb_poly_mullow(r, a, b, n, BITS); break;
    case EXPR_DIV: arb_poly_div_series(r, a, b, n, BITS); break;
    case EXPR_NEG: arb_poly_neg(r, a); break;
    case EXPR_POW:
        arb_set_si(exponent, 137);
        arb_div_si(exponent, exponent, 100, BITS);
        arb_poly_pow_arb_series(r, a, exponent, n, BITS);
        break;
    case EXPR_SQRT: arb_poly_sqrt_series(r, a, n, BITS); break;
    case EXPR_EXP: arb_poly_exp_series(r, a, n, BITS); break;
    case EXPR_LOG: arb_poly_log_series(r, a, n, BITS); break;
    case EXPR_SIN: arb_poly_sin_cos_series(r, other, a, n, BITS); break;
    case EXPR_COS: arb_poly_sin_cos_series(other, r, a, n, BITS); break;
    case EXPR_TAN: arb_poly_tan_series(r, a, n, BITS); break;
    case EXPR_ASIN: arb_poly_asin_series(r, a, n, BITS); break;
    case EXPR_ACOS: arb_poly_acos_series(r, a, n, BITS); break;
    case EXPR_ATAN: arb_poly_atan_series(r, a, n, BITS); break;
    case EXPR_SINH: arb_poly_sinh_series(r, a, n, BITS); break;
    case EXPR_COSH: arb_poly_cosh_series(r, a, n, BITS); break;
    case EXPR_TANH:
        arb_poly_sinh_cosh_series(r, other, a, n, BITS);
        arb_poly_div_series(r, r, other, n, BITS);
        break;
    default: cr_assert_fail("no series"); break;
    }
}

static expr expression(graph *g, enum expr_operation operation) {
    expr x = expr_variable(g, 0), y = expr_variable(g, 1);
    switch (operation) {
    case EXPR_ADD: return expr_add(g, x, y);
    case EXPR_SUB: return expr_sub(g, x, y);
    case EXPR_MUL: return expr_mul(g, x, y);
    case EXPR_DIV: return expr_div(g, x, y);
    case EXPR_NEG: return expr_neg(g, x);
    case EXPR_POW: return expr_pow(g, x, fraction(g, 137, 100));
    default: return expr_apply(g, operation, x);
    }
}

/* Bits that a coefficient may lose in ORDER_OF_EACH recurrences at the most. */
enum { ORDER_OF_EACH = 30, LOST_BITS = 20 };

Test(arb_jet, each_operation_agrees_with_arbs_own_and_is_accurate) {
    struct sample s = sample_begin();
    const int n = ORDER_OF_EACH + 1;
    arb_ptr x = _arb_vec_init(2 * n);
    for (int i = EXPR_ADD; i <= EXPR_TANH; i++) {
        const enum expr_operation operation = (enum expr_operation)i;
        graph *g = graph_alloc();
        expr e = expression(g, operation);
        struct program *p = program_alloc(g, 2, variable, 1, &e);
        struct eval_arb_jet *jet = NULL;
        cr_assert_eq(eval_arb_jet_alloc(&jet, g, p, BITS, n - 1, EVAL_EXACT_CONSTANTS),
                     PROBLEM_OK);
        for (int trial = 0; trial < 10; trial++) {
            arb_poly_t a, b, r;
            arb_poly_init(a);
            arb_poly_init(b);
            arb_poly_init(r);
            random_arb_series(&s, x, n - 1);
            random_arb_series(&s, x + n, n - 1);
            for (int k = 0; k < n; k++) {
                arb_poly_set_coeff_arb(a, k, x + k);
                arb_poly_set_coeff_arb(b, k, x + n + k);
            }
            run_arb_jet(jet, 2, n - 1, x);
            series_by_arb(r, operation, a, b, n);
            arb_t c;
            arb_init(c);
            for (int k = 0; k < n; k++) {
                arb_srcptr ball = eval_arb_jet_output(jet, 0) + k;
                arb_poly_get_coeff_arb(c, r, k);
                cr_assert(arb_is_finite(ball) && arb_is_finite(c) &&
                              arb_overlaps(ball, c),
                          "%s: order %d, seed %llu", expr_operation_name(operation), k,
                          (unsigned long long)s.seed);
                cr_assert(
                    arb_is_exact(ball) || arb_radius(ball) < ldexp(1, LOST_BITS - BITS),
                    "%s: order %d: radius %g 2^-128", expr_operation_name(operation), k,
                    ldexp(arb_radius(ball), BITS));
            }
        }
    }
}

/* The coefficients 0 .. 7 at argument tau (1 + tau or 1 - tau where said), as fractions. */
Test(arb_jet, the_functions_have_their_series) {
    static const struct {
        enum expr_operation operation;
        int start, slope;
        double numerator[8], denominator[8];
    } cases[] = {
        {EXPR_DIV, 1, -1, {1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1}},
        {EXPR_EXP, 0, 1, {1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 2, 6, 24, 120, 720, 5040}},
        {EXPR_LOG, 1, 1, {0, 1, -1, 1, -1, 1, -1, 1}, {1, 1, 2, 3, 4, 5, 6, 7}},
        {EXPR_SQRT,
         1,
         1,
         {1, 1, -1, 1, -5, 7, -21, 33},
         {1, 2, 8, 16, 128, 256, 1024, 2048}},
        {EXPR_POW,
         1,
         1,
         {1, 3, 3, -1, 3, -3, 7, -9},
         {1, 2, 8, 16, 128, 256, 1024, 2048}},
        {EXPR_SIN, 0, 1, {0, 1, 0, -1, 0, 1, 0, -1}, {1, 1, 1, 6, 1, 120, 1, 5040}},
        {EXPR_COS, 0, 1, {1, 0, -1, 0, 1, 0, -1, 0}, {1, 1, 2, 1, 24, 1, 720, 1}},
        {EXPR_SINH, 0, 1, {0, 1, 0, 1, 0, 1, 0, 1}, {1, 1, 1, 6, 1, 120, 1, 5040}},
        {EXPR_COSH, 0, 1, {1, 0, 1, 0, 1, 0, 1, 0}, {1, 1, 2, 1, 24, 1, 720, 1}},
        {EXPR_TAN, 0, 1, {0, 1, 0, 1, 0, 2, 0, 17}, {1, 1, 1, 3, 1, 15, 1, 315}},
        {EXPR_TANH, 0, 1, {0, 1, 0, -1, 0, 2, 0, -17}, {1, 1, 1, 3, 1, 15, 1, 315}},
        {EXPR_ATAN, 0, 1, {0, 1, 0, -1, 0, 1, 0, -1}, {1, 1, 1, 3, 1, 5, 1, 7}},
        {EXPR_ASIN, 0, 1, {0, 1, 0, 1, 0, 3, 0, 5}, {1, 1, 1, 6, 1, 40, 1, 112}}};
    arb_ptr x = _arb_vec_init(8);
    arb_t expected;
    arb_init(expected);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        graph *g = graph_alloc();
        expr v = expr_variable(g, 0), one = expr_integer(g, 1);
        expr e = cases[i].operation == EXPR_DIV   ? expr_div(g, one, v)
                 : cases[i].operation == EXPR_POW ? expr_pow(g, v, fraction(g, 3, 2))
                                                  : expr_apply(g, cases[i].operation, v);
        struct program *p = program_of_one(g, e);
        struct eval_arb_jet *jet = NULL;
        cr_assert_eq(eval_arb_jet_alloc(&jet, g, p, BITS, 7, EVAL_EXACT_CONSTANTS),
                     PROBLEM_OK);
        arb_set_si(x, cases[i].start);
        arb_set_si(x + 1, cases[i].slope);
        run_arb_jet(jet, 1, 7, x);
        for (int k = 0; k < 8; k++) {
            arb_srcptr ball = eval_arb_jet_output(jet, 0) + k;
            arb_set_d(expected, cases[i].denominator[k]);
            arb_mul(expected, expected, ball, 4 * BITS);
            cr_assert(arb_contains_si(expected, (slong)cases[i].numerator[k]) &&
                          arb_radius(ball) < ldexp(1, 8 - BITS),
                      "%s: order %d", expr_operation_name(cases[i].operation), k);
        }
    }
}
