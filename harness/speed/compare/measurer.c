/* Measuring with the benchmarks' own processes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/compare/measurer.h"

static int measure(void *context, json_t **found, const struct bench_request *r,
                   struct diagnostic *d) {
    (void)context;
    return bench_measure(found, r, d);
}

static int count(void *context, json_t **counters, const char *library,
                 const json_t *workload, struct diagnostic *d) {
    (void)context;
    return bench_count(counters, library, workload, d);
}

static int instructions(void *context, json_t **found, const char *library,
                        const json_t *workload, long slow, struct diagnostic *d) {
    (void)context;
    return bench_instructions(found, library, workload, slow, d);
}

static const struct measurer machine = {measure, count, instructions, NULL};

const struct measurer *measurer_of_machine(void) {
    return &machine;
}
