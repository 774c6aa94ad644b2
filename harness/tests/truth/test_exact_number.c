/* Numbers as texts that read back exactly.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "harness/truth/record/exact_number.h"

enum { bits = 160 };

static void expect_text(double value, const char *text) {
    for (mpfr_prec_t precision = 53; precision < 400; precision += 100) {
        mpfr_t x;
        mpfr_init2(x, precision);
        mpfr_set_d(x, value, MPFR_RNDN);
        char *found = exact_number_text(x);
        cr_expect_str_eq(found, text);
    }
}

Test(exact_number, equal_numbers_have_one_text_whatever_their_precision) {
    expect_text(-13.0 / 16, "-dp-4");
    expect_text(0, "0");
    expect_text(-0.0, "0");
    expect_text(1, "1p0");
    expect_text(4096, "1p12");
    expect_text(0x1.8p-1000, "3p-1001");
}

Test(exact_number, reads_back_every_bit) {
    mpfr_t x, y;
    mpfr_inits2(bits, x, y, (mpfr_ptr)NULL);
    mpfr_const_pi(x, MPFR_RNDN);
    for (int i = 0; i < 400; i++) {
        char *text = exact_number_text(x);
        cr_assert(exact_number_read(y, text) == 0 && mpfr_equal_p(x, y), "%s", text);
        mpfr_mul_d(x, x, i % 2 == 0 ? -1.37 : 0.0173, MPFR_RNDN);
    }
}

Test(exact_number, what_is_no_such_text_is_refused) {
    static const char *const wrong[] = {"",
                                        "p3",
                                        "1.5",
                                        "1 ",
                                        "xp1",
                                        "1p",
                                        "1p2x",
                                        "--1p0",
                                        "1p99999999999999999999",
                                        "Ap0",
                                        "0x1p0",
                                        "nan",
                                        " 1p0",
                                        "1p1.5",
                                        "1p2000000000",
                                        "1p-900000000"};
    mpfr_t x;
    mpfr_init2(x, bits);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_expect(exact_number_read(x, wrong[i]) != 0, "'%s'", wrong[i]);
    cr_expect(exact_number_read(x, NULL) != 0);
}

Test(exact_number, what_does_not_fit_is_refused_and_not_rounded) {
    mpfr_t x;
    mpfr_init2(x, 8);
    cr_expect(exact_number_read(x, "ffp0") == 0 && mpfr_cmp_ui(x, 255) == 0);
    cr_expect(exact_number_read(x, "101p0") != 0, "257 has nine bits");
}

Test(exact_number, what_is_not_finite_has_no_text) {
    mpfr_t x[1];
    mpfr_init2(x[0], 53);
    mpfr_set_inf(x[0], 1);
    cr_expect(exact_number_text(x[0]) == NULL);
    cr_expect(exact_numbers((const mpfr_t *)x, 1) == NULL);
    mpfr_set_nan(x[0]);
    cr_expect(exact_number_text(x[0]) == NULL);
}
