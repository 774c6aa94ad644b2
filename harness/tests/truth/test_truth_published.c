/* Published values beside the truth. The truth is exp(-1) = 0.36787944117144233 at t = 1,
 * and twenty times that.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "harness/tests/truth/truths.h"
#include "harness/truth/document/truth_published.h"

static void expect_verdict(const char *published, enum truth_verdict verdict,
                           double digits) {
    char text[512];
    snprintf(text, sizeof text,
             "state z = 1\nstate big = 20\nz' = -z\nbig' = -big\n"
             "published \"A table\" at 1 { %s }\n",
             published);
    struct truth_case c = truth_case_of(text, 12);
    struct truth_record r = truth_case_solve(&c);
    struct truth_comparison all = {.count = 0};
    truth_published_compare(&all, c.model, r.truth);
    cr_assert(all.count == 1);
    const struct truth_published *one = all.list;
    cr_expect(one->verdict == verdict, "%s: %d", published, (int)one->verdict);
    cr_expect(fabs(one->digits_agreeing - digits) < 0.01, "%s: %g", published,
              one->digits_agreeing);
    cr_expect_str_eq(one->source, "A table");
}

Test(truth_published, right_digits_are_confirmed) {
    expect_verdict("z = 0.36788 digits 5", TRUTH_CONFIRMED, 5.8);
    expect_verdict("z = 0.36787944117 digits 11", TRUTH_CONFIRMED, 11.4);
    expect_verdict("big = 7.3576 digits 5", TRUTH_CONFIRMED,
                   5.8); /* half a unit of the last */
    expect_verdict("big = 7.43 digits 2", TRUTH_CONFIRMED, 2.0); /* a part 1/100 of it */
}

Test(truth_published, a_wrong_digit_is_found) {
    expect_verdict("z = 0.36798 digits 5", TRUTH_CONTRADICTED, 3.5);
    expect_verdict("z = 0.36789 digits 5", TRUTH_CONTRADICTED, 4.5);
    expect_verdict("z = 0.36787944127 digits 11", TRUTH_CONTRADICTED, 9.5);
    expect_verdict("z = -0.36788 digits 5", TRUTH_CONTRADICTED, 0);
    expect_verdict("big = 7.44 digits 2", TRUTH_CONTRADICTED, 1.9);
}

Test(truth_published, digits_beyond_the_trusted_ones_may_be_wrong) {
    expect_verdict("z = 0.36798 digits 3", TRUTH_CONFIRMED, 3.5);
}

Test(truth_published, a_ball_that_is_too_large_decides_nothing) {
    expect_verdict("z = 0.36787944117144232159552377016 digits 29", TRUTH_UNDECIDED,
                   12.8);
}

Test(truth_published, a_centre_that_fits_is_no_confirmation_while_the_ball_does_not) {
    struct truth_case c =
        truth_case_of("state z = 1\nz' = -z\npublished \"A table\" at 1 "
                      "{ z = 0.36787944117 digits 9 }\n",
                      20);
    struct truth_record r = truth_case_solve(&c);
    struct truth_comparison all = {.count = 0};
    mpfr_set_d(r.truth->component[1], 1e-8, MPFR_RNDU);
    truth_published_compare(&all, c.model, r.truth);
    cr_expect(all.count == 1 && all.list->verdict == TRUTH_UNDECIDED);
}

Test(truth_published, where_no_digits_are_claimed_nothing_is_decided) {
    expect_verdict("z = 0.3", TRUTH_UNDECIDED, 0.7);
}

Test(truth_published, what_cannot_be_checked_is_listed) {
    struct truth_case c =
        truth_case_of("state z = 1\nz' = -z\n"
                      "published \"A table\" at 1 { z = 0.37 digits 2 }\n"
                      "published \"Another\" at 7 { z = 0.1 digits 1 }\n",
                      12);
    struct truth_comparison all = {.count = 0};
    mpfr_t seven;
    mpfr_init2(seven, 53);
    mpfr_set_ui(seven, 7, MPFR_RNDN);
    truth_published_unchecked(&all, c.model, seven);
    cr_assert(all.count == 1);
    cr_expect(all.list->verdict == TRUTH_UNCHECKED);
    cr_expect_str_eq(all.list->source, "Another");
}
