/* What the program halfstep-benchmark can be asked: a document on standard input, one on
 * standard output. Each returns a new document, or NULL and *d says why.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARK_ANSWER_H
#define HARNESS_BENCHMARK_ANSWER_H

#include <jansson.h>

#include "problems/base/status.h"

/* {"library"}: what it was built from. */
json_t *benchmark_tell(const json_t *request, struct diagnostic *d);

/* {"library", "workload"}: the counters of a pass. */
json_t *benchmark_counters(const json_t *request, struct diagnostic *d);

/* {"contestants": [{"library", "workload", "like", "slow"}], "rounds", "warm_up", "block_ns",
 * "longest_block_ns", "seed"}: as bench_measure (bench.h) tells it. */
json_t *benchmark_measure(const json_t *request, struct diagnostic *d);

#endif
