/* The numbers to reach that Drake itself is the measure of, from what was found beside it.
 *
 * A process's geometric mean over the rows is one value; its interval is that of several
 * processes (speed/measure/estimate.h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "harness/speed/measure/estimate.h"
#include "harness/speed/peers/peers_found.h"
#include "harness/speed/peers/study_peers.h"

static const double least_faster = 15, most_evaluations = 0.35;

/* Rows beside Drake's velocity-implicit Euler: of steps on the system of this name, or of runs. */
static bool is_meant(const json_t *row, const char *unit, const char *system) {
    return strncmp(results_text(row, "peer"), "Drake velocity",
                   strlen("Drake velocity")) == 0 &&
           strcmp(results_text(row, "unit"), unit) == 0 &&
           json_is_number(json_object_get(row, "ratio")) &&
           (strstr(results_text(row, "peer"), "(MultibodyPlant)") != NULL) ==
               (strcmp(system, "MultibodyPlant") == 0);
}

/* The mean of a process over the rows; NaN: it has not found them all, or there are none. */
static double mean_of(const json_t *peers, const char *system, int process) {
    double sum = 0;
    int rows = 0;
    for (size_t i = 0; i < json_array_size(peers); i++) {
        const json_t *row = json_array_get(peers, i);
        if (!is_meant(row, "step", system))
            continue;
        const json_t *ratio =
            json_array_get(json_object_get(row, "ratios"), (size_t)process);
        sum += json_is_number(ratio) ? log(json_number_value(ratio)) : NAN;
        rows++;
    }
    return rows > 0 ? exp(sum / rows) : NAN;
}

static json_t *goal_of(const char *what, const char *elsewhere, const char *goal,
                       double limit, const char *unit, const char *peer,
                       struct estimate e, bool passed) {
    return json_pack(
        "{s:s, s:s, s:s, s:f, s:o, s:o, s:o, s:s, s:s, s:s, s:n, s:n, s:s, s:n}", "what",
        what, "elsewhere", elsewhere, "goal", goal, "limit", limit, "value",
        json_number(e.value), "low", json_number(e.low), "high", json_number(e.high),
        "unit", unit, "verdict", passed ? "pass" : "fail", "peer", peer, "peer_value",
        "peer_unit", "command", "halfstep timing --peers", "reason");
}

static void append_time(json_t *goals, const json_t *peers, const char *what,
                        const char *system, const char *peer) {
    double mean[PEERS_MOST_PROCESSES];
    for (int process = 0; process < PEERS_MOST_PROCESSES; process++)
        mean[process] = mean_of(peers, system, process);
    const struct estimate e = estimate_known(PEERS_MOST_PROCESSES, 1, mean);
    if (isfinite(e.value))
        json_array_append_new(goals, goal_of(what, "Drake, the same run",
                                             ">= 15 times faster", least_faster, "times",
                                             peer, e, e.value >= least_faster));
}

/* Evaluations at equal error: the mean over the rows, and no row above 1. */
static void append_evaluations(json_t *goals, const json_t *peers) {
    double sum = 0, least = INFINITY, most = 0;
    int rows = 0;
    for (size_t i = 0; i < json_array_size(peers); i++) {
        const json_t *row = json_array_get(peers, i);
        if (!is_meant(row, "run", "MultibodyPlant") && !is_meant(row, "run", ""))
            continue;
        const double ratio =
            1 / json_number_value(json_object_get(row, "evaluations_ratio"));
        sum += log(ratio);
        least = fmin(least, ratio);
        most = fmax(most, ratio);
        rows++;
    }
    const struct estimate e = {exp(sum / rows), least, most};
    if (rows > 0)
        json_array_append_new(
            goals, goal_of("the same accuracy, default mode", "Drake's evaluations",
                           "<= 0.35 of them in the mean, never more", most_evaluations,
                           "", "Drake, the same run; low and high: over the models", e,
                           e.value <= most_evaluations && most <= 1));
}

/* A model whose step is to be no slower than a peer's step on its own model of the mechanism. */
static void append_model(json_t *goals, const json_t *peers, const char *model,
                         const char *peer, const char *what) {
    for (size_t i = 0; i < json_array_size(peers); i++) {
        const json_t *row = json_array_get(peers, i);
        if (strcmp(results_text(row, "model"), model) != 0 ||
            strncmp(results_text(row, "peer"), peer, strlen(peer)) != 0 ||
            !json_is_number(json_object_get(row, "ratio")))
            continue;
        const struct estimate e = {json_number_in(row, "ratio"),
                                   json_number_in(row, "low"),
                                   json_number_in(row, "high")};
        json_array_append_new(goals, goal_of(what, "the peer's step, the same run",
                                             ">= 1 times faster", 1, "times",
                                             results_text(row, "peer"), e, e.value >= 1));
    }
}

json_t *peers_goals(const json_t *peers) {
    json_t *goals = json_array();
    append_time(goals, peers, "velocity-implicit Euler, faithful, formulas as cheap", "",
                "Drake's examples (PendulumPlant, AcrobotPlant)");
    append_time(goals, peers, "velocity-implicit Euler, faithful, multibody",
                "MultibodyPlant", "Drake's MultibodyPlant");
    append_evaluations(goals, peers);
    append_model(goals, peers, "humanoid", "MuJoCo",
                 "a humanoid, semi-explicit Euler beside MuJoCo");
    append_model(goals, peers, "humanoid", "Drake",
                 "a humanoid, velocity-implicit Euler beside Drake");
    return goals;
}
