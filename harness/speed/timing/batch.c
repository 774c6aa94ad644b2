/* Workloads that take turns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/batch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/results/results_count.h"
#include "harness/session/models.h"
#include "harness/speed/measure/rounds.h"

int batch_make(struct batch *b, const char *name, const struct batch_setup *how,
               json_t *workloads) {
    *b = (struct batch){.name = models_title(name), .how = *how, .workloads = workloads};
    b->process = calloc((size_t)how->processes + 1, sizeof *b->process);
    return b->name == NULL || b->process == NULL || workloads == NULL ||
           how->processes > BATCH_MOST_PROCESSES || how->rounds > BATCH_MOST_ROUNDS;
}

void batch_clear(struct batch *b) {
    for (int p = 0; p < b->how.processes && b->process != NULL; p++)
        measured_clear(&b->process[p]);
    free(b->process);
    free(b->name);
    json_decref(b->workloads);
    *b = (struct batch){.name = NULL};
}

static const struct measurement *found(const struct batch *b, int process, int i) {
    return measured_at(&b->process[process], i);
}

/* Whether a workload goes on from the batch before. */
static bool goes_on(const struct batch *b, int process, int i) {
    const struct batch *before = b->before;
    if (before == NULL)
        return true;
    const size_t count = json_array_size(before->workloads);
    const struct measurement *m = found(before, process, (int)((size_t)i % count));
    if (m->failed[0] != '\0')
        return !b->wants_success;
    return m->ns <= b->longest_ns &&
           (!b->wants_success || measurement_count(m, "steps") > 0);
}

static json_t *list_workloads(const struct batch *b, int process) {
    json_t *list = json_array(), *workload;
    size_t i;
    json_array_foreach(b->workloads, i, workload) {
        json_array_append(list, goes_on(b, process, (int)i) ? workload : json_null());
    }
    return list;
}

/* A build without SUNDIALS has no backward differentiation formulas: no failure of the others. */
static int check_whole(const struct batch *b, const struct measured *m,
                       struct diagnostic *d) {
    for (int i = 0; i < m->count; i++) {
        const json_t *workload = json_array_get(b->workloads, (size_t)i);
        if (m->of[i].failed[0] != '\0' && !results_text_is(workload, "method", "bdf"))
            return message_set(d, "%s: %s", results_text(workload, "model"),
                               m->of[i].failed);
    }
    return 0;
}

int batch_measure(struct batch *b, int process, const char *library, unsigned long seed,
                  double seconds, struct diagnostic *d) {
    struct measured *m = &b->process[process];
    const struct bench_request how = {.rounds = b->how.rounds,
                                      .warm_up = b->how.warm_up,
                                      .block_ns = b->how.block_ns,
                                      .longest_block_ns = b->how.longest_block_ns,
                                      .seed = seed,
                                      .seconds = seconds};
    measured_clear(m);
    for (const struct batch *before = b->before; before != NULL; before = before->before)
        if (before->is_last)
            return 0;
    json_t *workloads = list_workloads(b, process);
    const int failed = bench_turns(m, &how, library, workloads, d) ||
                       (b->how.is_whole && check_whole(b, m, d));
    json_decref(workloads);
    if (failed)
        measured_clear(m);
    return failed;
}

/* ---- Numbers of a process */

double batch_pass_ns(const struct batch *b, int process, int i) {
    return found(b, process, i)->ns;
}

double batch_steps(const struct batch *b, int process, int i) {
    return measurement_count(found(b, process, i), "steps");
}

double batch_ns(const struct batch *b, int process, int i) {
    return batch_pass_ns(b, process, i) / batch_steps(b, process, i);
}

double batch_least(const struct batch *b, int process, int i) {
    double least = NAN;
    for (int k = 0; k < b->how.rounds; k++)
        least = fmin(least, measurement_block(found(b, process, i), k));
    return least / batch_steps(b, process, i);
}

double batch_ratio(const struct batch *b, int process, int over, int i) {
    const double steps = batch_steps(b, process, i) / batch_steps(b, process, over);
    double ratio[BATCH_MOST_ROUNDS];
    for (int k = 0; k < b->how.rounds; k++)
        ratio[k] = measurement_block(found(b, process, over), k) /
                   measurement_block(found(b, process, i), k) * steps;
    return rounds_median(ratio, b->how.rounds);
}

/* ---- Over the processes */

int batch_list(const struct batch *b, int i, batch_number *number, double *value) {
    int count = 0;
    for (int p = 0; p < b->how.processes; p++) {
        value[count] = number(b, p, i);
        count += isfinite(value[count]);
    }
    return count;
}

struct estimate batch_estimate(const struct batch *b, int i, batch_number *number) {
    double value[BATCH_MOST_PROCESSES];
    return estimate_ratio(batch_list(b, i, number, value), value);
}

const json_t *batch_counters(const struct batch *b, int i) {
    for (int p = 0; p < b->how.processes; p++)
        if (found(b, p, i)->counters != NULL)
            return found(b, p, i)->counters;
    return NULL;
}

double batch_count(const struct batch *b, int i, const char *key) {
    return json_number_in(batch_counters(b, i), key);
}

double batch_each(const struct batch *b, int i, const char *key) {
    return batch_count(b, i, key) / batch_count(b, i, "steps");
}

const char *batch_failure(const struct batch *b, int i) {
    const char *why = NULL;
    for (int p = 0; p < b->how.processes; p++) {
        const struct measurement *m = found(b, p, i);
        if (isfinite(m->ns))
            return NULL;
        why = m->failed[0] != '\0' ? m->failed : why;
    }
    return why;
}
