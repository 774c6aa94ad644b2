/* Which benchmarks a general table has, and what processes have found about them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_general.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/record/record.h"
#include "harness/base/stopwatch.h"
#include "harness/speed/timing/batch.h"
#include "harness/speed/timing/timing_results.h"

/* Long enough for the clock's reading not to matter, short enough to fall between two
 * interruptions. */
static const double block_ns = 15e3;
enum { warm_up = 4 };

/* What a process is expected to take before one has been seen. */
static const double seconds_of_process = 0.5;

static json_t *list_workloads(const struct benchmarks *b, int first, int end) {
    json_t *list = json_array();
    for (int i = first; i < end; i++)
        json_array_append(list, b->benchmark[i].workload);
    return list;
}

static int make_groups(struct timing_general *g, const struct batch_setup *how) {
    const struct benchmark *b = g->chosen.benchmark;
    int failed = 0;
    for (int i = 0, end = 0; i < g->chosen.count && !failed; i = end) {
        while (end < g->chosen.count && strcmp(b[end].model, b[i].model) == 0)
            end++;
        g->first[g->groups] = i;
        failed = batch_make(&g->group[g->groups++], b[i].model, how,
                            list_workloads(&g->chosen, i, end));
    }
    return failed;
}

int timing_general_make(struct timing_general *g,
                        const struct benchmarks_request *workload, int processes,
                        int rounds, struct diagnostic *d) {
    const struct batch_setup how = {.processes = processes,
                                    .rounds = rounds,
                                    .warm_up = warm_up,
                                    .block_ns = block_ns,
                                    .seconds = seconds_of_process};
    *g = (struct timing_general){.groups = 0};
    if (benchmarks_choose(&g->chosen, workload, d))
        return -1;
    const size_t count = (size_t)g->chosen.count + 1;
    g->group = calloc(count, sizeof *g->group);
    g->first = calloc(count, sizeof *g->first);
    g->instructions = calloc(count, sizeof *g->instructions);
    return g->group == NULL || g->first == NULL || g->instructions == NULL ||
                   make_groups(g, &how)
               ? message_set(d, "out of memory")
               : 0;
}

void timing_general_clear(struct timing_general *g) {
    for (int i = 0; i < g->groups; i++)
        batch_clear(&g->group[i]);
    for (int i = 0; i < g->chosen.count && g->instructions != NULL; i++) {
        record_clear(&instructions_record, &g->instructions[i].of_pass);
        free((char *)g->instructions[i].why_not);
    }
    free(g->instructions);
    free(g->first);
    free(g->group);
    benchmarks_clear(&g->chosen);
    *g = (struct timing_general){.groups = 0};
}

const struct batch *timing_general_find(const struct timing_general *g, int *i) {
    int group = g->groups - 1;
    while (g->first[group] > *i)
        group--;
    *i -= g->first[group];
    return &g->group[group];
}

static double cycles(const struct batch *t, int process, int i) {
    return batch_ns(t, process, i) / t->process[process].ruler_ns *
           stopwatch_ruler_cycles;
}

struct estimate timing_general_ns(const struct timing_general *g, int i) {
    const struct batch *t = timing_general_find(g, &i);
    return batch_estimate(t, i, batch_ns);
}

struct estimate timing_general_cycles(const struct timing_general *g, int i) {
    const struct batch *t = timing_general_find(g, &i);
    return batch_estimate(t, i, cycles);
}

/* Benchmarks that could not be measured: they are named, not hidden. A method need not succeed with
 * the usual step on every model, so this is no failed verdict. */
void timing_general_results(const struct timing_general *g,
                            struct timing_results *results) {
    for (int i = 0; i < g->chosen.count; i++) {
        const struct benchmark *b = &g->chosen.benchmark[i];
        int its = i;
        const struct batch *t = timing_general_find(g, &its);
        const char *why = batch_failure(t, its);
        struct timing_found f = {
            .of = timing_result(b->model, b->method, b->mode, "failure"),
            .kind = b->kind};
        f.of.tolerance = NAN;
        f.of.reason = why != NULL ? why : "no process has measured it";
        if (!isfinite(batch_estimate(t, its, batch_pass_ns).value))
            timing_add(results, &f);
    }
}
