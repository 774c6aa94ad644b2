/* Constants, correctly rounded: against rational arithmetic done by hand, against the C
 * library's own reading of decimals, and against MPFR at a precision where the value is known
 * to hundreds of digits more than are kept.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "problems/tests/random_expressions.h"

static expr apply(graph *g, enum expr_operation f, expr a) {
    return expr_apply(g, f, a);
}

static double constant(const graph *g, expr e) {
    double value = NAN;
    cr_assert_eq(expr_constant_double(g, e, &value), PROBLEM_OK);
    return value;
}

Test(constant, rationals_are_exact_before_they_are_rounded) {
    graph *g = graph_alloc();
    graph_set_parameter(g, 0, fraction(g, 1, 10));
    graph_set_parameter(g, 1, expr_mul(g, expr_parameter(g, 0), expr_integer(g, 3)));
    expr tenth = expr_parameter(g, 0), third = expr_parameter(g, 1);
    /* 0.1 * 3 - 0.3 is 5.6e-17 in double */
    cr_assert_eq(constant(g, expr_sub(g, third, fraction(g, 3, 10))), 0);
    /* ((1/10)^20 - 1) + 1 */
    expr small = expr_pow(g, tenth, expr_integer(g, 20));
    expr one = expr_integer(g, 1);
    cr_assert_eq(constant(g, expr_add(g, expr_sub(g, small, one), one)), 1e-20);
    cr_assert_eq(constant(g, expr_div(g, one, third)), 10.0 / 3.0);
    graph_set_parameter(g, 2, expr_integer(g, -3));
    cr_assert_eq(constant(g, expr_pow(g, tenth, expr_parameter(g, 2))), 1000);
    graph_set_parameter(g, 3, expr_integer(g, 2));
    cr_assert_eq(constant(g, expr_pow(g, expr_neg(g, tenth), expr_parameter(g, 3))),
                 0.01);
    cr_assert_eq(constant(g, expr_max(g, tenth, third)), 0.3);
    cr_assert_eq(constant(g, expr_min(g, tenth, third)), 0.1);
    cr_assert_eq(constant(g, expr_step(g, expr_sub(g, third, fraction(g, 3, 10)))), 1);
}

Test(constant, parameters_can_be_set_again) {
    graph *g = graph_alloc();
    expr e = expr_apply(g, EXPR_SIN, expr_parameter(g, 5));
    graph_set_parameter(g, 5, fraction(g, 137, 100));
    cr_assert_eq(graph_parameter(g, 5), fraction(g, 137, 100));
    cr_assert_eq(graph_parameter(g, 4), EXPR_NONE);
    cr_assert_eq(graph_parameter(g, 77), EXPR_NONE);
    cr_assert_float_eq(constant(g, e), sin(1.37), 2e-16);
    graph_set_parameter(g, 5, fraction(g, 83, 100));
    cr_assert_float_eq(constant(g, e), sin(0.83), 2e-16);
}

Test(constant, a_parameter_without_a_value_or_in_terms_of_itself_is_refused) {
    graph *g = graph_alloc();
    double value = 1.37;
    cr_assert_eq(expr_constant_double(g, expr_parameter(g, 0), &value),
                 PROBLEM_BAD_SETTING);
    graph_set_parameter(g, 1, expr_add(g, expr_parameter(g, 2), expr_integer(g, 1)));
    graph_set_parameter(g, 2, expr_mul(g, expr_parameter(g, 1), expr_pi(g)));
    cr_assert_eq(expr_constant_double(g, expr_parameter(g, 1), &value),
                 PROBLEM_BAD_SETTING);
    cr_assert_eq(value, 1.37);
}

/* digits[.digits]e[sign]digits as a rational. */
static expr decimal(graph *g, const char *digits, int exponent) {
    mpq_t q;
    mpz_t power;
    mpq_init(q);
    mpz_init(power);
    mpz_set_str(mpq_numref(q), digits, 10);
    mpz_ui_pow_ui(power, 10, (unsigned long)abs(exponent));
    if (exponent < 0)
        mpz_set(mpq_denref(q), power);
    else
        mpz_mul(mpq_numref(q), mpq_numref(q), power);
    mpq_canonicalize(q);
    return expr_number(g, q);
}

/* glibc's strtod is correctly rounded; below 1e-307 the results are subnormal. */
Test(constant, decimals_round_as_strtod_rounds_them) {
    struct sample s = sample_begin();
    for (int trial = 0; trial < 3000; trial++) {
        graph *g = graph_alloc();
        char digits[32], text[64];
        int count = 1 + sample_choice(&s, 20), at = 0;
        if (sample_choice(&s, 2))
            digits[at++] = '-';
        for (int i = 0; i < count; i++)
            digits[at++] = (char)('0' + sample_choice(&s, 10));
        digits[at] = '\0';
        int exponent = sample_choice(&s, 4) == 0 ? -330 + sample_choice(&s, 20)
                                                 : sample_choice(&s, 580) - 300;
        snprintf(text, sizeof text, "%se%d", digits, exponent);
        cr_assert_eq(constant(g, decimal(g, digits, exponent)), strtod(text, NULL), "%s",
                     text);
    }
}

/* 2^-1074 k + half a unit: the tie goes to even, once. A first rounding to 53 bits would
 * bring (2k + 1) 2^-1075 + 2^-1140 to the tie. */
Test(constant, subnormal_doubles_are_rounded_once) {
    graph *g = graph_alloc();
    expr half = expr_integer(g, 2);
    expr unit = expr_pow(g, half, expr_integer(g, -1074));
    expr above = expr_mul(
        g, unit, expr_add(g, fraction(g, 5, 2), expr_pow(g, half, expr_integer(g, -66))));
    expr tie = expr_mul(g, unit, fraction(g, 5, 2));
    cr_assert_eq(constant(g, tie), 2 * DBL_TRUE_MIN);
    cr_assert_eq(constant(g, above), 3 * DBL_TRUE_MIN);
    cr_assert_eq(constant(g, expr_mul(g, unit, fraction(g, 1, 4))), 0);
}

/* Constants with every operation, rounded to a random precision, against one evaluation with
 * 1500 bits whose last digits are far away. */
Test(constant, irrational_values_round_to_nearest) {
    struct sample s = sample_begin();
    int checked = 0;
    for (int trial = 0; trial < 1000; trial++) {
        graph *g = graph_alloc();
        const int variable[] = {0, 1};
        expr e = random_expression(g, &s, 2, 10, RANDOM_TAME), by[2];
        by[0] = fraction(g, sample_choice(&s, 4000) - 2000, 1000);
        by[1] = fraction(g, sample_choice(&s, 4000) - 2000, 1001);
        struct program *p = program_alloc(g, 2, variable, 1, &e);
        struct eval_mpfr *reader = NULL;
        mpfr_t in[2], out[1], value, expected;
        mpfr_inits2(1500, in[0], in[1], out[0], (mpfr_ptr)NULL);
        mpfr_set_q(in[0], expr_value(g, by[0]), MPFR_RNDN);
        mpfr_set_q(in[1], expr_value(g, by[1]), MPFR_RNDN);
        cr_assert_eq(eval_mpfr_alloc(&reader, g, p, 1500, EVAL_EXACT_CONSTANTS),
                     PROBLEM_OK);
        eval_mpfr_run(reader, (const mpfr_t *)in, out);
        mpfr_inits2(2 + sample_choice(&s, 200), value, expected, (mpfr_ptr)NULL);
        mpfr_set(expected, out[0], MPFR_RNDN);
        expr substituted = expr_substitute(g, e, 2, variable, by);
        bool tiny = mpfr_zero_p(out[0]) || mpfr_get_exp(out[0]) < -1000;
        if (mpfr_number_p(out[0]) && !tiny) { /* not a zero up to rounding */
            cr_assert_eq(expr_constant(g, substituted, value), PROBLEM_OK);
            cr_assert(mpfr_equal_p(value, expected), "seed %llu trial %d",
                      (unsigned long long)s.seed, trial);
            checked++;
        }
    }
    cr_assert_gt(checked, 900);
}

/* exp(x) - 1 - x = x^2/2 + x^3/6 + ..., and a case where two precisions of plain evaluation
 * agree on a wrong value: (exp(1e-100) - 1) + 1e-200. */
Test(constant, cancellation_raises_the_precision) {
    graph *g = graph_alloc();
    expr one = expr_integer(g, 1), x = decimal(g, "1", -30);
    expr e = expr_sub(g, expr_sub(g, apply(g, EXPR_EXP, x), one), x);
    cr_assert_eq(constant(g, e), 5e-61); /* the next term is 1.7e-91 */
    e = expr_sub(g, apply(g, EXPR_EXP, decimal(g, "1", -100)), one);
    cr_assert_eq(constant(g, expr_add(g, e, decimal(g, "1", -200))), 1e-100);
    /* 3322 bits cancel */
    e = expr_sub(g, apply(g, EXPR_EXP, decimal(g, "1", -1000)), one);
    cr_assert_eq(constant(g, expr_mul(g, e, decimal(g, "1", 1000))), 1);
}

Test(constant, what_no_precision_can_tell_from_zero_is_zero) {
    graph *g = graph_alloc();
    expr pi = expr_pi(g), one = expr_integer(g, 1), two = expr_integer(g, 2);
    expr sine = apply(g, EXPR_SIN, pi), cosine = apply(g, EXPR_COS, pi);
    cr_assert_eq(constant(g, sine), 0);
    cr_assert_eq(constant(g, expr_add(g, cosine, one)), 0);
    cr_assert_eq(constant(g, expr_abs(g, sine)), 0);
    cr_assert_eq(
        constant(g, apply(g, EXPR_SQRT, expr_sub(g, one, expr_mul(g, cosine, cosine)))),
        0);
    cr_assert_eq(
        constant(g, apply(g, EXPR_ASIN, apply(g, EXPR_SIN, expr_div(g, pi, two)))),
        acos(0));                                     /* pi/2, rounded */
    cr_assert_eq(constant(g, expr_step(g, sine)), 1); /* a tie */
    cr_assert_eq(constant(g, expr_sign(g, expr_sub(g, pi, pi))), 1);
    cr_assert_eq(constant(g, expr_sign(g, expr_sub(g, sine, decimal(g, "1", -900)))), -1);
    expr root = apply(g, EXPR_SQRT, two);
    cr_assert_eq(constant(g, expr_mul(g, root, root)), 2);
}

/* sqrt(2)^2 + 2^-52 lies between two doubles: either of them is as near. */
Test(constant, a_midpoint_in_disguise_becomes_one_of_its_neighbours) {
    graph *g = graph_alloc();
    expr root = apply(g, EXPR_SQRT, expr_integer(g, 2));
    expr half = expr_pow(g, expr_integer(g, 2), expr_integer(g, -52));
    double value = constant(g, expr_add(g, expr_mul(g, root, root), half));
    cr_assert(value == 2 || value == 2 + DBL_EPSILON * 2);
}

Test(constant, what_is_undefined_is_refused_and_leaves_the_value) {
    graph *g = graph_alloc();
    expr zero = expr_integer(g, 0), two = expr_integer(g, 2), minus = expr_integer(g, -2);
    expr sine = apply(g, EXPR_SIN, expr_pi(g));
    expr large = apply(g, EXPR_EXP, apply(g, EXPR_EXP, expr_integer(g, 100)));
    const expr wrong[] = {expr_div(g, two, zero),
                          expr_add(g, expr_div(g, two, zero), two),
                          expr_div(g, zero, zero),
                          apply(g, EXPR_LOG, zero),
                          apply(g, EXPR_LOG, minus),
                          apply(g, EXPR_SQRT, minus),
                          apply(g, EXPR_ASIN, two),
                          apply(g, EXPR_ACOS, minus),
                          expr_pow(g, minus, fraction(g, 1, 3)),
                          expr_div(g, two, sine),
                          large};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double value = 1.37;
        cr_assert_eq(expr_constant_double(g, wrong[i], &value), PROBLEM_NOT_FINITE, "%zu",
                     i);
        cr_assert_eq(value, 1.37, "%zu", i);
        mpfr_t precise;
        mpfr_init2(precise, 100);
        mpfr_set_d(precise, 1.37, MPFR_RNDN);
        cr_assert_eq(expr_constant(g, wrong[i], precise), PROBLEM_NOT_FINITE, "%zu", i);
        cr_assert_eq(mpfr_cmp_d(precise, 1.37), 0, "%zu", i);
    }
}

Test(constant, the_branch_that_is_not_taken_may_be_undefined) {
    graph *g = graph_alloc();
    graph_set_parameter(g, 0, fraction(g, 137, 100));
    expr p = expr_parameter(g, 0), wrong = expr_div(g, p, expr_integer(g, 0));
    cr_assert_eq(constant(g, expr_select(g, p, p, wrong)), 1.37);
    cr_assert_eq(constant(g, expr_select(g, expr_neg(g, p), wrong, p)), 1.37);
}

/* 10^400 is no double, though MPFR has it. */
Test(constant, too_large_for_a_double_is_not_finite) {
    graph *g = graph_alloc();
    double value = 1.37;
    expr e = decimal(g, "1", 400);
    cr_assert_eq(expr_constant_double(g, e, &value), PROBLEM_NOT_FINITE);
    cr_assert_eq(value, 1.37);
    mpfr_t precise;
    mpfr_init2(precise, 100);
    cr_assert_eq(expr_constant(g, e, precise), PROBLEM_OK);
}

/* (10^40000)/(10^39999) is beyond the limit of exact arithmetic, and 10 all the same; the
 * sum of 1/i, i <= 20000, has a denominator of 8686 digits. Its value is ln n + gamma +
 * 1/(2n) - 1/(12 n^2) + ... (Euler). */
Test(constant, long_rationals_are_left_to_floating_point, .timeout = 60) {
    graph *g = graph_alloc();
    expr ten = expr_integer(g, 10);
    expr quotient = expr_div(g, expr_pow(g, ten, expr_integer(g, 40000)),
                             expr_pow(g, ten, expr_integer(g, 39999)));
    cr_assert_eq(constant(g, quotient), 10);
    expr sum = expr_integer(g, 0);
    for (int i = 1; i <= 20000; i++)
        sum = expr_add(g, sum, fraction(g, 1, (unsigned long)i));
    const double n = 20000, gamma = 0.57721566490153286061;
    cr_assert_float_eq(constant(g, sum), log(n) + gamma + 1 / (2 * n) - 1 / (12 * n * n),
                       1e-14);
}

/* A chain of parameters, each in terms of the one before: no recursion on the stack. */
Test(constant, a_long_chain_of_definitions_is_evaluated, .timeout = 60) {
    enum { N = 100000 };
    graph *g = graph_alloc();
    graph_set_parameter(g, 0, fraction(g, 137, 100));
    for (int i = 1; i <= N; i++)
        graph_set_parameter(g, i,
                            expr_add(g, expr_parameter(g, i - 1), expr_integer(g, 1)));
    cr_assert_eq(constant(g, expr_parameter(g, N)), 100001.37);
}

/* One by one and all at once: numbers, what cancels, what is tiny, parameters. */
Test(constant, many_at_once_are_the_same_as_one_by_one) {
    enum { COUNT = 60 };
    graph *g = graph_alloc();
    expr all[COUNT];
    double value[COUNT];
    graph_set_parameter(g, 0, fraction(g, 1, 10));
    all[0] = expr_parameter(g, 0);
    all[1] = expr_pow(g, all[0], expr_integer(g, 320)); /* subnormal */
    all[2] = apply(g, EXPR_SIN, expr_pi(g));            /* counts as zero */
    /* (5/2 + 2^-60) 2^-1074 is 3 of the least double; 53 bits of it are a tie. */
    all[3] = expr_mul(g,
                      expr_add(g, fraction(g, 5, 2),
                               expr_pow(g, expr_integer(g, 2), expr_integer(g, -60))),
                      expr_pow(g, expr_integer(g, 2), expr_integer(g, -1074)));
    for (int i = 4; i < COUNT; i++)
        all[i] = expr_add(g, all[i - 1 - i % 4],
                          apply(g, i % 3 ? EXPR_SIN : EXPR_EXP, expr_integer(g, i % 7)));
    cr_assert_eq(expr_constants_double(g, COUNT, all, value), PROBLEM_OK);
    for (int i = 0; i < COUNT; i++)
        cr_expect_eq(value[i], constant(g, all[i]), "%d: %a", i, value[i]);
    cr_expect(value[1] > 0 && value[1] < DBL_MIN && value[2] == 0);
    cr_expect_eq(value[3], 3 * 0x1p-1074);
    const double before = value[0];
    all[7] = apply(g, EXPR_LOG, expr_integer(g, -1));
    cr_expect_eq(expr_constants_double(g, COUNT, all, value), PROBLEM_NOT_FINITE);
    all[8] = expr_parameter(g, 5);
    cr_expect_neq(expr_constants_double(g, COUNT, all, value), PROBLEM_OK);
    cr_expect_eq(value[0], before);
    cr_expect_eq(expr_constants_double(g, 0, all, value), PROBLEM_OK);
}
