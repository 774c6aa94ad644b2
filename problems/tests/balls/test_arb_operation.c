/* Single operations in balls: the result of an operation on members of balls is a member of
 * the resulting ball; the member is evaluated by MPFR.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "problems/balls/arb_operation.h"
#include "problems/base/many.h"
#include "problems/readers/mpfr_operation.h"
#include "problems/tests/arb_support.h"

enum { EXTRA_BITS = 300, BITS = 128 };

struct trial {
    arb_t x[3], result;
    mpfr_t member[3], value;
};

static void begin_trial(struct trial *t, struct sample *s, slong bits) {
    arb_init(t->result);
    mpfr_init2(t->value, bits + EXTRA_BITS);
    for (int i = 0; i < 3; i++) {
        arb_init(t->x[i]);
        mpfr_init2(t->member[i], bits + EXTRA_BITS);
        random_arb(s, t->x[i], t->member[i]);
    }
}

Test(arb_operation, every_operation_contains_the_results_on_members) {
    struct sample s = sample_begin();
    for (int i = EXPR_ADD; i <= EXPR_SELECT; i++) {
        const enum expr_operation operation = (enum expr_operation)i;
        int known = 0;
        for (int trial = 0; trial < 4000; trial++) {
            const slong bits = 2 + sample_choice(&s, 80);
            struct trial t;
            begin_trial(&t, &s, bits);
            int second = sample_choice(&s, 4) == 0 ? 0 : 1;
            arb_operate(t.result, operation, t.x[0], t.x[second], t.x[2], bits);
            mpfr_operate(t.value, operation, t.member[0], t.member[second], t.member[2]);
            bool finite = arb_is_finite(t.result) != 0;
            cr_assert(!finite || arb_contains_rounded(t.result, t.value),
                      "%s: seed %llu trial %d", expr_operation_name(operation),
                      (unsigned long long)s.seed, trial);
            known += finite;
        }
        cr_assert_gt(known, 500, "%s: %d", expr_operation_name(operation), known);
    }
}

Test(arb_operation, a_pair_is_both_functions) {
    struct sample s = sample_begin();
    for (int trial = 0; trial < 1000; trial++) {
        const bool hyperbolic = sample_choice(&s, 2) == 1;
        struct trial t;
        begin_trial(&t, &s, BITS);
        arb_operate_pair(t.x[1], t.x[2], hyperbolic, t.x[0], BITS);
        mpfr_operate_pair(t.member[1], t.member[2], hyperbolic, t.member[0]);
        for (int i = 1; i < 3; i++)
            cr_assert(arb_contains_rounded(t.x[i], t.member[i]), "seed %llu trial %d",
                      (unsigned long long)s.seed, trial);
    }
}

/* result := the operation on a +- r and b, at BITS. */
static void operate(arb_t result, enum expr_operation operation, double a, double r,
                    double b) {
    arb_t x, y;
    arb_inits(x, y);
    arb_set_ball(x, a, r);
    arb_set_d(y, b);
    arb_operate(result, operation, operation == EXPR_DIV ? y : x,
                operation == EXPR_DIV ? x : y, y, BITS);
}

/* Beyond the domain of a function with some member, so without a ball. */
Test(arb_operation, what_is_undefined_for_a_member_is_not_finite) {
    static const struct {
        enum expr_operation operation;
        double middle, radius, other;
    } cases[] = {{EXPR_DIV, 0, 0, 1.37},      {EXPR_DIV, 0.3, 0.31, 1.37},
                 {EXPR_SQRT, -1, 0, 0},       {EXPR_SQRT, 0.3, 0.31, 0},
                 {EXPR_LOG, 0, 0, 0},         {EXPR_LOG, -0.7, 0.1, 0},
                 {EXPR_LOG, 0.3, 0.31, 0},    {EXPR_TAN, 1.57, 0.001, 0},
                 {EXPR_ASIN, 1.1, 0, 0},      {EXPR_ASIN, -0.9, 0.11, 0},
                 {EXPR_ACOS, -1.1, 0, 0},     {EXPR_ACOS, 0.9, 0.11, 0},
                 {EXPR_POW, -2, 0, 1.5},      {EXPR_POW, 0.3, 0.31, 1.5},
                 {EXPR_POW, 0, 0, -1.5},      {EXPR_POW, 0.3, 0.31, -2},
                 {EXPR_SELECT, NAN, 0, 1.37}, {EXPR_ADD, INFINITY, 0, 1.37}};
    arb_t result;
    arb_init(result);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_one(result);
        operate(result, cases[i].operation, cases[i].middle, cases[i].radius,
                cases[i].other);
        cr_assert_not(arb_is_finite(result), "case %zu: %s", i,
                      expr_operation_name(cases[i].operation));
    }
}

/* A middle that is not a number, with the radius 0 that it is set with, is no member. */
Test(arb_operation, what_is_no_number_has_no_value) {
    arb_t result;
    arb_init(result);
    for (int i = EXPR_ADD; i <= EXPR_SELECT; i++) {
        arb_one(result);
        operate(result, (enum expr_operation)i, NAN, 0, NAN);
        cr_assert_not(arb_is_finite(result), "%s",
                      expr_operation_name((enum expr_operation)i));
    }
}

/* Away from singularities the radius is a few units in the last place. */
Test(arb_operation, a_point_becomes_no_wider_than_its_rounding) {
    arb_t result;
    arb_init(result);
    for (int i = EXPR_ADD; i <= EXPR_SELECT; i++) {
        operate(result, (enum expr_operation)i, 0.83, 0, 1.37);
        cr_assert(arb_is_finite(result));
        cr_assert(mag_cmp_2exp_si(arb_radref(result), 3 - BITS) < 0, "%s",
                  expr_operation_name((enum expr_operation)i));
    }
}

/* The radius is the argument's times the slope and little more; cosh and sinh come from two
 * exponentials, whose radii add up. */
Test(arb_operation, a_narrow_ball_becomes_hardly_wider_than_the_slope_says) {
    const double x = 0.37, b = 2.3, r = ldexp(1, -40);
    const struct {
        enum expr_operation operation;
        double slope;
    } cases[] = {{EXPR_ADD, 1},
                 {EXPR_SUB, 1},
                 {EXPR_MUL, b},
                 {EXPR_DIV, b / (x * x)},
                 {EXPR_NEG, 1},
                 {EXPR_POW, b * pow(x, b - 1)},
                 {EXPR_SQRT, 0.5 / sqrt(x)},
                 {EXPR_EXP, exp(x)},
                 {EXPR_LOG, 1 / x},
                 {EXPR_SIN, cos(x)},
                 {EXPR_COS, sin(x)},
                 {EXPR_TAN, 1 / (cos(x) * cos(x))},
                 {EXPR_ASIN, 1 / sqrt(1 - x * x)},
                 {EXPR_ACOS, 1 / sqrt(1 - x * x)},
                 {EXPR_ATAN, 1 / (1 + x * x)},
                 {EXPR_SINH, cosh(x)},
                 {EXPR_COSH, sinh(x)},
                 {EXPR_TANH, 1 / (cosh(x) * cosh(x))}};
    arb_t result;
    arb_init(result);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        operate(result, cases[i].operation, x, r, b);
        const double ratio = arb_radius(result) / (cases[i].slope * r);
        const bool is_sum =
            cases[i].operation == EXPR_SINH || cases[i].operation == EXPR_COSH;
        cr_assert(ratio > 0.99 && ratio < (is_sum ? 3 : 1.05), "%s: %g",
                  expr_operation_name(cases[i].operation), ratio);
    }
}

/* Whether x lies in [low - 1e-6, high + 1e-6] and reaches both ends as closely. */
static bool is_interval(const arb_t x, double low, double high) {
    const double middle = arf_get_d(arb_midref(x), ARF_RND_NEAR), r = arb_radius(x);
    return fabs(middle - r - low) < 1e-6 && fabs(middle + r - high) < 1e-6;
}

Test(arb_operation, a_wide_ball_gives_no_more_than_the_range) {
    arb_t x, y, result;
    arb_inits(x, y, result);
    arb_set_ball(x, 0.25, 1);
    arb_operate(result, EXPR_MUL, x, x, NULL, BITS); /* a square */
    cr_assert(is_interval(result, 0, 1.5625));
    arb_set_ball(x, 0.5, 3);
    arb_operate(result, EXPR_TANH, x, NULL, NULL, BITS);
    cr_assert(is_interval(result, tanh(-2.5), tanh(3.5)));
    arb_set_ball(x, 0.5, 0.5);
    arb_set_d(y, 1.5);
    arb_operate(result, EXPR_POW, x, y, NULL, BITS);
    cr_assert(is_interval(result, 0, 1));
    arb_zero(x);
    arb_operate(result, EXPR_POW, x, y, NULL, BITS);
    cr_assert(arb_is_zero(result));
}

/* s >= 0: a; s < 0: b; not known: around both. */
Test(arb_operation, a_select_takes_the_branch_that_is_certain) {
    static const struct {
        double middle, radius;
        int first, second;
    } cases[] = {{0, 0, 1, 0},       {0.3, 0.2, 1, 0}, {0.5, 0.5, 1, 0},
                 {-1e-300, 0, 0, 1}, {-2, 1.9, 0, 1},  {0.3, 0.31, 1, 1},
                 {-0.3, 0.3, 1, 1},  {0, 1e-300, 1, 1}};
    arb_t s, a, b, result;
    arb_inits(s, a, b, result);
    arb_set_ball(a, 1.37, 0.01);
    arb_set_ball(b, -0.83, 0.02);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_set_ball(s, cases[i].middle, cases[i].radius);
        arb_operate(result, EXPR_SELECT, s, a, b, BITS);
        cr_assert(is_interval(result, cases[i].second ? -0.85 : 1.36,
                              cases[i].first ? 1.38 : -0.81),
                  "case %zu", i);
    }
}
