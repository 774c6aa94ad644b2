/* Special functions in balls: they contain the values of a table, MPFR's values at more bits
 * and those of members of wide arguments; they are narrow; and what lies outside the domain
 * is not finite.
 *
 * Seen to fail: with the radius of the argument or the turns of am left out, with K' for K in
 * z, with cn for dn beyond m = 1, with f'(x) for f'(x + [-d, d]), with the checks of the angle,
 * of v in (-2 K, 2 K), of |e| < 1 and of the number of turns left out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/balls/arb_special.h"

#include <criterion/criterion.h>
#include <math.h>

#include "problems/base/many.h"
#include "problems/readers/mpfr_special.h"
#include "problems/tests/special_values.h"

enum { BITS = 200, MORE_BITS = 400, CASES = 30, MEMBERS = 5 };

/* Whether the ball meets the numbers within 2^-bits max(1, |value|) of value. */
static bool meets(const arb_t ball, mpfr_srcptr value, slong bits) {
    arb_t known, one;
    arb_inits(known, one);
    arf_set_mpfr(arb_midref(one), value);
    arb_get_mag(arb_radref(known), one);
    mag_one(arb_radref(one));
    mag_max(arb_radref(known), arb_radref(known), arb_radref(one));
    mag_mul_2exp_si(arb_radref(known), arb_radref(known), -bits);
    arf_set_mpfr(arb_midref(known), value);
    return mpfr_number_p(value) && arb_overlaps(ball, known);
}

/* The radius in units of 2^-BITS max(1, |ball|). */
static double width(const arb_t ball) {
    double size = fabs(arf_get_d(arb_midref(ball), ARF_RND_NEAR));
    return ldexp(mag_get_d(arb_radref(ball)), BITS) / fmax(1, size);
}

static void set_decimal(mpfr_ptr x, arb_t ball, const char *text) {
    mpfr_set_str(x, text, 10, MPFR_RNDN);
    arb_set_str(ball, text, MORE_BITS);
}

Test(arb_special, contains_the_values_of_the_table) {
    struct special_value value[SPECIAL_VALUES];
    const slong table_bits = 190; /* of 60 digits */
    int count = special_values(value);
    arb_t a, b, r;
    mpfr_t x;
    arb_inits(a, b, r);
    mpfr_init2(x, BITS);
    for (int i = 0; i < count; i++) {
        set_decimal(x, a, value[i].a);
        set_decimal(x, b, value[i].b);
        mpfr_set_str(x, value[i].value, 10, MPFR_RNDN);
        arb_special(r, value[i].function, a, b, MORE_BITS);
        cr_expect(meets(r, x, table_bits) && width(r) < 1, "%s(%s, %s)",
                  expr_operation_name(value[i].function), value[i].a, value[i].b);
    }
}

/* How sharp a ball may be asked to be, in bits lost: near m = 1 or e = 1 and for large u
 * numbers on the way are larger than the result. */
static double foreseen_loss(enum expr_operation function, double a, double b) {
    double near = fabs(1 - (function == EXPR_ELLIPTIC_K ? a : fabs(b)));
    double size = log2(1 + fabs(a) * sqrt(fmax(1, fabs(b))));
    return 16 + 2 * size + 2 * fmax(0, -log2(near)) + fmax(0, -log2(fabs(b)));
}

Test(arb_special, contains_the_value_of_exact_arguments_and_is_narrow) {
    struct sample s = sample_begin();
    mpfr_t a, b, x;
    arb_t u, m, r;
    mpfr_inits2(53, a, b, (mpfr_ptr)NULL);
    mpfr_init2(x, MORE_BITS);
    arb_inits(u, m, r);
    for (int i = 0; i < CASES; i++)
        for (int f = EXPR_SN; f <= EXPR_KEPLER; f++) {
            const enum expr_operation function = (enum expr_operation)f;
            special_sample(&s, function, a, b);
            arf_set_mpfr(arb_midref(u), a);
            arf_set_mpfr(arb_midref(m), b);
            mpfr_special(x, function, a, b);
            arb_special(r, function, u, m, BITS);
            double da = mpfr_get_d(a, MPFR_RNDN), db = mpfr_get_d(b, MPFR_RNDN);
            bool right = meets(r, x, MORE_BITS - 4),
                 narrow = log2(width(r)) < foreseen_loss(function, da, db);
            cr_expect(right && narrow, "%s(%a, %a): %d, 2^%.1f of 2^%.1f, TEST_SEED=%llu",
                      expr_operation_name(function), da, db, right, log2(width(r)),
                      foreseen_loss(function, da, db), (unsigned long long)s.seed);
        }
}

/* A ball around a number, and a member of it. */
static void widen(arb_t ball, mpfr_srcptr x, double radius) {
    arf_set_mpfr(arb_midref(ball), x);
    mag_set_d(arb_radref(ball), radius);
}

static void pick(mpfr_ptr member, mpfr_srcptr middle, double radius, struct sample *s) {
    double place =
        sample_choice(s, 3) ? sample_uniform(s, -1, 1) : 1 - sample_choice(s, 3);
    mpfr_set(member, middle, MPFR_RNDN);
    mpfr_add_d(member, member, place * radius, MPFR_RNDN);
}

/* A radius of b that leaves it on its side of 0 and 1. */
static double parameter_radius(enum expr_operation function, mpfr_srcptr b,
                               struct sample *s) {
    double m = mpfr_get_d(b, MPFR_RNDN);
    double room = fmin(fabs(m), fabs(1 - fabs(m)));
    if (function == EXPR_ELLIPTIC_F && m > 1)
        return 0; /* its angle was made for it */
    return room * exp(sample_uniform(s, -30, -3));
}

static void expect_members(struct sample *s, enum expr_operation function, mpfr_srcptr a,
                           mpfr_srcptr b, const double radius[2], int *finite) {
    mpfr_t p, q, x;
    arb_t u, m, r;
    mpfr_inits2(MORE_BITS, p, q, x, (mpfr_ptr)NULL);
    arb_inits(u, m, r);
    widen(u, a, radius[0]);
    widen(m, b, radius[1]);
    arb_special(r, function, u, m, BITS);
    *finite += arb_is_finite(r) != 0;
    for (int i = 0; i < MEMBERS && arb_is_finite(r); i++) {
        pick(p, a, radius[0], s);
        pick(q, b, radius[1], s);
        mpfr_special(x, function, p, q);
        cr_expect(meets(r, x, MORE_BITS - 8), "%s(%a + %g, %a + %g), TEST_SEED=%llu",
                  expr_operation_name(function), mpfr_get_d(a, MPFR_RNDN), radius[0],
                  mpfr_get_d(b, MPFR_RNDN), radius[1], (unsigned long long)s->seed);
    }
}

Test(arb_special, contains_the_values_of_all_members_of_wide_arguments) {
    struct sample s = sample_begin();
    mpfr_t a, b;
    int finite = 0;
    mpfr_inits2(53, a, b, (mpfr_ptr)NULL);
    for (int i = 0; i < CASES; i++)
        for (int f = EXPR_SN; f <= EXPR_KEPLER; f++) {
            const enum expr_operation function = (enum expr_operation)f;
            special_sample(&s, function, a, b);
            double radius[2] = {exp(sample_uniform(&s, -40, -1)),
                                parameter_radius(function, b, &s)};
            if (function == EXPR_ELLIPTIC_K)
                radius[0] = parameter_radius(function, a, &s);
            if (function == EXPR_ELLIPTIC_F)
                radius[0] *= 1e-3 * fabs(mpfr_get_d(a, MPFR_RNDN));
            if (sample_choice(&s, 2))
                radius[1] = 0;
            expect_members(&s, function, a, b, radius, &finite);
        }
    cr_expect_gt(finite, CASES * (EXPR_KEPLER - EXPR_SN + 1) * 3 / 4, "%d", finite);
}

Test(arb_special, of_a_wide_argument_is_hardly_wider_than_it) {
    static const char *const names[] = {"sn", "cn", "dn", "am", "kepler"};
    static const double slope[] = {1, 1, 1, 1, 1 / (1 - 0.7)};
    arb_t a, b, r;
    arb_inits(a, b, r);
    for (int i = 0; i < 5; i++) {
        arb_set_d(a, 1.37);
        mag_set_d(arb_radref(a), 0.01);
        arb_set_d(b, 0.7);
        arb_special(r, special_operation(names[i]), a, b, BITS);
        double radius = mag_get_d(arb_radref(r));
        cr_expect(isfinite(radius) && radius <= 0.0101 * slope[i], "%s: %g", names[i],
                  radius);
    }
}

/* Balls that reach out of the domain, or across m = 0 and m = 1. */
static const struct {
    const char *function;
    double a, a_radius, b, b_radius;
} OUTSIDE[] = {
    {"sn", 0.7, 0, 1, 1e-9},         {"am", 0.7, 0, -0.1, 0},
    {"dn", 0.7, 0, 1e-9, 1e-8},      {"cn", 0.7, 0, 0.9, 0.2},
    {"elliptic_f", 2, 0, 1.3, 0},    {"elliptic_f", 1.1, 0, 1.3, 0},
    {"elliptic_f", 1.2, 0, 1, 1e-9}, {"elliptic_f", 1.5, 0.1, 1.0001, 0},
    {"elliptic_k", 0.9, 0.2, 0, 0},  {"elliptic_k", 1, 0, 0, 0},
    {"kepler", 0.3, 0, 1, 0},        {"kepler", 0.3, 0, 0.9, 0.1},
    {"elliptic_f", 2.9, 0, 1.3, 0},  {"elliptic_f", 3, 0, 1, 0},
    {"kepler", 3, 0, 1.5, 0},        {"kepler", 3, 0, -1.5, 0},
    {"am", 0x1p300, 0, 0.5, 0},      {"kepler", 0.3, INFINITY, 0.9, 0},
    {"sn", NAN, 0, 0.3, 0},
};
enum { OUTSIDE_ROWS = sizeof OUTSIDE / sizeof *OUTSIDE };

Test(arb_special, is_not_finite_where_members_are_outside) {
    arb_t a, b, r;
    arb_inits(a, b, r);
    for (int i = 0; i < OUTSIDE_ROWS; i++) {
        arb_set_d(a, OUTSIDE[i].a);
        mag_set_d(arb_radref(a), OUTSIDE[i].a_radius);
        arb_set_d(b, OUTSIDE[i].b);
        mag_set_d(arb_radref(b), OUTSIDE[i].b_radius);
        arb_special(r, special_operation(OUTSIDE[i].function), a, b, BITS);
        cr_expect(!arb_is_finite(r), "row %d", i);
    }
}

/* Its integer part in turns would fill the memory. */
Test(arb_special, says_nothing_of_the_turns_of_a_huge_argument) {
    arb_t a, b, r;
    arb_inits(a, b, r);
    arb_set_si(a, -1);
    arb_mul_2exp_si(a, a, (slong)1 << 45);
    arb_set_d(b, 0.37);
    for (int f = EXPR_SN; f <= EXPR_KEPLER; f++)
        arb_special(r, (enum expr_operation)f, a, b, BITS);
    arb_special(r, EXPR_AM, a, b, BITS);
    cr_expect(!arb_is_finite(r));
    arb_special(r, EXPR_SN, a, b, BITS);
    cr_expect(!arb_is_finite(r) || arb_contains_zero(r));
}
