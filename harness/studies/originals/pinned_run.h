/* Short runs of a model over all that can be chosen, and what is to be the same each
 * time: every counter, every decision, and states to within what libraries of
 * functions may differ. Most of them are of no use to anybody as solutions; they go
 * where other studies do not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PINNED_RUN_H
#define HARNESS_PINNED_RUN_H

#include <jansson.h>

#include "harness/studies/originals/pinned_cases.h"

struct diagnostic; /* problems/base/status.h */
struct study;      /* harness/results/study.h */

/* What a run comes to: {refused: true} if there is no such choice for the model; else
 * {failed, t, state: [sum, size], estimate: [sum, size], decisions: [count, ...],
 * limits: [sum, size], statistics: {name: count}}; sums are weighted, sizes are those
 * of their terms. NULL: out of memory, and *d says so. */
json_t *pinned_run(struct model *m, const struct study *s, enum integrator_method method,
                   enum fast_mode mode, int run, struct diagnostic *d);

/* Whether two outcomes are the same; if not, *d says what differs first. */
bool pinned_same(const json_t *found, const json_t *pinned, struct diagnostic *d);

#endif
