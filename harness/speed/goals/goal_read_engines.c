/* What is read of the league: a scene by our stepper and by an engine.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "harness/speed/measure/estimate.h"
#include "harness/speed/goals/goal_question.h"

static const char ours[] = "contact-stepper";
static const double ns_of_us = 1e3;
enum { most_runs = 64 };

/* The cell of an engine's quantity; NULL: it has not been measured. */
static const json_t *cell_of(const json_t *document, const char *engine,
                             const char *quantity) {
    size_t i;
    json_t *cell;
    json_array_foreach(json_object_get(document, "cells"), i, cell) {
        if (results_text_is(cell, "engine", engine) &&
            results_text_is(cell, "quantity", quantity) &&
            results_text_is(cell, "status", "measured"))
            return cell;
    }
    return NULL;
}

static const json_t *times_of(const json_t *document, const char *engine,
                              const struct goal_question *q) {
    return json_object_get(cell_of(document, engine, q->model),
                           strcmp(q->model, "later-step") == 0 ? "later_times"
                                                               : "step_times");
}

struct goal_reached goal_beside_engine(const json_t *document,
                                       const struct goal_question *q) {
    const json_t *mine = times_of(document, ours, q),
                 *theirs = times_of(document, q->peer, q);
    double ratio[most_runs];
    int runs = 0;
    while (runs < most_runs && runs < (int)json_array_size(mine) &&
           runs < (int)json_array_size(theirs)) {
        const json_t *over = json_array_get(theirs, (size_t)runs),
                     *under = json_array_get(mine, (size_t)runs);
        ratio[runs++] = json_is_number(over) && json_is_number(under)
                            ? json_number_value(over) / json_number_value(under)
                            : NAN;
    }
    const struct estimate e = estimate_known(runs, ratio);
    return (struct goal_reached){
        e.value, e.low, e.high,
        ns_of_us * json_number_in(cell_of(document, q->peer, q->model), "value")};
}

struct goal_reached goal_residual(const json_t *document, const struct goal_question *q) {
    const double left = json_number_in(cell_of(document, ours, q->model), "value");
    return (struct goal_reached){
        left, left, left, json_number_in(cell_of(document, q->peer, q->model), "value")};
}
