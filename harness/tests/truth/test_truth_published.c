/* Published values beside the truth. The truth is exp(-1) = 0.36787944117144233 at t = 1,
 * and twenty times that.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "harness/tests/truth/truths.h"
#include "harness/truth/truth_published.h"

static void expect_verdict(const char *published, const char *verdict, double digits) {
    char text[512];
    snprintf(text, sizeof text,
             "state z = 1\nstate big = 20\nz' = -z\nbig' = -big\n"
             "published \"A table\" at 1 { %s }\n",
             published);
    struct truth_case c = truth_case_of(text, 12);
    struct truth_record r = truth_case_solve(&c);
    json_t *list = json_array();
    truth_published_compare(list, c.model, r.truth);
    cr_assert(json_array_size(list) == 1);
    const json_t *one = json_array_get(list, 0);
    cr_expect(strcmp(json_string_value(json_object_get(one, "verdict")), verdict) == 0,
              "%s: %s", published, json_string_value(json_object_get(one, "verdict")));
    double agreeing = json_number_value(json_object_get(one, "digits_agreeing"));
    cr_expect(agreeing > digits - 0.01 && agreeing < digits + 0.01, "%s: %g", published,
              agreeing);
    cr_expect_str_eq(json_string_value(json_object_get(one, "source")), "A table");
}

Test(truth_published, right_digits_are_confirmed) {
    expect_verdict("z = 0.36788 digits 5", "confirmed", 5.8);
    expect_verdict("z = 0.36787944117 digits 11", "confirmed", 11.4);
    expect_verdict("big = 7.3576 digits 5", "confirmed",
                   5.8);                                     /* half a unit of the last */
    expect_verdict("big = 7.43 digits 2", "confirmed", 2.0); /* a part 1/100 of it */
}

Test(truth_published, a_wrong_digit_is_found) {
    expect_verdict("z = 0.36798 digits 5", "contradicted", 3.5);
    expect_verdict("z = 0.36789 digits 5", "contradicted", 4.5);
    expect_verdict("z = 0.36787944127 digits 11", "contradicted", 9.5);
    expect_verdict("z = -0.36788 digits 5", "contradicted", 0);
    expect_verdict("big = 7.44 digits 2", "contradicted", 1.9);
}

Test(truth_published, digits_beyond_the_trusted_ones_may_be_wrong) {
    expect_verdict("z = 0.36798 digits 3", "confirmed", 3.5);
}

Test(truth_published, a_ball_that_is_too_large_decides_nothing) {
    expect_verdict("z = 0.36787944117144232159552377016 digits 29", "undecided", 12.8);
}

Test(truth_published, a_centre_that_fits_is_no_confirmation_while_the_ball_does_not) {
    struct truth_case c =
        truth_case_of("state z = 1\nz' = -z\npublished \"A table\" at 1 "
                      "{ z = 0.36787944117 digits 9 }\n",
                      20);
    struct truth_record r = truth_case_solve(&c);
    json_t *list = json_array();
    mpfr_set_d(r.truth->component[1], 1e-8, MPFR_RNDU);
    truth_published_compare(list, c.model, r.truth);
    cr_expect_str_eq(
        json_string_value(json_object_get(json_array_get(list, 0), "verdict")),
        "undecided");
}

Test(truth_published, where_no_digits_are_claimed_nothing_is_decided) {
    expect_verdict("z = 0.3", "undecided", 0.7);
}

Test(truth_published, what_cannot_be_checked_is_listed) {
    struct truth_case c =
        truth_case_of("state z = 1\nz' = -z\n"
                      "published \"A table\" at 1 { z = 0.37 digits 2 }\n"
                      "published \"Another\" at 7 { z = 0.1 digits 1 }\n",
                      12);
    json_t *list = json_array();
    mpfr_t seven;
    mpfr_init2(seven, 53);
    mpfr_set_ui(seven, 7, MPFR_RNDN);
    truth_published_unchecked(list, c.model, seven);
    cr_assert(json_array_size(list) == 1);
    const json_t *one = json_array_get(list, 0);
    cr_expect_str_eq(json_string_value(json_object_get(one, "verdict")), "unchecked");
    cr_expect_str_eq(json_string_value(json_object_get(one, "source")), "Another");
}
