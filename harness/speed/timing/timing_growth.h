/* Growth with size of every method that takes a chain, through the benchmarks: fixed steps of
 * all methods take turns, one length of the chain in a process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_GROWTH_H
#define HARNESS_TIMING_GROWTH_H

#include <stdio.h>

#include "harness/results/result_list.h"
#include "harness/speed/benchmarks/bench.h"
#include "harness/speed/benchmarks/benchmarks.h"

/* One length of a chain. */
struct timing_growth_request {
    const struct catalogue *catalogue;
    const char *model, *method; /* NULL: all methods */
    int masses;
    double step; /* of the methods with fixed steps */
    int rounds;
    const char *library;
    unsigned long seed;
    double seconds;
    const json_t *shorter; /* what was found of the chain before, or NULL */
    int shorter_masses;
};

/* {"masses", "variants": [{"variant": "METHOD/MODE/KIND", "ns": of a step, "steps", ...,
 * "pass_ns"}, or {"variant", "left_out": why}]}: a method whose pass would take too long by the
 * cube of the lengths' ratio is left out. NULL: *d says why. */
json_t *timing_growth_measure(const struct timing_growth_request *r,
                              struct diagnostic *d);

/* A table of the results "growth". */
void timing_growth_print(const struct results *results, FILE *out);

#endif
