/* Whoever measures: the benchmarks' own processes (bench.h), or a test's inventions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_MEASURER_H
#define HARNESS_COMPARE_MEASURER_H

#include "harness/speed/benchmarks/bench.h"

/* The functions are those of bench.h. */
struct measurer {
    int (*measure)(struct measured *found, const struct bench_request *r,
                   struct diagnostic *d);
    int (*count)(json_t **counters, const char *library, const json_t *workload,
                 struct diagnostic *d);
    int (*instructions)(json_t **found, const char *library, const json_t *workload,
                        long slow, struct diagnostic *d);
};

/* The real one. */
extern const struct measurer measurer_of_machine;

/* A workload that is measured alone in a process, as long as in a pair: ns of a pass, and of one
 * multiplication. Nonzero: *d says why not. */
struct measured_alone {
    double ns, ruler_ns;
};
int measure_alone(struct measured_alone *found, const struct measurer *m,
                  const char *library, const json_t *workload, unsigned long seed,
                  double seconds, struct diagnostic *d);

#endif
