/* The parts of the program halfstep-benchmark.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARK_ANSWER_H
#define HARNESS_BENCHMARK_ANSWER_H

#include <jansson.h>

struct diagnostic; /* problems/base/status.h */

/* The answer to {"contestants": [{"library", "workload", "like", "slow"}], "rounds", "warm_up",
 * "block_ns", "longest_block_ns", "seed"}: as bench_measure (bench.h) tells it, a new document.
 * NULL: *d says why. */
json_t *benchmark_measure(const json_t *request, struct diagnostic *d);

/* Counts the instructions of a pass, under callgrind. argv: the program, BENCHMARK_COUNT, a
 * library's path, a workload, multiplications added to each pass. Has callgrind dump twice: what
 * calling an empty pass counts, and what a settled pass counts called in the same way. Returns
 * the program's exit status; 0: both are written. Why not is said in one line on standard
 * output. */
#define BENCHMARK_COUNT "count-instructions"
int benchmark_count(int argc, char **argv);

#endif
