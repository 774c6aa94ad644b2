/* Rows of the general table, described, and made from what processes have found.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_measurement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/record/record.h"
#include "harness/speed/timing/timing_plan.h"

#define NS(name, member, ...) RECORD_NAMED(name, struct timing_ns, member, __VA_ARGS__)

static const struct record_field ns_fields[] = {
    ESTIMATE_FIELDS(struct timing_ns, of.),
    NS("processes", process, NUMBERS, "the median of each",
       .count = offsetof(struct timing_ns, processes)),
    NS("blocks", block, NUMBERS, "quantiles of all blocks",
       .count = offsetof(struct timing_ns, blocks)),
    {.key = NULL},
};
static const struct record ns_record = {"ns", "The time of a step, in nanoseconds.",
                                        sizeof(struct timing_ns), ns_fields};

#define TOLD(member, ...) RECORD_FIELD(struct timing_measurement, member, __VA_ARGS__)
#define COUNTED(member) offsetof(struct timing_measurement, instructions.member)

static const struct record_field fields[] = {
    BENCHMARK_FIELDS(struct timing_measurement, of.),
    TOLD(unit, TEXT, "step"),
    TOLD(counters, OBJECT, "of all steps, by their names"),
    RECORD_NAMED("instructions", struct timing_measurement, instructions.of_pass, PART,
                 "of a pass", .of = &instructions_record, .known = COUNTED(is_known)),
    RECORD_NAMED("instructions_missing", struct timing_measurement, instructions.why_not,
                 TEXT, "why there are none", .may_lack = true),
    TOLD(ns, PART, "the time of a step", .of = &ns_record),
    TOLD(cycles, PART, "of the processor in a step", .of = &estimate_record),
    TOLD(floor, PART, "what its kernels take", .of = &estimate_record,
         .known = offsetof(struct timing_measurement, has_floor)),
    {.key = NULL},
};
const struct record timing_measurement_record = {
    "measurement", "What a step costs.", sizeof(struct timing_measurement), fields};

static json_t *copy_counters(const struct batch *t, int i) {
    json_t *copy = json_copy((json_t *)batch_counters(t, i));
    json_object_del(copy, "end");
    return copy;
}

/* A floor is one of steps, not of kernels or joints. */
static struct estimate find_floor(const struct benchmark *b, int plans,
                                  const struct timing_plan *plan) {
    struct estimate floor = {NAN, NAN, NAN};
    for (int i = 0; i < plans && strcmp(b->kind, "fixed") == 0; i++)
        if (strcmp(plan[i].batch.name, b->model) == 0)
            floor = timing_plan_floor(&plan[i], b->method, b->mode);
    return floor;
}

/* Quantiles of all blocks of all processes, of a step; returns how many; < 0: out of memory. */
static int list_quantiles(double *quantile, const struct batch *t, int i) {
    struct block_times all = {0, NULL};
    int failed = 0;
    for (int process = 0; process < t->how.processes && !failed; process++)
        failed = block_times_add(&all, measured_at(&t->process[process], i));
    const int count = failed ? -1
                             : estimate_quantiles(quantile, all.count, all.ns,
                                                  batch_count(t, i, "steps"));
    free(all.ns);
    return count;
}

static int append(struct timing_measurement **row, int *count,
                  const struct timing_general *g, int i, struct estimate floor) {
    int its = i;
    const struct batch *t = timing_general_find(g, &its);
    double process[BATCH_MOST_PROCESSES], quantile[ESTIMATE_QUANTILES];
    const struct timing_measurement m = {
        .of = g->chosen.benchmark[i],
        .unit = "step",
        .counters = copy_counters(t, its),
        .evaluations = batch_each(t, its, "evaluations"),
        .iterations = batch_each(t, its, "iterations"),
        .factorizations = batch_each(t, its, "factorizations"),
        .steps = batch_count(t, its, "steps"),
        .allocations = batch_count(t, its, "allocations"),
        .instructions = g->instructions[i],
        .ns = {.of = timing_general_ns(g, i),
               .processes = batch_list(t, its, batch_ns, process),
               .process = process,
               .blocks = list_quantiles(quantile, t, its),
               .block = quantile},
        .cycles = timing_general_cycles(g, i),
        .floor = floor,
        .has_floor = isfinite(floor.value)};
    const int failed =
        m.ns.blocks < 0 || record_append(&timing_measurement_record, row, count, &m);
    json_decref(m.counters);
    return failed;
}

int timing_measurements_append(struct timing_measurement **row, int *count,
                               const struct timing_general *g, int plans,
                               const struct timing_plan *plan) {
    int failed = 0;
    for (int i = 0; i < g->chosen.count && !failed; i++)
        if (isfinite(timing_general_ns(g, i).value))
            failed = append(row, count, g, i,
                            find_floor(&g->chosen.benchmark[i], plans, plan));
    return failed;
}
