/* Special functions in MPFR against a table from elsewhere, the identities which define
 * them, and themselves at more bits.
 *
 * Seen to fail: with another step's c_n, with asin left out of am beyond m = 1, with + e sin E,
 * with b_n - a_n exchanged, without the bits for m next to 1 and for the end of F, with E
 * bounded by the cube root alone, with K of any size.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/mpfr_special.h"

#include <criterion/criterion.h>
#include <math.h>

#include "problems/tests/special_values.h"

enum { BITS = 170, CASES = 60, NUMBERS = 12 };

/* The distance of a from b in units of 2^-bits max(1, |b|). */
static double distance(mpfr_srcptr a, mpfr_srcptr b, mpfr_prec_t bits) {
    mpfr_t d;
    mpfr_init2(d, 64);
    mpfr_sub(d, a, b, MPFR_RNDN);
    if (mpfr_cmp_ui(b, 1) > 0 || mpfr_cmp_si(b, -1) < 0)
        mpfr_div(d, d, b, MPFR_RNDN);
    mpfr_mul_2ui(d, d, (unsigned long)bits, MPFR_RNDN);
    return fabs(mpfr_get_d(d, MPFR_RNDN));
}

Test(mpfr_special, has_the_values_of_the_table) {
    struct special_value value[SPECIAL_VALUES];
    int count = special_values(value);
    cr_assert_gt(count, 50);
    for (int i = 0; i < count; i++) {
        mpfr_t a, b, r, expected;
        mpfr_inits2(BITS, a, b, r, expected, (mpfr_ptr)NULL);
        mpfr_set_prec(a, 600); /* decimal numbers, to more digits than the table has */
        mpfr_set_prec(b, 600);
        mpfr_set_str(a, value[i].a, 10, MPFR_RNDN);
        mpfr_set_str(b, value[i].b, 10, MPFR_RNDN);
        mpfr_set_str(expected, value[i].value, 10, MPFR_RNDN);
        mpfr_special(r, value[i].function, a, b);
        double units = distance(r, expected, BITS);
        cr_expect(isfinite(units) && units <= 4, "%s(%s, %s): %g",
                  expr_operation_name(value[i].function), value[i].a, value[i].b, units);
    }
}

Test(mpfr_special, is_as_precise_as_its_result) {
    struct sample s = sample_begin();
    mpfr_t a, b, less, more;
    mpfr_inits2(53, a, b, less, (mpfr_ptr)NULL);
    mpfr_init2(more, 300);
    for (int i = 0; i < CASES; i++)
        for (int f = EXPR_SN; f <= EXPR_KEPLER; f++) {
            const enum expr_operation function = (enum expr_operation)f;
            mpfr_set_prec(less, 40 + sample_choice(&s, 100));
            special_sample(&s, function, a, b);
            mpfr_special(less, function, a, b);
            mpfr_special(more, function, a, b);
            double units = distance(less, more, mpfr_get_prec(less));
            cr_expect(isfinite(units) && units <= 2, "%s(%a, %a): %g, TEST_SEED=%llu",
                      expr_operation_name(function), mpfr_get_d(a, MPFR_RNDN),
                      mpfr_get_d(b, MPFR_RNDN), units, (unsigned long long)s.seed);
        }
}

/* The function at 100 and at 600 bits, which may differ in the last two of them. */
static void expect_precise(enum expr_operation function, mpfr_srcptr a, mpfr_srcptr b,
                           const char *where) {
    mpfr_t less, more;
    mpfr_init2(less, 100);
    mpfr_init2(more, 600);
    mpfr_special(less, function, a, b);
    mpfr_special(more, function, a, b);
    double units = distance(less, more, 100);
    cr_expect(isfinite(units) && units <= 2, "%s %s: %g", expr_operation_name(function),
              where, units);
}

Test(mpfr_special, is_precise_where_the_parameter_is_next_to_one) {
    mpfr_t a, b;
    mpfr_inits2(400, a, b, (mpfr_ptr)NULL);
    for (int j = 50; j <= 300; j += 50) {
        for (int f = EXPR_SN; f <= EXPR_ELLIPTIC_K; f++) {
            mpfr_set_ui_2exp(b, 1, -j, MPFR_RNDN);
            mpfr_ui_sub(b, 1, b, MPFR_RNDN);
            mpfr_set_d(a, f == EXPR_ELLIPTIC_F ? 1.5703 : 0.37 * j, MPFR_RNDN);
            expect_precise((enum expr_operation)f, f == EXPR_ELLIPTIC_K ? b : a, b,
                           "below one");
            mpfr_ui_div(b, 1, b, MPFR_RNDN);
            if (f < EXPR_ELLIPTIC_F)
                expect_precise((enum expr_operation)f, a, b, "above one");
        }
        mpfr_set_ui_2exp(b, 1, -j, MPFR_RNDN);
        mpfr_ui_sub(b, 1, b, MPFR_RNDN);
        mpfr_set_ui_2exp(a, 3, -j, MPFR_RNDN);
        expect_precise(EXPR_KEPLER, a, b, "at the focus");
        mpfr_div_2ui(a, a, 3000, MPFR_RNDN);
        expect_precise(EXPR_KEPLER, a, b, "very near to it");
    }
}

/* sqrt(m) sin phi = 1 - 2^-j: F changes with the root of 2^-j. */
Test(mpfr_special, is_precise_where_the_integral_ends) {
    mpfr_t a, b;
    mpfr_inits2(400, a, b, (mpfr_ptr)NULL);
    mpfr_set_d(b, 2.25, MPFR_RNDN);
    for (int j = 20; j <= 300; j += 40) {
        mpfr_set_ui_2exp(a, 1, -j, MPFR_RNDN);
        mpfr_ui_sub(a, 1, a, MPFR_RNDN);
        mpfr_div_d(a, a, 1.5, MPFR_RNDN);
        mpfr_asin(a, a, MPFR_RNDN);
        expect_precise(EXPR_ELLIPTIC_F, a, b, "at its end");
    }
}

/* n[0..3] := am, sn, cn, dn at u. */
static void take_all(mpfr_t *n, mpfr_srcptr u, mpfr_srcptr m) {
    mpfr_special(n[0], EXPR_AM, u, m);
    mpfr_special(n[1], EXPR_SN, u, m);
    mpfr_special(n[2], EXPR_CN, u, m);
    mpfr_special(n[3], EXPR_DN, u, m);
}

/* sn(u + v) = (sn u cn v dn v + sn v cn u dn u)/(1 - m sn^2 u sn^2 v): the difference of the
 * sides, times the divisor. */
static void addition_residual(mpfr_ptr r, mpfr_t *u, mpfr_t *v, mpfr_srcptr sum,
                              mpfr_srcptr m) {
    mpfr_t x;
    mpfr_init2(x, mpfr_get_prec(r));
    mpfr_mul(r, u[1], v[1], MPFR_RNDN);
    mpfr_sqr(r, r, MPFR_RNDN);
    mpfr_mul(r, r, m, MPFR_RNDN);
    mpfr_ui_sub(r, 1, r, MPFR_RNDN);
    mpfr_mul(r, r, sum, MPFR_RNDN);
    for (int i = 0; i < 2; i++) {
        mpfr_t *p = i ? v : u, *q = i ? u : v;
        mpfr_mul(x, p[1], q[2], MPFR_RNDN);
        mpfr_mul(x, x, q[3], MPFR_RNDN);
        mpfr_sub(r, r, x, MPFR_RNDN);
    }
}

/* a^2 + f b^2 - 1. */
static void circle_residual(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr f, mpfr_srcptr b) {
    mpfr_t x;
    mpfr_init2(x, mpfr_get_prec(r));
    mpfr_sqr(x, b, MPFR_RNDN);
    mpfr_mul(x, x, f, MPFR_RNDN);
    mpfr_sqr(r, a, MPFR_RNDN);
    mpfr_add(r, r, x, MPFR_RNDN);
    mpfr_sub_ui(r, r, 1, MPFR_RNDN);
}

static void expect_small(mpfr_srcptr r, double scale, const char *what, mpfr_srcptr u,
                         mpfr_srcptr m, const struct sample *s) {
    double size = ldexp(mpfr_get_d(r, MPFR_RNDN), BITS) / scale;
    cr_expect(isfinite(size) && fabs(size) < 256, "%s at %a, %a: %g, TEST_SEED=%llu",
              what, mpfr_get_d(u, MPFR_RNDN), mpfr_get_d(m, MPFR_RNDN), size,
              (unsigned long long)s->seed);
}

Test(mpfr_special, keeps_the_identities_of_jacobis_functions) {
    struct sample s = sample_begin();
    mpfr_t n[NUMBERS], u, v, m, one, r;
    for (int i = 0; i < NUMBERS; i++)
        mpfr_init2(n[i], BITS);
    mpfr_inits2(BITS, u, v, m, one, r, (mpfr_ptr)NULL);
    mpfr_set_ui(one, 1, MPFR_RNDN);
    for (int i = 0; i < CASES; i++) {
        special_sample(&s, EXPR_SN, u, m);
        mpfr_set_d(v, sample_uniform(&s, -2, 2), MPFR_RNDN);
        double scale = 1 + fabs(mpfr_get_d(m, MPFR_RNDN)); /* of what is added up */
        take_all(n, u, m);
        take_all(n + 4, v, m);
        circle_residual(r, n[1], one, n[2]);
        expect_small(r, 1, "sn^2 + cn^2 - 1", u, m, &s);
        circle_residual(r, n[3], m, n[1]);
        expect_small(r, scale, "dn^2 + m sn^2 - 1", u, m, &s);
        mpfr_sin(r, n[0], MPFR_RNDN);
        mpfr_sub(r, r, n[1], MPFR_RNDN);
        expect_small(r, 1 + fabs(mpfr_get_d(n[0], MPFR_RNDN)), "sin am - sn", u, m, &s);
        mpfr_add(r, u, v, MPFR_RNDN);
        double sum = 1 + fabs(mpfr_get_d(r, MPFR_RNDN)) * sqrt(scale);
        mpfr_special(n[8], EXPR_SN, r, m);
        addition_residual(r, n, n + 4, n[8], m);
        expect_small(r, scale * sum, "sn(u + v)", u, m, &s);
    }
}

/* F(am u) = u for m < 1; am(u + 2 K) = am u + pi. */
Test(mpfr_special, inverts_the_integral_and_has_its_period) {
    struct sample s = sample_begin();
    mpfr_t u, m, r, pi;
    mpfr_inits2(BITS, u, m, r, pi, (mpfr_ptr)NULL);
    mpfr_const_pi(pi, MPFR_RNDN);
    for (int i = 0; i < CASES; i++) {
        special_sample(&s, EXPR_ELLIPTIC_K, m, m);
        mpfr_set_d(u, sample_uniform(&s, -9, 9), MPFR_RNDN);
        double loss = 1 / sqrt(1 - mpfr_get_d(m, MPFR_RNDN)); /* of am, at K */
        mpfr_special(r, EXPR_AM, u, m);
        mpfr_special(r, EXPR_ELLIPTIC_F, r, m);
        mpfr_sub(r, r, u, MPFR_RNDN);
        expect_small(r, 10 * loss, "F(am u) - u", u, m, &s);
        mpfr_special(r, EXPR_ELLIPTIC_K, m, NULL);
        mpfr_mul_2ui(r, r, 1, MPFR_RNDN);
        mpfr_add(r, r, u, MPFR_RNDN);
        mpfr_special(r, EXPR_AM, r, m);
        mpfr_special(u, EXPR_AM, u, m);
        mpfr_sub(r, r, u, MPFR_RNDN);
        mpfr_sub(r, r, pi, MPFR_RNDN);
        expect_small(r, 10, "am(u + 2 K) - am u - pi", u, m, &s);
    }
}

Test(mpfr_special, solves_keplers_equation) {
    struct sample s = sample_begin();
    mpfr_t mean, e, x, r;
    mpfr_inits2(BITS, mean, e, x, r, (mpfr_ptr)NULL);
    for (int i = 0; i < CASES; i++) {
        special_sample(&s, EXPR_KEPLER, mean, e);
        mpfr_special(x, EXPR_KEPLER, mean, e);
        mpfr_sin(r, x, MPFR_RNDN);
        mpfr_mul(r, r, e, MPFR_RNDN);
        mpfr_sub(r, x, r, MPFR_RNDN);
        mpfr_sub(r, r, mean, MPFR_RNDN);
        expect_small(r, 1 + fabs(mpfr_get_d(mean, MPFR_RNDN)), "Kepler", mean, e, &s);
    }
}

/* Exactly at the ends of the parameter, and outside. */
static const struct {
    const char *function;
    double a, b, value; /* not a number: neither is the function */
} ENDS[] = {
    {"sn", 0.7, 0, 0.64421768723769102},
    {"cn", 0.7, 0, 0.7648421872844885},
    {"dn", 0.7, 0, 1},
    {"am", 0.7, 0, 0.7},
    {"sn", 0.7, 1, 0.60436777711716361},
    {"cn", 0.7, 1, 0.79670545999287503},
    {"dn", 0.7, 1, 0.79670545999287503},
    {"am", 0.7, 1, 0.64897208178369545},
    {"elliptic_f", 0.7, 0, 0.7},
    {"elliptic_f", 0.7, 1, 0.76535045859768295},
    {"elliptic_f", 2, 1, NAN},
    {"elliptic_f", 2.9, 1.3, NAN},
    {"kepler", 3, 1.5, NAN},
    {"kepler", 3, -1.5, NAN},
    {"elliptic_f", 2, 1.3, NAN},
    {"elliptic_f", 1.1, 1.3, NAN},
    {"sn", 0.7, -0.1, NAN},
    {"am", 0.7, -0.1, NAN},
    {"sn", NAN, 0.5, NAN},
    {"cn", INFINITY, 0.5, NAN},
    {"elliptic_k", 1, 0, NAN},
    {"elliptic_k", 1.5, 0, NAN},
    {"elliptic_k", 0, 0, 1.5707963267948966},
    {"kepler", 0.3, 1, NAN},
    {"kepler", 0.3, -1, NAN},
    {"kepler", 0.3, 0, 0.3},
    {"kepler", 0, 0.9, 0},
    {"kepler", 3, -0.9, 2.3769464230028032},
    {"kepler", INFINITY, 0.9, NAN},
    {"kepler", -0.0, -0.9, 0},
};
enum { END_ROWS = sizeof ENDS / sizeof *ENDS };

Test(mpfr_special, is_right_at_the_ends_and_no_number_outside) {
    for (int i = 0; i < END_ROWS; i++) {
        double value =
            double_special(special_operation(ENDS[i].function), ENDS[i].a, ENDS[i].b);
        if (isnan(ENDS[i].value))
            cr_expect(isnan(value), "row %d: %g", i, value);
        else
            cr_expect(isfinite(value) && fabs(value - ENDS[i].value) <= 4e-16,
                      "row %d: %.17g", i, value);
    }
}

/* Relative to themselves: the slope at 0 is 1, of Kepler's E it is 1/(1 - e). */
Test(mpfr_special, is_precise_where_it_vanishes_with_its_argument) {
    static const enum expr_operation vanishing[] = {EXPR_SN, EXPR_AM, EXPR_ELLIPTIC_F};
    static const double tiny = 1.37e-300, parameter[] = {-0.75, 0.5, 0.75};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            if (parameter[k] > 0 || vanishing[i] == EXPR_ELLIPTIC_F)
                cr_expect_eq(double_special(vanishing[i], tiny, parameter[k]), tiny);
        double value = double_special(EXPR_KEPLER, tiny, parameter[k]);
        double expected = tiny / (1 - parameter[k]);
        cr_expect(isfinite(value) && fabs(value - expected) <= 4e-16 * expected, "%g",
                  parameter[k]);
    }
}

/* They would take as many bits as the argument has before its point. */
Test(mpfr_special, has_no_value_of_arguments_beyond_the_limit) {
    mpfr_t huge, half, r;
    mpfr_inits2(53, huge, half, r, (mpfr_ptr)NULL);
    mpfr_set_si_2exp(huge, -1, 1000000000, MPFR_RNDN);
    mpfr_set_d(half, 0.5, MPFR_RNDN);
    for (int f = EXPR_SN; f <= EXPR_KEPLER; f++) {
        mpfr_special(r, (enum expr_operation)f, huge, half);
        cr_expect(mpfr_nan_p(r), "%s", expr_operation_name((enum expr_operation)f));
    }
}
