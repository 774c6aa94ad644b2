/* What a pass of the library made from counted_benchmarks.c does.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_COUNTED_BENCHMARKS_H
#define HARNESS_TESTS_COUNTED_BENCHMARKS_H

enum { COUNTED_READS = 700, COUNTED_WRITES = 1300, COUNTED_LINES = 50 };

#endif
