/* Ratios and goals from numbers made by hand.
 *
 * Seen to fail: with ours over theirs, with our number of steps for both, with a mean without its
 * exponential, with their evaluations over ours.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include <criterion/criterion.h>

#include "harness/speed/peers/peers_found.h"
#include "harness/speed/peers/peers_told.h"
#include "harness/speed/goals/timing_goals.h"
#include "harness/speed/timing/timing_told.h"
#include "harness/tests/results_of.h"
#include "harness/tests/timings.h"

static void check(double value, double expected, const char *what) {
    cr_expect(isfinite(value) && fabs(value / expected - 1) < 1e-12,
              "%s: %.17g, not %.17g", what, value, expected);
}

/* A row of which nothing is measured; its problem ends in 0. */
static struct peers_found nothing(const struct peers_row *row, int processes) {
    static double truth[1] = {0};
    const struct batch_setup how = {.processes = processes, .rounds = 1};
    struct peers_found f = {.row = row, .problem = {.nx = 1, .truth = truth}};
    cr_assert(batch_make(&f.batch, "rod", &how, json_array()) == 0);
    return f;
}

static json_t *say(double ns, double steps, double evaluations, double error) {
    return say_measured(ns, json_pack("{s:f, s:f, s:[f]}", "steps", steps, "evaluations",
                                      evaluations, "end", error));
}

/* 64 steps in 1.37 us and in 5 us times the process, theirs with 65 steps; one process has found
 * only ours. */
Test(peers_ratio, of_steps_is_theirs_over_ours_of_each_process) {
    const struct peers_row row = {
        .ours = {true, 0.1, 1, 1}, .theirs = {true, 0.1, 1, 1}, .host = PEERS_DRAKE};
    struct peers_found f = nothing(&row, 4);
    for (int p = 0; p < 4; p++)
        take_measured(&f.batch, p,
                      json_pack("[o, o]", say(1370, 64, 192, 0.25),
                                p == 0 ? json_null() : say(5000 * p, 65, 585, 0.75)));
    const struct peers_ratio r = peers_ratio_of(&f);
    cr_assert(r.processes == 3, "%d", r.processes);
    for (int p = 0; p < 3; p++)
        check(r.value[p], 5000. * (p + 1) / 65 / (1370. / 64), "a process");
    check(r.evaluations, 3, "evaluations");
    check(r.count[PEERS_THEIRS], 9, "their evaluations of a step");
    check(r.ns[PEERS_OURS], 1370. / 64, "our step");
    check(r.error[PEERS_OURS], 0.25, "our error");
    check(r.error[PEERS_THEIRS], 0.75, "their error");
}

/* Ours: error 1e-2, 1e-3, 1e-4 for 10, 100, 1000 evaluations of 3 ns; theirs 1e-3 ... 1e-5, times
 * `finer`, for 20, 200, 2000 evaluations of 7 ns. Theirs come first. */
static struct peers_ratio ratio_of_runs(double finer) {
    const struct peers_row row = {.ours = {false, 0.1, 0.1, 3},
                                  .theirs = {true, 0.1, 0.1, 3}};
    struct peers_found f = nothing(&row, 2);
    for (int p = 0; p < 2; p++) {
        json_t *list = json_array();
        for (int side = 1; side >= 0; side--)
            for (int i = 0; i < 3; i++) {
                const double count = (side + 1) * pow(10, 1 + i);
                json_array_append_new(list,
                                      say((side ? 7 : 3) * count, 8, count,
                                          pow(10, -2 - side - i) * (side ? finer : 1)));
            }
        take_measured(&f.batch, p, list);
    }
    return peers_ratio_of(&f);
}

/* Both reach 1e-3 to 1e-4, at 100 against 20 and 1000 against 200. */
Test(peers_ratio, of_runs_is_taken_at_errors_that_both_reach) {
    struct peers_ratio r = ratio_of_runs(1);
    cr_assert(r.processes == 2, "%d", r.processes);
    check(r.evaluations, 0.2, "evaluations");
    check(r.value[1], 0.2 * 7 / 3, "time");
    check(r.first_level, 1e-3, "from");
    check(r.last_level, 1e-4, "to");
    for (int side = 0; side < PEERS_SIDES; side++)
        check(r.error[side], pow(10, -3.5), "the middle error");
    check(r.count[PEERS_OURS], pow(10, 2.5), "our evaluations there");
    check(r.count[PEERS_THEIRS], 2 * pow(10, 1.5), "theirs");
    r = ratio_of_runs(1e-3);
    cr_expect(r.processes == 0 && isnan(r.evaluations), "errors that do not meet");
}

/* A time is the first workload's, paired with it round by round, where the two took turns. */
Test(peers_ratio, times_are_paired_with_the_first_workload) {
    const struct peers_row row = {.ours = {true, 0.1, 1, 1}, .theirs = {true, 0.1, 1, 1}};
    struct peers_found f = nothing(&row, 1);
    json_t *ours = say(99, 8, 8, 1);
    json_object_set_new(ours, "log_ratio", json_real(log(0.125)));
    take_measured(&f.batch, 0, json_pack("[o, o]", say(4000, 8, 8, 1), ours));
    check(peers_ns(&f.batch, 0, 1), 500, "ours");
    check(peers_ns(&f.batch, 0, 0), 4000, "theirs, which is the first");
}

/* An exact Jacobian counts as an evaluation for each column, here three; evaluations for a
 * difference are among the others already. */
Test(peers_ratio, evaluations_are_those_of_jacobians_too) {
    const struct peers_row row = {.ours = {true, 0.1, 1, 1}, .theirs = {true, 0.1, 1, 1}};
    struct peers_found f = nothing(&row, 1);
    json_t *theirs = say(4000, 8, 20, 1), *ours = say(4000, 8, 20, 1);
    f.problem.nx = 3;
    json_object_set_new(json_object_get(theirs, "counters"), "jacobians", json_real(2));
    json_object_set_new(json_object_get(ours, "counters"), "jacobians", json_real(2));
    json_object_set_new(json_object_get(ours, "counters"), "evaluations_for_jacobian",
                        json_real(6));
    take_measured(&f.batch, 0, json_pack("[o, o]", theirs, ours));
    check(peers_evaluations(&f, PEERS_THEIRS, 0), 26, "exact");
    check(peers_evaluations(&f, PEERS_OURS, 0), 20, "differences");
}

/* Two models on cheap formulas, 12 and 27 times in each of four processes: 18. */
Test(peers_ratio, makes_goals_of_what_was_found_beside_drake) {
    double few[] = {12, 12, 12, 12}, many[] = {27, 27, 27, 27};
    const char cheap[] = "Drake velocity_implicit_euler (P)",
               plant[] = "Drake velocity_implicit_euler (MultibodyPlant)";
#define STEPS(of_peer, of_ratios)                                                        \
    .peer = (of_peer), .unit = "step", .ratio = {.value = 12}, .ratios = (of_ratios),    \
    .ratios_count = 4, .evaluations_ratio = 1
#define RUNS(of_peer, of_evaluations)                                                    \
    .peer = (of_peer), .unit = "run", .ratio = {.value = 100},                           \
    .evaluations_ratio = (of_evaluations)
    struct peers_told row[] = {{STEPS(cheap, few)},
                               {STEPS(cheap, many)},
                               {STEPS("gsl-rk1imp", many)},
                               {RUNS(cheap, 2)},
                               {RUNS(plant, 8)}};
    const struct timing_told peers = {.peers = 5, .peer = row};
    struct timing_told told;
    cr_assert(record_copy(&timing_told_record, &told, &peers) == 0);
    timing_goals_beside_peers(&told, NULL);
    cr_assert(told.goals == 3, "%d", told.goals);
    const struct goal_told *time = &told.goal[0], *count = &told.goal[1];
    check(time->reached.value, 18, "times faster");
    cr_expect_str_eq(time->verdict, "pass");
    check(count->reached.value, 0.25, "evaluations, ours over theirs");
    check(told.goal[2].reached.value, 0.5, "the worst model");
    cr_expect_str_eq(count->verdict, "pass");
}
