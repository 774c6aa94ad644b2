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
                 const json_t *wish, struct diagnostic *d) {
    (void)context;
    return bench_count(counters, library, wish, d);
}

static int instructions(void *context, json_t **found, const char *library,
                        const json_t *wish, long slow, struct diagnostic *d) {
    (void)context;
    return bench_instructions(found, library, wish, slow, d);
}

static const struct measurer machine = {measure, count, instructions, NULL};

const struct measurer *measurer_of_machine(void) {
    return &machine;
}
