/* Continued fractions: the convergents p_k/q_k of x = a0 + 1/(a1 + 1/(a2 + ...)),
 *     p_k = a_k p_(k-1) + p_(k-2),   q_k = a_k q_(k-1) + q_(k-2),
 * are the best approximations of their size (Hardy & Wright, An Introduction to the Theory of
 * Numbers, chapter X).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/laws/fraction.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

/* Numbers up to this are taken apart; no weight is larger than a few. */
static const double largest_number = 1073741824;

/* Fractions that a number is said to be close to have denominators up to this. */
enum { simple_denominator = 64 };
/* A number this close to a simple fraction is written as that and the difference: 7 digits
 * would not show it. */
static const double closeness = 5e-7;

/* Significant digits that distinguish a rational of the size of weights from its
 * neighbours; beyond, the convergents are noise. */
enum { guard_bits = 64, most_convergents = 64 };

static bool is_within(mpfr_srcptr x, const struct fraction *f, double tolerance) {
    mpfr_t difference, bound;
    mpfr_inits2(mpfr_get_prec(x) + guard_bits, difference, bound, (mpfr_ptr)NULL);
    mpfr_set_si(difference, f->numerator, MPFR_RNDN);
    mpfr_div_si(difference, difference, f->denominator, MPFR_RNDN);
    mpfr_sub(difference, difference, x, MPFR_RNDN);
    mpfr_set_d(bound, tolerance, MPFR_RNDN);
    if (mpfr_cmpabs_ui(x, 1) > 0)
        mpfr_mul(bound, bound, x, MPFR_RNDN);
    bool within = mpfr_cmpabs(difference, bound) <= 0;
    mpfr_clears(difference, bound, (mpfr_ptr)NULL);
    return within;
}

int fraction_find(struct fraction *f, mpfr_srcptr x, double tolerance, long largest) {
    long p = 1, q = 0, p_before = 0, q_before = 1;
    mpfr_t rest, part;
    int missing = 1;
    if (!mpfr_number_p(x))
        return 1;
    mpfr_inits2(mpfr_get_prec(x) + guard_bits, rest, part, (mpfr_ptr)NULL);
    mpfr_set(rest, x, MPFR_RNDN);
    for (int k = 0; k < most_convergents && missing; k++) {
        mpfr_floor(part, rest);
        if (mpfr_cmpabs_ui(part, (unsigned long)largest_number) > 0)
            break;
        long a = mpfr_get_si(part, MPFR_RNDN);
        if (q > 0 && a > (largest - q_before) / q)
            break;
        long p_next = a * p + p_before, q_next = a * q + q_before;
        p_before = p, q_before = q, p = p_next, q = q_next;
        const struct fraction convergent = {p, q};
        if (is_within(x, &convergent, tolerance)) {
            *f = convergent;
            missing = 0;
        }
        mpfr_sub(rest, rest, part, MPFR_RNDN);
        if (mpfr_zero_p(rest))
            break;
        mpfr_ui_div(rest, 1, rest, MPFR_RNDN);
    }
    mpfr_clears(rest, part, (mpfr_ptr)NULL);
    return missing;
}

static int print_fraction(char *text, const struct fraction *f) {
    if (f->denominator == 1)
        return snprintf(text, FRACTION_TEXT, "%ld", f->numerator);
    return snprintf(text, FRACTION_TEXT, "%ld/%ld", f->numerator, f->denominator);
}

static void print_difference(char *text, int length, const struct fraction *f,
                             mpfr_srcptr x) {
    mpfr_t difference;
    mpfr_init2(difference, mpfr_get_prec(x) + guard_bits);
    mpfr_set_si(difference, f->numerator, MPFR_RNDN);
    mpfr_div_si(difference, difference, f->denominator, MPFR_RNDN);
    mpfr_sub(difference, x, difference, MPFR_RNDN);
    snprintf(text + length, (size_t)(FRACTION_TEXT - length), "%+.1e",
             mpfr_get_d(difference, MPFR_RNDN));
    mpfr_clear(difference);
}

void fraction_print(char text[FRACTION_TEXT], mpfr_srcptr x, double unit) {
    struct fraction f;
    if (fraction_find(&f, x, FRACTION_UNITS * unit, FRACTION_LARGEST) == 0)
        print_fraction(text, &f);
    else if (fraction_find(&f, x, closeness, simple_denominator) == 0 && f.numerator != 0)
        print_difference(text, print_fraction(text, &f), &f, x);
    else
        snprintf(text, FRACTION_TEXT, "%.7g", mpfr_get_d(x, MPFR_RNDN));
}

void fraction_print_rough(char text[FRACTION_TEXT], double x, double tolerance) {
    struct fraction f;
    mpfr_t value;
    mpfr_init2(value, guard_bits);
    mpfr_set_d(value, x, MPFR_RNDN);
    /* with these the chance of a false fraction is as small as with the exact numbers */
    long largest = (long)fmin(FRACTION_LARGEST, sqrt(1e-3 / tolerance));
    if (fraction_find(&f, value, tolerance, largest) == 0)
        print_fraction(text, &f);
    else
        snprintf(text, FRACTION_TEXT, "%.5g", x);
    mpfr_clear(value);
}

int fraction_digits(double here, double there) {
    static const double few = 1e-6;
    return fabs(here - there) < few * fabs(there) ? 16 : 7;
}
