/* Batches of the timing study in tests: made measurements, real ones, and results found among
 * others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_TIMINGS_H
#define HARNESS_TESTS_TIMINGS_H

#include "harness/speed/timing/batch.h"
#include "harness/speed/timing/timing_results.h"

/* The result; ends the test when there is none. method NULL: of any. */
const json_t *find_timing(const json_t *results, const char *model, const char *method,
                          const char *mode, const char *quantity);

/* Adds results to an array as a document has them, and clears them. */
void add_told(json_t *results, struct timing_results *found);

/* Results as a document has them, of which most may be missing. */
struct timing_results read_told(const json_t *results);

/* What a process says of a pass of so many ns, its only block, which counts this. */
json_t *say_measured(double ns, json_t *counters);

/* A process of the batch has found these, which are taken over. */
void take_measured(struct batch *b, int process, json_t *contestants);

/* A batch of one process of the build under test, measured; ends the test when it cannot be. */
void measure_batch(struct batch *b, double seconds);

/* The build under test. */
struct bench_build own_build(void);

#endif
