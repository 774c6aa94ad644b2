/* Other people's integrators as work of a library of benchmarks (benchmark_library.h), so that
 * they take turns with ours in one process. They run in loops of their own, called once a pass:
 * nothing of ours is between their steps. Which there are: harness/plugin/linked/peers.h.
 *
 * All evaluate the functions that our own integrators run, and where they are implicit the
 * exact Jacobian.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARK_PEER_H
#define HARNESS_BENCHMARK_PEER_H

#include <stdbool.h>

#include "harness/integrators/subject.h"

/* Whether a workload's "method" is a peer's name. */
bool benchmark_peer_is(const char *method);

/* *s: the peer that a workload names (benchmark_library.h), for a model, which must outlive it; the
 * caller frees it with s->free(s->self). A pass is
 *
 *     s->start(s->self, t, x);  s->run(s->self, step, t + length)
 *
 * with the workload's "step" (any number under error control, where it is not read). With "step"
 * the peer takes fixed steps without error control, and solves its implicit equations to the
 * option "tolerance"; with "accuracy" it controls the error, and holds each component to
 * accuracy (1 + |x_i|) in its own norm. s->step, s->advance and s->estimate are NULL.
 * Counters: steps_taken, derivative_evals (calls of x' = F(t, x); for Simbody of f alone),
 * jacobian_evals.
 *
 * Nonzero: SUBJECT_MISSING, not installed, and *d says how it can be had; SUBJECT_REFUSED, it
 * cannot do what is asked for; SUBJECT_NO_MEMORY. */
int benchmark_peer_open(struct subject *s, struct model *m, const json_t *workload,
                        struct diagnostic *d);

#endif
