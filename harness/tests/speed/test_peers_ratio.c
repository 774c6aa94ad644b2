/* Ratios and goals from numbers made by hand.
 *
 * Seen to fail: with ours over theirs, with our number of steps for both, with a mean without its
 * exponential, with their evaluations over ours.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include <criterion/criterion.h>

#include "harness/speed/peers/peers_found.h"
#include "harness/tests/results_of.h"

static void check(double value, double expected, const char *what) {
    cr_expect(isfinite(value) && fabs(value / expected - 1) < 1e-12,
              "%s: %.17g, not %.17g", what, value, expected);
}

/* Two sides without a rung measured. */
static struct peers_found nothing(const struct peers_row *row) {
    struct peers_found f = {.row = row};
    for (int side = 0; side < PEERS_SIDES; side++)
        for (int i = 0; i < PEERS_MOST_RUNGS; i++) {
            f.rung[side][i] = (struct peers_rung){NAN, NAN, NAN, NAN, {0}};
            for (int p = 0; p < PEERS_MOST_PROCESSES; p++)
                f.rung[side][i].ns[p] = NAN;
        }
    return f;
}

/* 64 steps in 1.37 us and in 5 us times the process, theirs with 65 steps; one process has found
 * only ours. */
Test(peers_ratio, of_steps_is_theirs_over_ours_of_each_process) {
    const struct peers_row row = {.ours = {true, 0.1, 1, 1}, .theirs = {true, 0.1, 1, 1}};
    struct peers_found f = nothing(&row);
    f.rungs[PEERS_OURS] = f.rungs[PEERS_THEIRS] = 1;
    struct peers_rung *ours = f.rung[PEERS_OURS], *theirs = f.rung[PEERS_THEIRS];
    ours->error = 0.25;
    theirs->error = 0.75;
    ours->steps = 64;
    theirs->steps = 65;
    ours->evaluations = 192;
    theirs->evaluations = 585;
    for (int p = 0; p < 4; p++)
        ours->ns[p] = 1370;
    for (int p = 1; p < 4; p++)
        theirs->ns[p] = 5000 * p;
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

/* Ours: error 1e-2, 1e-3, 1e-4 for 10, 100, 1000 evaluations of 3 ns; theirs 1e-3 ... 1e-5 for 20,
 * 200, 2000 evaluations of 7 ns: both reach 1e-3 to 1e-4, at 100 against 20 and 1000 against 200. */
Test(peers_ratio, of_runs_is_taken_at_errors_that_both_reach) {
    const struct peers_row row = {.ours = {false, 0.1, 0.1, 3},
                                  .theirs = {true, 0.1, 0.1, 3}};
    struct peers_found f = nothing(&row);
    for (int side = 0; side < PEERS_SIDES; side++) {
        f.rungs[side] = 3;
        for (int i = 0; i < 3; i++) {
            struct peers_rung *rung = &f.rung[side][i];
            rung->error = pow(10, -2 - side - i);
            rung->evaluations = (side + 1) * pow(10, 1 + i);
            for (int p = 0; p < 2; p++)
                rung->ns[p] = (side ? 7 : 3) * rung->evaluations;
        }
    }
    struct peers_ratio r = peers_ratio_of(&f);
    cr_assert(r.processes == 2, "%d", r.processes);
    check(r.evaluations, 0.2, "evaluations");
    check(r.value[1], 0.2 * 7 / 3, "time");
    check(r.first_level, 1e-3, "from");
    check(r.last_level, 1e-4, "to");
    check(r.error[PEERS_OURS], pow(10, -3.5), "the middle error");
    check(r.count[PEERS_OURS], pow(10, 2.5), "our evaluations there");
    for (int i = 0; i < 3; i++)
        f.rung[PEERS_THEIRS][i].error *= 1e-3;
    r = peers_ratio_of(&f);
    cr_expect(r.processes == 0 && isnan(r.evaluations), "errors that do not meet");
}

/* Two models on cheap formulas, 12 and 27 times in each of four processes: 18. */
Test(peers_ratio, makes_goals_of_what_was_found_beside_drake) {
    json_t *peers = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append_new(
            peers,
            json_pack("{s:s, s:s, s:f, s:[f,f,f,f], s:f}", "peer",
                      i == 2 ? "gsl-rk1imp" : "Drake velocity_implicit_euler (P)", "unit",
                      "step", "ratio", 12., "ratios", i ? 27. : 12., i ? 27. : 12.,
                      i ? 27. : 12., i ? 27. : 12., "evaluations_ratio", 1.));
    for (int i = 0; i < 2; i++)
        json_array_append_new(
            peers,
            json_pack("{s:s, s:s, s:f, s:f}", "peer",
                      i ? "Drake velocity_implicit_euler (MultibodyPlant)"
                        : "Drake velocity_implicit_euler (P)",
                      "unit", "run", "ratio", 100., "evaluations_ratio", i ? 8. : 2.));
    json_t *goals = peers_goals(peers);
    cr_assert(json_array_size(goals) == 2, "%zu", json_array_size(goals));
    const json_t *time = json_array_get(goals, 0), *count = json_array_get(goals, 1);
    check(number_in(time, "value"), 18, "times faster");
    cr_expect_str_eq(text_in(time, "verdict"), "pass");
    check(number_in(count, "value"), 0.25, "evaluations, ours over theirs");
    check(number_in(count, "high"), 0.5, "the worst model");
    cr_expect_str_eq(text_in(count, "verdict"), "pass");
    json_decref(goals);
    json_decref(peers);
}
