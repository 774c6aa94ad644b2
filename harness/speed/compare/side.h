/* One of the two that are compared: a build, or a measurement that was stored.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_SIDE_H
#define HARNESS_COMPARE_SIDE_H

#include <stdbool.h>

#include "harness/speed/benchmarks/bench.h"
#include "harness/speed/benchmarks/benchmarks.h"

struct side {
    const char *place;        /* as it was named */
    json_t *stored;           /* the document; NULL: a build */
    struct bench_build build; /* cleared for a document */
    bool has_ring;            /* the build's four links are four files */
};

/* A place as bench_build_find takes it, or a file whose name ends in .json: a document of
 * `halfstep timing --json`. Freed with side_clear. Nonzero: *d says why. */
int side_open(struct side *s, const char *place, struct diagnostic *d);
void side_clear(struct side *s);

/* What is known about what it was built from; NULL: nothing. The same with "place" and "stored",
 * which the caller frees. */
const json_t *side_build(const struct side *s);
json_t *side_describe(const struct side *s);

/* The measurement of a benchmark in a stored document; NULL: there is none, or it is a
 * build. */
const json_t *side_measurement(const struct side *s, const char *name);

/* The benchmarks of a stored document, which names its workloads, among `models` (count 0: all)
 * and of `method` (NULL: all); freed with benchmarks_clear in any case. Nonzero: out of
 * memory. */
int side_benchmarks(struct benchmarks *b, const struct side *s,
                    const struct model_names *models, const char *method);

/* Whether two builds' libraries are the same, byte for byte. */
bool side_is_same(const struct side *a, const struct side *b);

#endif
