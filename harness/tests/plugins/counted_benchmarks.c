/* A library of benchmarks whose passes can be counted by hand: each reads COUNTED_READS and
 * writes COUNTED_WRITES times, the writes to COUNTED_LINES cache lines in turn.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/plugins/counted_benchmarks.h"

#include <stddef.h>

#include "harness/speed/benchmarks/benchmark_library.h"

enum { LINE = 64 };
static _Alignas(LINE) volatile char memory[COUNTED_LINES * LINE];
static int opened;

static void *open(const char *request, char *why, size_t room) {
    (void)request;
    (void)why;
    (void)room;
    return &opened;
}

static int run(void *self, long passes) {
    (void)self;
    for (long p = 0; p < passes; p++) {
        for (int i = 0; i < COUNTED_WRITES; i++)
            memory[i % COUNTED_LINES * LINE] = 1;
        for (int i = 0; i < COUNTED_READS; i++)
            (void)memory[0];
    }
    return 0;
}

static const char *counters(void *self) {
    (void)self;
    return "{\"steps\": 1}";
}

static void close(void *self) {
    (void)self;
}

static void slow(long multiplications) {
    (void)multiplications;
}

extern const struct benchmark_library halfstep_benchmarks;
const struct benchmark_library halfstep_benchmarks = {
    BENCHMARK_LIBRARY_VERSION, "{}", open, run, counters, close, slow};
