/* Weights that depend on the step, on signs, on the basis or on the step before.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/tests/diagnosis/diagnosing.h"

/* Weights of A and B that differ are none of a method. */
Test(diagnosis_probes, weights_that_depend_on_the_step_are_none) {
    diagnosing_make(&of_the_pair);
    mpfr_set_d(e.of[1].weights.result[e.forest.count - 1], 0.37, MPFR_RNDN);
    cr_assert(evidence_compare(&e) == 0);
    for (int asked = 0; asked <= 1; asked++) {
        diagnosing_find(asked ? "velocity-implicit-euler" : NULL);
        diagnosing_expect(DIAGNOSIS_NOT_A_METHOD, "no weights of a one-step method");
    }
}

/* What goes into positions is another thing in B. */
Test(diagnosis_probes, positions_that_do_not_go_along_the_map_are_told) {
    diagnosing_make(&of_the_pair);
    for (int i = 0; i < e.forest.count; i++)
        if (e.forest.tree[i].colour == TREE_Q)
            mpfr_mul_d(e.of[1].weights.result[i], e.of[1].weights.result[i], -0.5,
                       MPFR_RNDN);
    cr_assert(evidence_compare(&e) == 0);
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_NOT_A_METHOD, "positions do not go along N(q) v");
}

/* Signs that A does not show and B does. */
Test(diagnosis_probes, absolute_results_are_none_of_a_method) {
    const struct made_weights w = {made_pair_result, NULL, NULL};
    diagnosing_make(&w);
    for (int i = 0; i < e.forest.count; i += 2)
        mpfr_neg(e.of[1].weights.result[i], e.of[1].weights.result[i], MPFR_RNDN);
    cr_assert(evidence_compare(&e) == 0);
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_NOT_A_METHOD, "absolute value");
}

/* A limiter of components shows in the other basis alone. */
Test(diagnosis_probes, weights_that_depend_on_the_basis_are_none) {
    diagnosing_make(&of_the_pair);
    mpfr_set_d(e.of[2].weights.result[7], 0.2, MPFR_RNDN);
    cr_assert(evidence_compare(&e) == 0);
    cr_expect(!e.equivariant);
    diagnosing_find("velocity-implicit-euler");
    diagnosing_expect(DIAGNOSIS_NOT_A_METHOD, "components are treated one by one");
}

/* An iteration that was left early: what treats components one by one is another method in another
 * basis, and not so near. Seen to fail: it was said to treat them so. */
Test(diagnosis_probes, weights_that_hardly_depend_on_the_basis_are_of_a_stop_rule) {
    diagnosing_make(&of_the_pair);
    mpfr_ptr turned = e.of[2].weights.result[7];
    mpfr_add_d(turned, turned, 4e-6, MPFR_RNDN);
    cr_assert(evidence_compare(&e) == 0);
    cr_expect(!e.equivariant);
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_NOT_A_METHOD,
                      "in another basis its weights are off by up to 4e-06, so that its "
                      "equations are not solved");
}

/* Seen to fail: "the weight of q is 1, not 1". */
Test(diagnosis_probes, weights_that_differ_by_little_do_not_look_the_same) {
    diagnosing_make(&of_the_pair);
    mpfr_ptr first = e.of[2].weights.result[0];
    mpfr_set_d(first, 1 - ldexp(1, -12) * ldexp(1, -12), MPFR_RNDN);
    mpfr_set_d(e.of[2].weights.result[1], 0.5, MPFR_RNDN); /* which is no scatter */
    cr_assert(evidence_compare(&e) == 0);
    cr_expect(strstr(e.of[2].why, "is 0.9999999403953552, not 1: off by -6.0e-08") !=
                  NULL,
              "%s", e.of[2].why);
}

/* An iteration that was left early scatters a little; the method is named nonetheless. */
Test(diagnosis_probes, a_little_scatter_is_told_with_the_name) {
    diagnosing_make(&of_the_pair);
    mpfr_ptr last = e.of[1].weights.result[e.forest.count - 1];
    mpfr_add_d(last, last, 3e-10, MPFR_RNDN);
    mpfr_ptr timeless = e.of[1].weights.result[3];
    cr_assert(judge_time_leaves(&e.forest, 3) == 0);
    mpfr_add_d(timeless, timeless, 1e-10, MPFR_RNDN);
    cr_assert(evidence_compare(&e) == 0);
    cr_expect(fabs(e.scatter - 3e-10) < 1e-15, "%g", e.scatter);
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_NOT_A_METHOD, "scatter by 3e-10");
    cr_expect(strstr(x.text, "backward Euler in two half steps") != NULL, "%s", x.text);
}

/* A difference quotient by time scatters where there is a time, and nowhere else: that is no fault.
 * Nor is it memory that two steps scatter. */
Test(diagnosis_probes, a_difference_quotient_by_time_is_told_and_passes) {
    const int scattered[] = {1, 3};
    int with_time = 0;
    diagnosing_make(&of_the_pair);
    while (judge_time_leaves(&e.forest, with_time) == 0)
        with_time++;
    for (int i = 0; i < 2; i++) {
        mpfr_ptr weight = e.of[scattered[i]].weights.result[with_time];
        mpfr_add_d(weight, weight, i == 0 ? 3e-10 : 4e-13, MPFR_RNDN);
    }
    cr_assert(evidence_compare(&e) == 0);
    diagnosing_find("velocity-implicit-euler");
    diagnosing_expect(DIAGNOSIS_PASS,
                      "scatter by 3e-10, as with a difference quotient by time");
}

Test(diagnosis_probes, memory_fails_what_should_have_none) {
    diagnosing_make(&of_the_pair);
    mpfr_add_d(e.of[3].weights.result[3], e.of[3].weights.result[3], 1e-6, MPFR_RNDN);
    cr_assert(evidence_compare(&e) == 0);
    cr_expect(e.memory);
    diagnosing_find("velocity-implicit-euler");
    diagnosing_expect(DIAGNOSIS_FAIL, "remembers earlier steps");
    cr_expect(strstr(x.text, "\"memory\"") == NULL, "nothing to declare: %s", x.text);
}

/* Rates in single precision are exact where weights are short fractions, and two steps are not.
 * Seen to fail: they failed. */
Test(diagnosis_probes, two_steps_that_are_off_by_a_rounding_of_floats_pass) {
    for (int is_rounding = 0; is_rounding < 2; is_rounding++) {
        struct memory memory = {.pace = 1};
        made_of_known(&e, FOREST_MECHANICAL, 4, 0, "runge-kutta-4");
        mpfr_ptr weight = e.of[3].weights.result[e.forest.count - 1];
        mpfr_add_d(weight, weight, is_rounding ? 5e-9 : 5e-6, MPFR_RNDN);
        cr_assert(evidence_compare(&e) == 0);
        e.course = &memory;
        evidence_take_course(&e);
        diagnosing_find(NULL);
        diagnosing_expect(is_rounding ? DIAGNOSIS_PASS : DIAGNOSIS_FAIL,
                          is_rounding ? "to 1e-09: some of its numbers may be of single"
                                      : "Two steps in a row are not those");
    }
}

/* Only v[t] differs between A and B, and not by what the time since the start would. */
Test(diagnosis_probes, a_time_that_is_none_of_the_step_is_told) {
    diagnosing_make(&of_the_pair);
    for (int i = 0; i < e.forest.count; i++)
        if (e.forest.tree[i].time_leaves == 1 && e.forest.tree[i].order == 2)
            mpfr_set_d(e.of[1].weights.result[i], 0.37, MPFR_RNDN);
    cr_assert(evidence_compare(&e) == 0);
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_NOT_A_METHOD, "f is told a time");
}
