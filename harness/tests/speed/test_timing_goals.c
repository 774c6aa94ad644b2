/* The numbers to reach, from made results.
 *
 * Seen to fail: the best of several results; both methods told as the one; a mean over a part
 * told as the whole; allocations of the first run alone; nanoseconds told as microseconds; the
 * bound of small systems counted; a row that was not measured told as passed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/speed/goals/timing_goals.h"
#include "harness/speed/timing/timing_told.h"
#include "harness/tests/results_of.h"
#include "harness/tests/timings.h"

static json_t *make_result(const char *quantity, const char *model, const char *method,
                           const char *mode, double value) {
    return json_pack("{s:s, s:s, s:s, s:s, s:f, s:f, s:f, s:f, s:[]}", "quantity",
                     quantity, "model", model, "method", method, "mode", mode, "value",
                     value, "low", 0.99 * value, "high", 1.01 * value, "expected", 1.25,
                     "points");
}

static const struct goal_told *find_goal(const json_t *results, const char *what) {
    const struct timing_results found = read_told(results);
    struct timing_told told = {.goals = 0};
    timing_goals(&told, &found, NULL);
    for (int i = 0; i < told.goals; i++)
        if (strncmp(told.goal[i].what, what, strlen(what)) == 0)
            return &told.goal[i];
    cr_assert_fail("no goal '%s'", what);
    return NULL;
}

/* The longest: eight models. */
Test(timing_goals, a_row_has_its_whole_command) {
    const char *command = find_goal(json_array(), "evaluations at equal")->command;
    cr_assert_str_eq(command, "halfstep statistics spring_k1 pendulum double_pendulum "
                              "chain8_k1e5 body_free heavy_top vdp_mu5 contact_stack5 "
                              "--method velocity-implicit-euler");
}

Test(timing_goals, each_row_is_judged_by_its_interval) {
    static const struct {
        double ns;
        const char *verdict;
    } cases[] = {{10.3, "pass"}, {11.95, "not-asymptotic"}, {13.1, "fail"}};
    for (int i = 0; i < 3; i++) {
        json_t *results = json_array();
        json_array_append_new(results,
                              make_result("ns-per-step", "spring_damper",
                                          "semi-explicit-euler", "default", cases[i].ns));
        json_array_append_new(results,
                              make_result("ns-per-step", "spring_damper",
                                          "semi-explicit-euler", "faithful", 99));
        const struct goal_told *goal = find_goal(results, "semi-explicit Euler");
        cr_expect_str_eq(goal->verdict, cases[i].verdict);
        cr_expect(goal->reached.value == cases[i].ns);
        cr_expect(goal->limit == 12 && goal->reached.peer == 3600);
    }
}

/* The mean over both methods, and that of each among its points, as timing_means.c has them. */
static json_t *make_mean(double both, double velocity_implicit) {
    json_t *mean = make_result("original-ratio-mean", "all", "all", "faithful", both);
    json_object_set_new(mean, "points",
                        json_pack("[{s:s, s:f, s:f, s:f}, {s:s, s:f, s:f, s:f}]", "part",
                                  "fixed steps", "value", 99.0, "low", 99.0, "high", 99.0,
                                  "part", "velocity-implicit-euler", "value",
                                  velocity_implicit, "low", velocity_implicit - 0.3,
                                  "high", velocity_implicit + 0.3));
    return mean;
}

Test(timing_goals, ratios_are_to_be_large_of_the_method_that_is_asked_for) {
    static const struct {
        double both, own;
        const char *verdicts[2];
    } cases[] = {{13.9, 16.3, {"pass", "fail"}},
                 {15.9, 14.1, {"fail", "pass"}},
                 {15.05, 15.1, {"not-asymptotic", "not-asymptotic"}}};
    for (int i = 0; i < 3; i++) {
        json_t *results = json_pack("[o]", make_mean(cases[i].both, cases[i].own));
        const struct goal_told *own = find_goal(results, "velocity-implicit Euler");
        const struct goal_told *both = find_goal(results, "the same, implicit Euler");
        cr_expect(own->reached.value == cases[i].own);
        cr_expect(both->reached.value == cases[i].both);
        cr_expect_str_eq(own->verdict, cases[i].verdicts[0]);
        cr_expect_str_eq(both->verdict, cases[i].verdicts[1]);
    }
}

Test(timing_goals, a_mean_over_some_of_the_models_is_not_the_goal) {
    json_t *mean = make_mean(17.3, 19.1), *results = json_pack("[o]", mean);
    json_object_set_new(mean, "expected", json_null());
    cr_expect_str_eq(find_goal(results, "velocity-implicit Euler")->verdict,
                     "not-measured");
}

Test(timing_goals, one_allocation_in_any_kind_of_run_fails) {
    for (int allocations = 0; allocations < 2; allocations++) {
        json_t *results = json_array();
        for (int i = 0; i < 3; i++) {
            json_t *result = make_result("ns-per-step", "a", "m", "faithful", 7.3);
            json_object_set_new(result, "points",
                                json_pack("[{s:i}, {s:i}]", "allocations", 0,
                                          "allocations", i == 1 ? allocations : 0));
            json_array_append_new(results, result);
        }
        cr_expect_str_eq(find_goal(results, "allocations")->verdict,
                         allocations == 0 ? "pass" : "fail");
    }
}

Test(timing_goals, the_worst_of_several_counts_but_not_small_systems) {
    json_t *results = json_array();
    static const double values[] = {1.13, 1.19, 1.07, 1.47};
    for (int i = 0; i < 4; i++)
        json_array_append_new(
            results, make_result("step-over-hand", "a", "m", "default", values[i]));
    json_object_set_new(json_array_get(results, 3), "expected", json_real(1.5));
    const struct goal_told *goal = find_goal(results, "default mode's step, 8");
    cr_expect(goal->reached.value == 1.19);
    cr_expect_str_eq(goal->verdict, "pass");
    goal = find_goal(results, "default mode's step, fewer");
    cr_expect(goal->reached.value == 1.47);
}

Test(timing_goals, contacts_are_told_in_microseconds_beside_simbody) {
    json_t *results = json_array();
    json_t *result =
        make_result("ns-per-step", "slider_stack", "contact-stepper", "default", 1);
    json_object_set_new(result, "points",
                        json_pack("[{s:s, s:f, s:f, s:f, s:f}]", "size", "10", "value",
                                  640.0, "low", 620.0, "high", 660.0, "peer_ns",
                                  43000.0));
    json_array_append_new(results, result);
    const struct goal_told *goal = find_goal(results, "contact: 10 points");
    cr_expect(fabs(goal->reached.value - 0.64) < 1e-12);
    cr_expect(fabs(goal->reached.peer - 43) < 1e-12);
    cr_expect_str_eq(goal->peer_unit, "us");
    cr_expect_str_eq(goal->verdict, "pass");
    goal = find_goal(results, "chain of 20 bodies, beside MuJoCo");
    cr_expect_str_eq(goal->unit, "times");
    cr_expect_str_eq(goal->peer_unit, "ns", "a ratio's peer has a time");
}

Test(timing_goals, what_is_not_measured_names_a_command) {
    struct timing_told told = {.goals = 0};
    timing_goals(&told, &(struct timing_results){.count = 0}, NULL);
    for (int i = 0; i < told.goals; i++) {
        cr_expect_str_eq(told.goal[i].verdict, "not-measured");
        cr_expect(strncmp(told.goal[i].command, "halfstep ", strlen("halfstep ")) == 0);
        cr_expect(isnan(told.goal[i].reached.value));
    }
    cr_expect(told.goals >= 12, "%d rows", told.goals);
}
