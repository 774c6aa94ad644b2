/* Counting the instructions of a pass: the part of halfstep-benchmark that runs under
 * callgrind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARK_COUNT_H
#define HARNESS_BENCHMARK_COUNT_H

/* The first argument of halfstep-benchmark that asks for it. */
#define BENCHMARK_COUNT "count-instructions"

/* argv: the program, BENCHMARK_COUNT, a library's path, a workload, multiplications added to each
 * pass. Has callgrind dump twice: what calling an empty pass counts, and what a settled pass
 * counts called in the same way. Returns the program's exit status; 0: both are written. Why
 * not is said in one line on standard output. */
int benchmark_count(int argc, char **argv);

#endif
