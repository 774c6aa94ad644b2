/* How well numbers agree.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/truth/record/agreement.h"

Test(agreement, it_is_relative_to_the_number_or_to_the_scale_if_that_is_larger) {
    static const struct {
        const char *a, *b, *scale;
        double digits;
    } known[] = {
        {"1.001", "1", "0", 3}, {"1000.1", "1000", "1", 4}, {"0.001", "0", "1", 3},
        {"7", "7", "0", 50},    {"2", "-2", "0", 0},        {"1e-30", "0", "1", 30},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        mpfr_t a, b, scale;
        mpfr_inits2(200, a, b, scale, (mpfr_ptr)0);
        mpfr_set_str(a, known[i].a, 10, MPFR_RNDN);
        mpfr_set_str(b, known[i].b, 10, MPFR_RNDN);
        mpfr_set_str(scale, known[i].scale, 10, MPFR_RNDN);
        double digits = agreement_digits(a, b, scale, 50);
        cr_expect(isfinite(digits) && fabs(digits - known[i].digits) < 1e-9, "%g",
                  digits);
    }
}
