/* Fractions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/fingerprint/laws/fraction.h"

static const double unit = 0x1p-53;

static const char *print(double x) {
    static char text[FRACTION_TEXT];
    mpfr_t value;
    mpfr_init2(value, 53);
    mpfr_set_d(value, x, MPFR_RNDN);
    fraction_print(text, value, unit);
    mpfr_clear(value);
    return text;
}

Test(fraction, numbers_that_are_fractions_are_printed_as_such) {
    static const struct {
        double x;
        const char *text;
    } cases[] = {{0.75, "3/4"},
                 {-0.25, "-1/4"},
                 {0, "0"},
                 {1, "1"},
                 {-3, "-3"},
                 {200.0 / 237, "200/237"},
                 {16.0 / 135, "16/135"},
                 {-5.0 / 36, "-5/36"},
                 {1001.0 / 1000, "1001/1000"},
                 {137.0 / 9973, "137/9973"},
                 {1e-16, "0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_str_eq(print(cases[i].x), cases[i].text);
}

Test(fraction, others_have_digits_or_their_distance_from_a_simple_one) {
    cr_expect_str_eq(print(3.14159265358979), "3.141593");
    cr_expect_str_eq(print(1 + 1e-12), "1+1.0e-12");
    cr_expect_str_eq(print(0.25 - 2.5e-13), "1/4-2.5e-13");
    cr_expect_str_eq(print(1.000001), "1.000001");
    cr_expect_str_eq(print(3e-7 + 1e-15), "3e-07");
    cr_expect_str_eq(print(1.0 / 10007), "9.993005e-05");
}

/* The tolerance is 8 units: 7 are a fraction, 9 are not. */
Test(fraction, eight_units_in_the_last_place_are_allowed) {
    cr_expect_str_eq(print(0.75 + 7 * unit), "3/4");
    cr_expect(strcmp(print(0.75 + 9 * unit), "3/4") != 0);
}

Test(fraction, at_256_bits_the_tolerance_is_as_much_smaller) {
    char text[FRACTION_TEXT];
    mpfr_t value;
    mpfr_init2(value, 256);
    mpfr_set_d(value, 0.75, MPFR_RNDN);
    fraction_print(text, value, ldexp(1, -256));
    cr_expect_str_eq(text, "3/4");
    mpfr_add_d(value, value, 1e-30, MPFR_RNDN);
    fraction_print(text, value, ldexp(1, -256));
    cr_expect_str_eq(text, "3/4+1.0e-30");
    mpfr_set_ui(value, 1, MPFR_RNDN);
    mpfr_div_ui(value, value, 3, MPFR_RNDN);
    fraction_print(text, value, ldexp(1, -256));
    cr_expect_str_eq(text, "1/3");
}

Test(fraction, what_is_not_finite_or_too_large_has_none) {
    static const double cases[] = {INFINITY, NAN, 1e300, -1e300};
    mpfr_t value;
    mpfr_init2(value, 53);
    for (size_t i = 0; i < 4; i++) {
        struct fraction f = {7, 7};
        mpfr_set_d(value, cases[i], MPFR_RNDN);
        cr_expect(fraction_find(&f, value, 1e-15, FRACTION_LARGEST) != 0);
        cr_expect(f.numerator == 7 && f.denominator == 7);
    }
}
