/* What is read of other commands' documents.
 *
 * Seen to fail: a row of another size; evaluations' mean for the largest; a slope's value for
 * how far it is off; the most digits; a promise not divided by.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/speed/goals/timing_goals.h"
#include "harness/speed/timing/timing_results.h"
#include "harness/speed/timing/timing_told.h"
#include "harness/tests/results_of.h"

static const struct goal_question most = {.model = "evaluations-ratio"},
                                  mean = {.model = "evaluations-ratio-mean"},
                                  runs = {.beside = goal_evaluations_of_drake},
                                  dearest = {.beside = goal_evaluations_of_drake,
                                             .model = "all"};

static json_t *parse(const char *text) {
    json_error_t error;
    json_t *document = json_loads(text, 0, &error);
    cr_assert_not_null(document, "%s", error.text);
    return document;
}

Test(goal_read, a_row_beside_a_peer_is_the_one_of_its_size) {
    json_t *d =
        parse("{\"peers\": [{\"model\": \"chain\", \"set\": \"n=20\", \"peer\": "
              "\"MuJoCo Euler\", \"ratio\": 6.1, \"low\": 5.9, \"high\": 6.4, "
              "\"peer_ns\": 3673.0}, {\"model\": \"chain\", \"set\": null, "
              "\"peer\": \"Drake x\", \"ratio\": 8.7, \"low\": 8, \"high\": 9}]}");
    struct goal_question q = {
        .model = "chain", .set = "n=20", .peer = "MuJoCo", .beside = goal_beside_peer};
    const struct goal_reached r = goal_read(d, &q);
    cr_expect(r.value == 6.1 && r.low == 5.9 && r.high == 6.4 && r.peer == 3673);
    q.set = "n=2";
    cr_expect(isnan(goal_read(d, &q).value));
    q.set = NULL, q.peer = "Drake";
    cr_expect(goal_read(d, &q).value == 8.7);
    q.peer = "MuJoCo";
    cr_expect(isnan(goal_read(d, &q).value));
}

/* Seen to fail: ours over the engine's; a cell that was not measured read all the same; the
 * later steps' times for those of all. */
Test(goal_read, an_engine_stands_beside_ours_run_by_run) {
    json_t *d = parse(
        "{\"cells\": ["
        "{\"engine\": \"ODE\", \"quantity\": \"residual\", \"status\": \"measured\", "
        "\"value\": 0.02}, "
        "{\"engine\": \"ODE\", \"quantity\": \"step-time\", \"status\": \"measured\", "
        "\"value\": 8.0, \"step_times\": [8.0, 16.0, 4.0, 12.0]}, "
        "{\"engine\": \"ODE\", \"quantity\": \"later-step\", \"status\": \"measured\", "
        "\"value\": 6.0, \"later_times\": [6.0]}, "
        "{\"engine\": \"Bullet\", \"quantity\": \"step-time\", \"status\": \"failed\", "
        "\"value\": 1.0, \"step_times\": [1.0, 1.0, 1.0]}, "
        "{\"engine\": \"contact-stepper\", \"quantity\": \"residual\", \"status\": "
        "\"measured\", \"value\": 1e-15}, "
        "{\"engine\": \"contact-stepper\", \"quantity\": \"step-time\", \"status\": "
        "\"measured\", \"value\": 2.0, \"step_times\": [2.0, 4.0, 1.0, 3.0]}, "
        "{\"engine\": \"contact-stepper\", \"quantity\": \"later-step\", \"status\": "
        "\"measured\", \"value\": 1.0, \"later_times\": [1.0, 7.0]}]}");
    struct goal_question q = {.model = "step-time", .peer = "ODE", .needs = "ode"};
    struct goal_reached r = goal_beside_engine(d, &q);
    cr_expect(fabs(r.value - 4) < 1e-13 && fabs(r.low - 4) < 1e-3 &&
                  fabs(r.high - 4) < 1e-3,
              "each run beside its own: %.17g %.17g %.17g", r.value, r.low, r.high);
    cr_expect(r.peer == 8000, "ns: %g", r.peer);
    q.model = "later-step";
    cr_expect(fabs(goal_beside_engine(d, &q).value - 6) < 1e-14);
    q.model = "residual";
    r = goal_residual(d, &q);
    cr_expect(r.value == 1e-15 && r.peer == 0.02);
    q.model = "step-time", q.peer = "Bullet";
    cr_expect(isnan(goal_beside_engine(d, &q).value));
}

/* The question of an engine that is not there is not asked, and its row says so; where nothing
 * is asked it is not measured. */
Test(goal_read, an_engine_that_is_not_there_is_not_installed) {
    const struct goal_question none = {.needs = "none"}, any = {.needs = NULL};
    cr_expect(goal_is_missing(&none) && !goal_is_missing(&any));
    cr_expect(goal_is_of_engines(&none) && !goal_is_of_engines(&any));
}

Test(goal_read, numbers_of_studies_are_the_worst_ones) {
    json_t *d =
        parse("{\"processor_seconds\": 43.0, \"truth\": [{\"digits\": 58.0}, "
              "{\"digits\": 51}], "
              "\"results\": ["
              "{\"quantity\": \"error-order\", \"value\": 2.0003, \"expected\": 2.0}, "
              "{\"quantity\": \"estimate-order\", \"value\": 1.9991, \"expected\": 2.0}, "
              "{\"quantity\": \"gap-order\", \"value\": 3.0002, \"expected\": 3.0}, "
              "{\"quantity\": \"evaluations-ratio\", \"value\": 0.37}, "
              "{\"quantity\": \"evaluations-ratio\", \"value\": 0.23}, "
              "{\"quantity\": \"evaluations-ratio-mean\", \"value\": 0.29}]}");
    cr_expect(goal_gate_seconds(d, NULL).value == 21.5);
    cr_expect(goal_digits(d, NULL).value == 51);
    cr_expect(fabs(goal_slope_off(d, NULL).value - 9e-4) < 1e-12);
    cr_expect(goal_largest(d, &most).value == 0.37);
    cr_expect(goal_largest(d, &mean).value == 0.29);
    json_array_remove(json_object_get(d, "results"), 1);
    cr_expect(isnan(goal_slope_off(d, NULL).value), "an order that was not found");
}

/* Seen to fail: numbers that are left out where they are not known. */
Test(goal_read, of_several_numbers_all_have_to_be_known) {
    json_t *d =
        parse("{\"truth\": [{\"digits\": null}, {\"digits\": 51}], \"results\": ["
              "{\"quantity\": \"error-order\", \"value\": null, \"expected\": 2.0}, "
              "{\"quantity\": \"error-order\", \"value\": 2.0, \"expected\": 2.0}, "
              "{\"quantity\": \"estimate-order\", \"value\": 2.0, \"expected\": 2.0}, "
              "{\"quantity\": \"gap-order\", \"value\": 3.0, \"expected\": 3.0}, "
              "{\"quantity\": \"evaluations-ratio\", \"value\": null}, "
              "{\"quantity\": \"evaluations-ratio\", \"value\": 0.23}]}");
    cr_expect(isnan(goal_digits(d, NULL).value));
    cr_expect(isnan(goal_slope_off(d, NULL).value));
    cr_expect(isnan(goal_largest(d, &most).value));
    json_decref(d);
    d = parse(
        "{\"peers\": [{\"peer\": \"Drake velocity\", \"unit\": \"run\", \"ratio\": 3.0, "
        "\"evaluations_ratio\": 4.0}, {\"peer\": \"Drake velocity\", \"unit\": \"run\", "
        "\"ratio\": 3.0, \"evaluations_ratio\": null}]}");
    cr_expect(isnan(goal_read(d, &dearest).value));
    cr_expect(isnan(goal_read(d, &runs).value));
}

/* 18 of 20 found, of which 0.8 each were promised; beta quantiles 0.683, 0.988. */
Test(goal_read, comparisons_are_those_of_the_record) {
    json_t *d = parse("{\"self\": {\"comparisons\": 87, \"alarms\": 1, \"injected\": "
                      "{\"one_percent\": {\"tried\": 20, \"found\": 18, \"stated\": "
                      "16.0}}}}"),
           *none = parse("{\"self\": {\"comparisons\": 0, \"alarms\": 0}}");
    const struct goal_reached r = goal_found_slower(d, NULL);
    cr_expect(fabs(r.value - 1.125) < 1e-12);
    cr_expect(fabs(r.low - 0.683 / 0.8) < 1e-3 && fabs(r.high - 0.988 / 0.8) < 1e-3,
              "%g %g", r.low, r.high);
    cr_expect(goal_false_alarms(d, NULL).value == 1);
    cr_expect(isnan(goal_false_alarms(none, NULL).value));
    cr_expect(isnan(goal_found_slower(none, NULL).value));
}

/* Every row is measured by this run, or by a command that this program has. */
Test(goal_read, every_row_has_a_source) {
    for (int i = 0; timing_goal_table[i].what != NULL; i++) {
        const struct timing_goal *g = &timing_goal_table[i];
        cr_expect((g->from.quantity != NULL) !=
                      (g->question.words != NULL &&
                       (g->question.read != NULL) != (g->question.beside != NULL)),
                  "%s", g->what);
    }
}

/* An answer decides the rows that ask for it; a command that has failed says why. */
Test(goal_read, answers_come_into_the_table) {
    json_t *answers = json_object();
    json_object_set_new(answers, "gate --json -", parse("{\"processor_seconds\": 60.0}"));
    json_object_set_new(answers, "gap pendulum double_pendulum",
                        json_string("it has ended"));
    struct timing_told told = {.goals = 0};
    int seen = 0;
    timing_goals(&told, &(struct timing_results){.count = 0}, answers);
    for (int i = 0; i < told.goals; i++) {
        const struct goal_told *goal = &told.goal[i];
        if (strcmp(goal->command, "halfstep gate --json -") == 0) {
            cr_expect(goal->reached.value == 30);
            cr_expect_str_eq(goal->verdict, "fail");
            seen++;
        } else if (strncmp(goal->command, "halfstep gap", 12) == 0) {
            cr_expect_str_eq(goal->verdict, "not-measured");
            cr_expect_str_eq(goal->reason, "it has ended");
            seen++;
        }
    }
    cr_expect(seen == 2);
}
