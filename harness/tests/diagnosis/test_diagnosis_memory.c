/* Memory of no known law.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/tests/diagnosis/diagnosing.h"

/* What shows in the second step is kept by mistake; from the third on it may be a method of several
 * steps, which begins with one of one step. What shows only when the step changes is kept, such as
 * factors for another step. Seen to fail: Milne's and Simpson's method failed; kept factors
 * passed. */
Test(diagnosis_memory, whose_memory_begins_late_may_be_a_method_of_several_steps) {
    for (int first = 2; first <= COURSE_STEPS; first++) {
        struct memory memory = {.has_memory = true, .first = first, .pace = 1};
        made_of_known(&e, FOREST_MECHANICAL, 4, 0, "heun");
        e.course = &memory;
        diagnosing_find(NULL);
        if (first == 2 || first > COURSE_EQUAL)
            diagnosing_expect(DIAGNOSIS_FAIL,
                              "Something is kept that is not of the state");
        else
            diagnosing_expect(DIAGNOSIS_PASS,
                              "with which a method of several steps may begin");
    }
}

/* What is kept by mistake makes no step better. Seen to fail: a method of two steps that begins
 * with one of Euler's failed. */
Test(diagnosis_memory,
     whose_steps_in_a_row_are_better_than_the_first_is_of_several_steps) {
    for (int order = 1; order <= 2; order++) {
        struct memory memory = {
            .has_memory = true, .first = 2, .pace = 1, .run_order = 2};
        made_of_known(&e, FOREST_MECHANICAL, 4, 0,
                      order == 1 ? "explicit-euler" : "heun");
        e.course = &memory;
        diagnosing_find(NULL);
        if (order == 1)
            diagnosing_expect(DIAGNOSIS_PASS, "steps in a row are of higher order");
        else
            diagnosing_expect(DIAGNOSIS_FAIL, "Something is kept");
    }
}

/* Seen to fail: a mistyped predictor passed. */
Test(diagnosis_memory, whose_later_steps_are_of_order_1_fails_unless_it_is_declared) {
    for (int declared = 0; declared < 2; declared++) {
        struct memory memory = {.has_memory = true, .first = 4, .pace = 1, .order = 1};
        made_of_known(&e, FOREST_MECHANICAL, 4, 0, "heun");
        e.course = &memory;
        e.may_remember = declared == 1;
        diagnosing_find(NULL);
        diagnosing_expect(declared ? DIAGNOSIS_PASS : DIAGNOSIS_FAIL, "of order 1 only");
    }
}

/* Seen to fail: it passed, since its first step is consistent. */
Test(diagnosis_memory, whose_later_steps_are_not_consistent_fails) {
    for (int declared = 0; declared < 2; declared++) {
        struct memory memory = {.has_memory = true, .first = 4, .pace = 1.01};
        made_of_known(&e, FOREST_MECHANICAL, 4, 0, "heun");
        e.course = &memory;
        e.may_remember = declared == 1;
        diagnosing_find(NULL);
        diagnosing_expect(DIAGNOSIS_FAIL, "lead 1.01 times as far as they should");
    }
}

Test(diagnosis_memory, weak_stability_is_told_and_passes) {
    for (int weak = 0; weak < 2; weak++) {
        struct memory memory = {.has_memory = true,
                                .first = 2,
                                .kind = MEMORY_MULTISTEP,
                                .title = "Simpson's rule",
                                .is_weakly_stable = weak == 1};
        made_of_known(&e, FOREST_MECHANICAL, 4, 0, "heun");
        e.course = &memory;
        diagnosing_find(NULL);
        diagnosing_expect(DIAGNOSIS_PASS, "This is Simpson's rule");
        cr_expect((strstr(x.text, "weakly stable") != NULL) == (weak == 1), "%s", x.text);
    }
}
