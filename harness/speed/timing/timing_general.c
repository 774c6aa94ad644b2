/* Which benchmarks a general table has, and what processes have found about them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_general.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/stopwatch.h"

static void make_groups(struct timing_general *g) {
    const struct benchmark *benchmark = g->chosen.benchmark;
    for (int i = 0; i < g->chosen.count; i++) {
        if (i == 0 || strcmp(benchmark[i].model, benchmark[i - 1].model) != 0)
            g->group[g->groups++] = (struct timing_group){.first = i};
        g->group[g->groups - 1].count++;
    }
}

int timing_general_make(struct timing_general *g,
                        const struct benchmarks_request *workload, int processes,
                        struct diagnostic *d) {
    *g = (struct timing_general){.processes = processes};
    if (bench_build_find(&g->build, bench_own_place(), d) ||
        benchmarks_choose(&g->chosen, workload, d))
        return -1;
    const size_t count = (size_t)g->chosen.count;
    g->group = calloc(count + 1, sizeof *g->group);
    g->found = calloc(count * (size_t)processes + 1, sizeof *g->found);
    g->instructions = calloc(count + 1, sizeof *g->instructions);
    if (g->group == NULL || g->found == NULL || g->instructions == NULL)
        return message_set(d, "out of memory");
    make_groups(g);
    return 0;
}

void timing_general_clear(struct timing_general *g) {
    for (int i = 0; i < g->groups * g->processes && g->found != NULL; i++)
        json_decref(g->found[i]);
    for (int i = 0; i < g->chosen.count && g->instructions != NULL; i++)
        json_decref(g->instructions[i]);
    free(g->found);
    free(g->instructions);
    free(g->group);
    benchmarks_clear(&g->chosen);
    bench_build_clear(&g->build);
    *g = (struct timing_general){.groups = 0};
}

static int group_of(const struct timing_general *g, int i) {
    int group = 0;
    while (i >= g->group[group].first + g->group[group].count)
        group++;
    return group;
}

const json_t *timing_general_found(const struct timing_general *g, int i, int p) {
    const int group = group_of(g, i);
    const json_t *document = g->found[group * g->processes + p];
    return json_array_get(json_object_get(document, "contestants"),
                          (size_t)(i - g->group[group].first));
}

const char *timing_general_failure(const struct timing_general *g, int i) {
    const char *why = "no process has measured it";
    for (int p = 0; p < g->processes; p++) {
        const json_t *found = timing_general_found(g, i, p);
        const char *its = json_string_value(json_object_get(found, "failed"));
        if (json_is_number(json_object_get(found, "ns")))
            return NULL;
        why = its != NULL ? its : why;
    }
    return why;
}

double timing_general_steps(const struct timing_general *g, int i) {
    for (int p = 0; p < g->processes; p++) {
        const json_t *counters =
            json_object_get(timing_general_found(g, i, p), "counters");
        const json_t *steps = json_object_get(counters, "steps");
        if (json_is_integer(steps))
            return (double)json_integer_value(steps);
    }
    return 0;
}

static double ruler_of(const struct timing_general *g, int i, int p) {
    const json_t *document = g->found[group_of(g, i) * g->processes + p];
    return json_number_value(json_object_get(document, "ruler_ns"));
}

/* Of a step; by the ruler, or not. */
static struct estimate estimate_step(const struct timing_general *g, int i,
                                     bool by_ruler) {
    struct estimate e = {NAN, NAN, NAN};
    const double steps = timing_general_steps(g, i);
    double *value = calloc((size_t)g->processes + 1, sizeof *value);
    int count = 0;
    for (int p = 0; p < g->processes && value != NULL && steps > 0; p++) {
        const json_t *ns = json_object_get(timing_general_found(g, i, p), "ns");
        const double unit = by_ruler ? ruler_of(g, i, p) / STOPWATCH_RULER_CYCLES : 1;
        if (json_is_number(ns) && unit > 0)
            value[count++] = json_number_value(ns) / steps / unit;
    }
    if (count > 0)
        e = estimate_ratio(count, value);
    free(value);
    return e;
}

struct estimate timing_general_ns(const struct timing_general *g, int i) {
    return estimate_step(g, i, false);
}

struct estimate timing_general_cycles(const struct timing_general *g, int i) {
    return estimate_step(g, i, true);
}
