/* Which benchmarks a method has on a model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARKS_KINDS_H
#define HARNESS_BENCHMARKS_KINDS_H

#include "harness/integrators/methods/method.h"
#include "harness/speed/benchmarks/benchmarks.h"

/* Appends those of one method on a model: none if the method does not take it. It is found by
 * `name`, which may be a path, and called `title`. All modes and kinds, or the few of a quick
 * measurement. Nonzero: out of memory, or the model has no span, and *d says so. */
int benchmarks_add(struct benchmarks *b, struct model *m, const char *name,
                   const char *title, const struct method *method,
                   const struct benchmarks_request *workload, struct diagnostic *d);

#endif
