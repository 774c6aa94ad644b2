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

/* Whoever declares memory declares no lost order. Seen to fail: it passed. */
Test(diagnosis_memory, that_loses_order_when_the_step_changes_fails) {
    for (int declared = 0; declared < 2; declared++) {
        struct memory memory = {
            .has_memory = true, .first = 3, .pace = 1, .ratio = RATIO_IGNORED};
        made_of_known(&e, FOREST_MECHANICAL, 4, 0, "heun");
        e.course = &memory;
        e.may_remember = declared == 1;
        diagnosing_find(NULL);
        cr_expect(strstr(x.text, "declare") == NULL, "%s", x.text);
        diagnosing_expect(DIAGNOSIS_FAIL, "the ratio of two steps is ignored");
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

/* A course tells orders up to 3. Seen to fail: it failed; what costs order passed; so did an old
 * rate of order 1; of order 4 it failed. */
Test(diagnosis_memory, that_goes_with_the_size_of_steps_and_costs_no_order_passes) {
    static const struct {
        const char *begun_by;
        int order;
        bool anew, passes;
    } cases[] = {{"heun", 2, true, true},
                 {"heun", 2, false, false},
                 {"heun", 1, true, false},
                 {"explicit-euler", 1, true, false},
                 {"bogacki-shampine", 2, true, false},
                 {"runge-kutta-4", 3, true, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct memory memory = {.has_memory = true,
                                .first = 2,
                                .pace = 1,
                                .run_order = cases[i].order,
                                .begins_anew = cases[i].anew};
        made_of_known(&e, FOREST_MECHANICAL, 4, 0, cases[i].begun_by);
        e.course = &memory;
        diagnosing_find(NULL);
        if (cases[i].passes)
            diagnosing_expect(DIAGNOSIS_PASS,
                              "Steps in a row keep that order, and when the step "
                              "changes it starts anew");
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

/* Seen to fail: it passed, since each step was compared with one by a new integrator. */
Test(diagnosis_memory, that_survives_a_new_start_fails) {
    struct memory memory = {
        .pace = 1, .survives_start = true, .repeated = "this and that"};
    made_of_known(&e, FOREST_MECHANICAL, 4, 0, "heun");
    e.course = &memory;
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_FAIL, "This is Heun's method of order 2");
    diagnosing_expect(DIAGNOSIS_FAIL,
                      "its first step leads to this and that when others");
}

/* Seen to fail: other causes were told. */
Test(diagnosis_memory, what_is_not_the_same_twice_is_no_method) {
    struct memory memory = {.pace = 1, .is_random = true, .repeated = "this and that"};
    made_of_known(&e, FOREST_MECHANICAL, 4, 0, "heun");
    e.course = &memory;
    evidence_take_course(&e);
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_NOT_A_METHOD, "made twice, leads to this and that, so");
}

/* Seen to fail: a weight that another step changes was told as an inconsistency. */
Test(diagnosis_memory, inconsistency_is_told_of_weights_that_do_not_depend_on_the_step) {
    for (int same = 0; same < 2; same++) {
        made_of_known(&e, FOREST_MECHANICAL, 4, 0, "heun");
        for (int i = 0; i < 2; i++)
            mpfr_set_d(e.of[i].weights.result[0], same || i == 0 ? 0.75 : 0.875,
                       MPFR_RNDN);
        e.of[1].made = true;
        snprintf(e.cause, sizeof e.cause, "a cause");
        diagnosing_find(NULL);
        diagnosing_expect(DIAGNOSIS_NOT_A_METHOD, "a cause");
        cr_expect_eq(strstr(x.text, "It is not consistent") != NULL, same == 1, "%s",
                     x.text);
    }
}

/* Seen to fail: an integrator that begins by going 7/3 times as far as it should was said to have a
 * start that costs it order, and no more. */
Test(diagnosis_memory, a_first_step_that_is_not_consistent_is_told_with_the_law) {
    struct memory memory = {.has_memory = true,
                            .first = 2,
                            .kind = MEMORY_MULTISTEP,
                            .title = "the Adams-Bashforth method of order 2"};
    made_of_known(&e, FOREST_MECHANICAL, 4, 0, "heun");
    for (int i = 0; i < e.forest.count; i++)
        mpfr_mul_d(e.of[0].weights.result[i], e.of[0].weights.result[i], 7. / 3,
                   MPFR_RNDN);
    e.course = &memory;
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_FAIL, "Its first step is not consistent: the weight of q "
                                      "is 7/3, so that at constant rates it goes 7/3 "
                                      "times as far");
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
