/* Single operations in complex balls: analytic wherever they are finite. Two witnesses, in
 * complex double: the values on a circle lie in the ball; and the mean of N values on the
 * circle of half the radius is the value at the centre, but for 2^-N of the ball's size
 * (Cauchy). A branch cut that crosses the circle would make the mean another number.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>

#include "problems/balls/arb_operation.h"
#include "problems/base/many.h"
#include "problems/tests/arb_support.h"

enum { BITS = 128, POINTS = 64 };

static double complex operate(enum expr_operation operation, double complex a,
                              double complex b, double complex c) {
    switch (operation) {
    case EXPR_ADD: return a + b;
    case EXPR_SUB: return a - b;
    case EXPR_MUL: return a * b;
    case EXPR_DIV: return a / b;
    case EXPR_NEG: return -a;
    case EXPR_POW: return cpow(a, b);
    case EXPR_SQRT: return csqrt(a);
    case EXPR_EXP: return cexp(a);
    case EXPR_LOG: return clog(a);
    case EXPR_SIN: return csin(a);
    case EXPR_COS: return ccos(a);
    case EXPR_TAN: return ctan(a);
    case EXPR_ASIN: return casin(a);
    case EXPR_ACOS: return cacos(a);
    case EXPR_ATAN: return catan(a);
    case EXPR_SINH: return csinh(a);
    case EXPR_COSH: return ccosh(a);
    case EXPR_TANH: return ctanh(a);
    case EXPR_SELECT: return creal(a) >= 0 ? b : c;
    default: return NAN;
    }
}

/* re + i im, also where one of them is not a number: not every compiler has CMPLX. */
static double complex number(double re, double im) {
    const union {
        double part[2];
        double complex whole;
    } z = {.part = {re, im}};
    return z.whole;
}

/* x := a ball that contains the disc. */
static void set_disc(acb_t x, double complex centre, double radius) {
    arb_set_ball(acb_realref(x), creal(centre), radius);
    arb_set_ball(acb_imagref(x), cimag(centre), radius);
}

/* x := a disc around 0.7 + 0.2 i (the other arguments): exact for an exponent. */
static void set_other(acb_t x, enum expr_operation operation) {
    set_disc(x, operation == EXPR_POW ? 1.37 : 0.7 + 0.2 * I, 0);
}

static void operate_on_disc(acb_t result, enum expr_operation operation,
                            double complex centre, double radius) {
    acb_t x, y;
    acb_inits(x, y);
    set_disc(x, centre, radius);
    set_other(y, operation);
    acb_operate(result, operation, operation == EXPR_DIV ? y : x,
                operation == EXPR_DIV ? x : y, x, BITS);
}

static double complex value_at(enum expr_operation operation, double complex z) {
    double complex other = operation == EXPR_POW ? 1.37 : 0.7 + 0.2 * I;
    return operation == EXPR_DIV ? other / z : operate(operation, z, other, z);
}

static double size(const acb_t x) {
    mag_t bound;
    mag_init(bound);
    acb_get_mag(bound, x);
    return mag_get_d(bound);
}

static bool contains(const acb_t x, double complex z, double allowance) {
    acb_t wide;
    acb_init(wide);
    set_disc(wide, z, allowance);
    return acb_overlaps(wide, x) != 0;
}

/* What the complex functions of the C library are wrong by, generously. */
static const double LIBRARY_ERROR = 1e-13;

static void check_disc(enum expr_operation operation, const acb_t ball,
                       double complex centre, double radius, const char *where) {
    const double allowance = LIBRARY_ERROR * (1 + size(ball));
    double complex sum = 0;
    for (int i = 0; i < POINTS; i++) {
        double complex direction = cexp(2 * acos(-1) * I * i / POINTS);
        double complex on_edge = value_at(operation, centre + radius * direction);
        cr_assert(contains(ball, on_edge, allowance), "%s: %s",
                  expr_operation_name(operation), where);
        sum += value_at(operation, centre + radius / 2 * direction);
    }
    double complex distance = sum / POINTS - value_at(operation, centre);
    cr_assert(cabs(distance) <= allowance, "%s: %s: mean off by %g",
              expr_operation_name(operation), where, cabs(distance));
}

Test(acb_operation, a_finite_ball_holds_the_values_of_an_analytic_function) {
    struct sample s = sample_begin();
    for (int i = EXPR_ADD; i <= EXPR_SELECT; i++) {
        const enum expr_operation operation = (enum expr_operation)i;
        int known = 0;
        for (int trial = 0; trial < 1000; trial++) {
            double complex centre = sample_uniform(&s, -3, 3);
            if (sample_choice(&s, 3))
                centre += I * sample_uniform(&s, -2, 2);
            double radius = ldexp(sample_uniform(&s, 0, 1), -sample_choice(&s, 8));
            acb_t ball;
            acb_init(ball);
            operate_on_disc(ball, operation, centre, radius);
            if (acb_is_finite(ball)) {
                char where[80];
                snprintf(where, sizeof where, "seed %llu trial %d",
                         (unsigned long long)s.seed, trial);
                check_disc(operation, ball, centre, radius, where);
                known++;
            }
        }
        cr_assert_gt(known, 500, "%s: %d", expr_operation_name(operation), known);
    }
}

static const double HALF_PI = 1.5707963267948966;

Test(acb_operation, a_disc_on_a_cut_or_a_pole_is_not_finite) {
    static const struct {
        enum expr_operation operation;
        double re, im, radius;
    } cases[] = {{EXPR_SQRT, -1, 0.05, 0.1},     {EXPR_SQRT, 0.1, 0, 0.11},
                 {EXPR_SQRT, -1, 0, 0},          {EXPR_SQRT, 0, 0, 0},
                 {EXPR_LOG, -1, 0.05, 0.1},      {EXPR_LOG, 0.1, 0, 0.11},
                 {EXPR_LOG, -1, 0, 0},           {EXPR_POW, -1, 0.05, 0.1},
                 {EXPR_POW, 0.1, 0, 0.11},       {EXPR_POW, 0, 0, 0},
                 {EXPR_DIV, 0.1, 0.1, 0.15},     {EXPR_DIV, 0, 0, 0},
                 {EXPR_ASIN, 1.2, 0.05, 0.1},    {EXPR_ASIN, -1.2, 0.05, 0.1},
                 {EXPR_ASIN, 0.95, 0, 0.06},     {EXPR_ASIN, 1, 0, 0},
                 {EXPR_ACOS, 1.2, 0.05, 0.1},    {EXPR_ACOS, -1.2, 0.05, 0.1},
                 {EXPR_ACOS, -0.95, 0, 0.06},    {EXPR_ACOS, -1, 0, 0},
                 {EXPR_ATAN, 0.05, 1.2, 0.1},    {EXPR_ATAN, 0.05, -1.2, 0.1},
                 {EXPR_ATAN, 0, 0.95, 0.06},     {EXPR_ATAN, 0, 1, 0},
                 {EXPR_TAN, HALF_PI, 0, 0.01},   {EXPR_TAN, -HALF_PI, 0.05, 0.1},
                 {EXPR_TANH, 0, HALF_PI, 0.01},  {EXPR_TANH, 0.05, -HALF_PI, 0.1},
                 {EXPR_SELECT, 0.1, 0, 0.11},    {EXPR_SELECT, -0.1, 0.3, 0.11},
                 {EXPR_SELECT, NAN, 0, 0},       {EXPR_SELECT, 1.37, NAN, 0},
                 {EXPR_MUL, INFINITY, 0.3, 0.1}, {EXPR_ADD, 0.3, NAN, 0.1}};
    acb_t ball;
    acb_init(ball);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        acb_one(ball);
        operate_on_disc(ball, cases[i].operation, number(cases[i].re, cases[i].im),
                        cases[i].radius);
        cr_assert_not(acb_is_finite(ball), "case %zu: %s", i,
                      expr_operation_name(cases[i].operation));
    }
}

/* Beside the cuts, and on the parts of the axes that are none. */
Test(acb_operation, a_disc_beside_a_cut_is_finite) {
    static const struct {
        enum expr_operation operation;
        double re, im, radius;
    } cases[] = {{EXPR_SQRT, -1, 0.2, 0.19},   {EXPR_SQRT, 0.2, 0, 0.19},
                 {EXPR_LOG, -1, -0.2, 0.19},   {EXPR_LOG, 0.2, 0, 0.19},
                 {EXPR_POW, -1, 0.2, 0.19},    {EXPR_POW, 0.2, 0, 0.19},
                 {EXPR_DIV, -1, 0, 0.5},       {EXPR_ASIN, 1.2, 0.2, 0.1},
                 {EXPR_ASIN, 0.5, 0, 0.3},     {EXPR_ASIN, 0, 3, 0.1},
                 {EXPR_ACOS, -1.2, -0.2, 0.1}, {EXPR_ACOS, -0.5, 0, 0.3},
                 {EXPR_ATAN, 0.2, 1.2, 0.1},   {EXPR_ATAN, 0, 0.5, 0.3},
                 {EXPR_ATAN, 3, 0, 0.5},       {EXPR_TAN, 1, 0, 0.3},
                 {EXPR_TANH, 0, 1, 0.3},       {EXPR_SELECT, 0.2, 5, 0.19},
                 {EXPR_SELECT, -0.2, 5, 0.19}};
    acb_t ball;
    acb_init(ball);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double complex centre = number(cases[i].re, cases[i].im);
        operate_on_disc(ball, cases[i].operation, centre, cases[i].radius);
        cr_assert(acb_is_finite(ball), "case %zu: %s", i,
                  expr_operation_name(cases[i].operation));
        check_disc(cases[i].operation, ball, centre, cases[i].radius, "a case");
    }
}

/* An integer exponent has no cut. */
Test(acb_operation, an_integer_power_is_analytic_around_zero) {
    acb_t x, exponent, result;
    acb_inits(x, exponent, result);
    set_disc(x, -0.1 + 0.05 * I, 0.2);
    acb_set_si(exponent, 3);
    acb_operate(result, EXPR_POW, x, exponent, NULL, BITS);
    cr_assert(acb_is_finite(result) && contains(result, cpow(0.1 - 0.15 * I, 3), 1e-15));
    acb_set_si(exponent, -3);
    acb_operate(result, EXPR_POW, x, exponent, NULL, BITS);
    cr_assert_not(acb_is_finite(result));
}

Test(acb_operation, a_square_is_the_product_of_equal_factors) {
    acb_t x, y, square, product;
    acb_inits(x, y, square, product);
    set_disc(x, 0.37 - 0.83 * I, 1e-3);
    acb_set(y, x);
    acb_operate(square, EXPR_MUL, x, x, NULL, BITS);
    acb_operate(product, EXPR_MUL, x, y, NULL, BITS);
    cr_assert(acb_overlaps(square, product) && acb_rel_accuracy_bits(square) > 6);
}
