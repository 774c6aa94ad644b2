/* Whoever measures: the benchmarks' own processes (bench.h), or a test's inventions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_MEASURER_H
#define HARNESS_COMPARE_MEASURER_H

#include "harness/speed/benchmarks/bench.h"

/* The functions are those of bench.h, with the context before their arguments. */
struct measurer {
    int (*measure)(void *context, json_t **found, const struct bench_request *r,
                   struct diagnostic *d);
    int (*count)(void *context, json_t **counters, const char *library,
                 const json_t *workload, struct diagnostic *d);
    int (*instructions)(void *context, json_t **found, const char *library,
                        const json_t *workload, long slow, struct diagnostic *d);
    void *context;
};

/* The real one; static. */
const struct measurer *measurer_of_machine(void);

#endif
