/* A piece of work of a library of benchmarks that has been loaded into this process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARK_LOADED_H
#define HARNESS_BENCHMARK_LOADED_H

#include <jansson.h>

#include "harness/speed/benchmarks/benchmark_library.h"

struct diagnostic; /* problems/base/status.h */

struct loaded {
    void *handle; /* of the shared library; it stays loaded until the process ends */
    const struct benchmark_library *library;
    void *piece; /* NULL: the library alone */
    long slow;   /* multiplications added to each of its passes */
};

/* Loads a library, which may be loaded already. Nonzero: *d says why. */
int loaded_library(struct loaded *l, const char *path, struct diagnostic *d);

/* Opens a piece of it; loaded_close closes it. Nonzero: *d says why. */
int loaded_open(struct loaded *l, const json_t *workload, struct diagnostic *d);
void loaded_close(struct loaded *l);

/* The work of a stopwatch (base/stopwatch.h); self is a struct loaded. */
int loaded_run(void *self, long passes);

/* The piece's counters as a document. NULL: *d says why. */
json_t *loaded_counters(const struct loaded *l, struct diagnostic *d);

#endif
