/* What is read of comparisons with peers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "harness/speed/goals/goal_question.h"
#include "harness/speed/peers/peers_told.h"
#include "harness/speed/timing/timing_told.h"
#include "problems/base/status.h"

enum { most_processes = 16 }; /* of a row */

static const struct goal_reached nothing = {NAN, NAN, NAN, NAN};

static bool begins_with(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

struct goal_reached goal_beside_peer(const struct timing_told *told,
                                     const struct goal_question *q) {
    for (const struct peers_told *p = told->peer; p < told->peer + told->peers; p++)
        if (strcmp(p->model, q->model) == 0 &&
            strcmp(p->set, q->set != NULL ? q->set : "") == 0 &&
            begins_with(p->peer, q->peer))
            return (struct goal_reached){p->ratio.value, p->ratio.low, p->ratio.high,
                                         p->peer_ns};
    return nothing;
}

/* Rows beside Drake's velocity-implicit Euler that have a ratio: of steps, or of runs. */
static bool is_beside_drake(const struct peers_told *p, const char *unit) {
    return begins_with(p->peer, "Drake velocity") && strcmp(p->unit, unit) == 0 &&
           isfinite(p->ratio.value);
}

static bool is_of_plant(const char *peer) {
    return strstr(peer, "MultibodyPlant") != NULL;
}

/* A process's geometric mean over the rows of steps; NaN: it has not found them all, or there
 * are none. */
static double mean_of_process(const struct timing_told *told, bool of_plant,
                              int process) {
    double sum = 0;
    int rows = 0;
    for (const struct peers_told *p = told->peer; p < told->peer + told->peers; p++) {
        if (!is_beside_drake(p, "step") || is_of_plant(p->peer) != of_plant)
            continue;
        sum += process < p->ratios_count ? log(p->ratios[process]) : NAN;
        rows++;
    }
    return rows > 0 ? exp(sum / rows) : NAN;
}

struct goal_reached goal_beside_drake(const struct timing_told *told,
                                      const struct goal_question *q) {
    double mean[most_processes];
    for (int process = 0; process < most_processes; process++)
        mean[process] = mean_of_process(told, is_of_plant(q->peer), process);
    const struct estimate e = estimate_known(most_processes, mean);
    return (struct goal_reached){e.value, e.low, e.high, NAN};
}

/* NaNs: there are no such rows, or one is not known. */
struct goal_reached goal_evaluations_of_drake(const struct timing_told *told,
                                              const struct goal_question *q) {
    double sum = 0, most = 0;
    int rows = 0;
    for (const struct peers_told *p = told->peer; p < told->peer + told->peers; p++) {
        if (!is_beside_drake(p, "run"))
            continue;
        sum += log(1 / p->evaluations_ratio);
        most = fmax(most, 1 / p->evaluations_ratio);
        rows++;
    }
    const double mean = rows > 0 ? exp(sum / rows) : NAN;
    const double value = q->model != NULL && !isnan(mean) ? most : mean;
    return (struct goal_reached){value, value, value, NAN};
}

struct goal_reached goal_read(const json_t *document, const struct goal_question *q) {
    struct timing_told told;
    struct diagnostic ignored;
    if (q->beside == NULL)
        return q->read(document, q);
    const struct goal_reached r =
        record_read(&timing_told_record, &told, document, &ignored) == 0
            ? q->beside(&told, q)
            : nothing;
    record_clear(&timing_told_record, &told);
    return r;
}
