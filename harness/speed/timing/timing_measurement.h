/* What a step of a benchmark costs: a row of the general table (timing_general.h), which text,
 * document and schema are made from.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_MEASUREMENT_H
#define HARNESS_TIMING_MEASUREMENT_H

#include "harness/speed/measure/estimate.h"
#include "harness/speed/timing/timing_general.h"

struct record;      /* harness/base/record/record.h */
struct timing_plan; /* harness/speed/timing/timing_plan.h */

/* Of a step, in ns. */
struct timing_ns {
    struct estimate of;
    int processes, blocks;
    double *process; /* [processes] the median of each */
    double *block;   /* [blocks] quantiles of all blocks of all processes */
};

struct timing_measurement {
    struct benchmark of;
    const char *unit; /* what is counted and timed is one: a step */
    json_t *counters; /* of a pass, by their names */
    /* Of a step; NaN: it has no such counter. */
    double evaluations, iterations, factorizations;
    double steps, allocations; /* of a pass */
    struct instruction_count instructions;
    struct timing_ns ns;
    struct estimate cycles;
    struct estimate floor; /* over its kernels; NaN: they were not measured beside it */
    bool has_floor;
};

extern const struct record timing_measurement_record;

/* Appends a row, cleared by the record, for each benchmark that was measured; the plans are of the
 * same run. Nonzero: out of memory. */
int timing_measurements_append(struct timing_measurement **row, int *count,
                               const struct timing_general *g, int plans,
                               const struct timing_plan *plan);

#endif
