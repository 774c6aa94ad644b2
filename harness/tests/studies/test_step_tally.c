/* How steps that were compared are told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/results/result_list.h"
#include "harness/studies/steps/study_steps.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/results_of.h"

/* Seen to fail: cut at 64 bytes. */
Test(step_tally, a_method_has_its_whole_name_where_nothing_was_compared) {
    static const char name[] =
        "the linear multistep method of three steps with the coefficients "
        "-18/11, 9/11 and -2/11 of the states before";
    struct study s = own_study(catalogue_model("pendulum"));
    struct results list = {.count = 0};
    struct step_tally t;
    char expected[256];
    step_tally_init(&t);
    t.unclear = 3;
    struct result r = step_tally_begin(&t, &s, STEP_RESULT, "step-roundoff");
    cr_assert(step_tally_append_none(&t, &s, &r, name, "", &list) == 0);
    r = step_tally_begin(&t, &s, STEP_RESULT, "step-roundoff");
    cr_assert(step_tally_append_none(&t, &s, &r, NULL, "; why", &list) == 0);
    json_t *told = results_tell(&list);
    snprintf(expected, sizeof expected,
             "no step could be compared with one of %s: 3 have no bound, 0 have failed",
             name);
    cr_expect_str_eq(text_in(json_array_get(told, 0), "reason"), expected);
    cr_expect_str_eq(text_in(json_array_get(told, 1), "reason"),
                     "no step could be compared: 3 have no bound, 0 have failed; why");
}
