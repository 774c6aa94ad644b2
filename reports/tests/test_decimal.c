/* Decimal numbers as texts. Logarithms are compared with ones worked out by hand:
 * log10(2) = 0.30102999566398119521, log10(3.7) = 0.56820172406699498.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "reports/decimal.h"

static const double rounding = 1e-12; /* of a few operations on numbers below 10^4 */

Test(decimal, a_logarithm_needs_no_range_of_doubles) {
    static const struct {
        const char *decimal;
        double expected;
    } table[] = {
        {"2", 0.30102999566398119521},
        {"+2", 0.30102999566398119521},
        {"3.7e-450", 0.56820172406699498 - 450},
        {"3.7E+4000", 0.56820172406699498 + 4000},
        {"370000", 0.56820172406699498 + 5},
        {"0.00037", 0.56820172406699498 - 4},
        {"0.00037e-10", 0.56820172406699498 - 14},
        {"037.000", 0.56820172406699498 + 1},
        {".2", 0.30102999566398119521 - 1},
        {"3."
         "700000000000000000000000000000000000000000000000000000000000000000000000000000"
         "1",
         0.56820172406699498},
        {"2000000000000000000000000000000000000000000000000000000000000000000000000000000"
         "0",
         0.30102999566398119521 + 79},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        double found = decimal_log10(table[i].decimal);
        cr_assert(isfinite(found), "%s", table[i].decimal);
        cr_assert(fabs(found - table[i].expected) < rounding, "%s: %.17g",
                  table[i].decimal, found);
    }
}

Test(decimal, what_is_no_positive_number_has_no_logarithm) {
    static const char *const wrong[] = {
        "",   "0", "0.000", "-2",  "nan",   "inf",  "2 m",
        "e5", ".", "2e",    "2e+", "1.2.3", "0x10", "1e99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cr_assert(isnan(decimal_log10(wrong[i])), "'%s'", wrong[i]);
    }
}

Test(decimal, agreement_counts_leading_characters) {
    cr_assert_eq(decimal_agreement("1.2345", "1.2399"), 4);
    cr_assert_eq(decimal_agreement("-1.25e-03", "-1.27e-03"), 4);
    cr_assert_eq(decimal_agreement("1.25e-03", "1.25e-04"), 0);
    cr_assert_eq(decimal_agreement("12.5", "1.25"), 0);
    cr_assert_eq(decimal_agreement("1.25", "1.25"), 4);
    cr_assert_eq(decimal_agreement("1.25", "1.251"), 4);
    cr_assert_eq(decimal_agreement("", "1"), 0);
}

static void check_number(double x, int digits, const char *expected) {
    struct text t = {0};
    decimal_number(&t, x, digits);
    cr_assert_str_eq(text_bytes(&t), expected, "%g became %s", x, text_bytes(&t));
    text_clear(&t);
}

Test(decimal, numbers_are_written_as_people_write_them) {
    check_number(0.37, 3, "0.37");
    check_number(1370, 3, "1370");
    check_number(-0.25, 4,
                 "\xE2\x88\x92"
                 "0.25");
    check_number(3.14159e-9, 2,
                 "3.1\xC2\xA0\xC3\x97\xC2\xA0"
                 "10<sup>\xE2\x88\x92"
                 "9</sup>");
    check_number(1e-7, 1,
                 "10<sup>\xE2\x88\x92"
                 "7</sup>");
    check_number(-1e-7, 1,
                 "\xE2\x88\x92"
                 "1\xC2\xA0\xC3\x97\xC2\xA0"
                 "10<sup>\xE2\x88\x92"
                 "7</sup>");
    check_number(6.02e23, 3,
                 "6.02\xC2\xA0\xC3\x97\xC2\xA0"
                 "10<sup>23</sup>");
    check_number(0, 3, "0");
    check_number(0.9996, 3, "1");
    check_number(NAN, 3, "\xE2\x80\x93");
    check_number(INFINITY, 3, "\xE2\x80\x93");
}

static void check_interval(double value, double low, double high, const char *expected) {
    struct text t = {0};
    decimal_interval(&t, value, low, high);
    cr_assert_str_eq(text_bytes(&t), expected, "%g became %s", value, text_bytes(&t));
    text_clear(&t);
}

Test(decimal, an_interval_decides_the_decimals) {
    check_interval(2.00000001, 2.00000001 - 3e-7, 2.00000001 + 3e-7,
                   "2.0000\xC2\xA0\xC2\xB1\xC2\xA0"
                   "3\xC2\xA0\xC3\x97\xC2\xA0"
                   "10<sup>\xE2\x88\x92"
                   "7</sup>");
    check_interval(0.8871, 0.8771, 0.8971,
                   "0.89\xC2\xA0\xC2\xB1\xC2\xA0"
                   "0.01");
    check_interval(0.8871, 0.8861, 0.8871,
                   "0.887\xC2\xA0\xC2\xB1\xC2\xA0"
                   "0.001");
    check_interval(-1.5, -2.5, -0.5,
                   "\xE2\x88\x92"
                   "1.50\xC2\xA0\xC2\xB1\xC2\xA0"
                   "1");
    check_interval(2.00013, NAN, NAN, "2.0001");
    check_interval(2, 2, 2, "2.0000");
    check_interval(NAN, 1, 3, "\xE2\x80\x93");
    check_interval(1e300, 1e300, 1e300, "1.0000e+300");
}
