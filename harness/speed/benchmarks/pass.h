/* A piece of work of the benchmark library: passes that can be run and counted. Each kind has
 * a source of its own, and is opened by what is asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARK_PASS_H
#define HARNESS_BENCHMARK_PASS_H

#include "harness/speed/benchmarks/workload.h"

struct pass {
    void *self;

    /* One pass. Nonzero: it has failed. */
    int (*run)(void *self);

    /* Makes one pass, and adds what it has counted to an object, by the names of
     * counters.h; and "end", the state at its end. Nonzero: it has failed, *d says why. */
    int (*count)(void *self, json_t *into, struct diagnostic *d);

    void (*close)(void *self);
};

/* Each: at its start, with nothing run yet; closed by the caller. Nonzero: *d says why, and
 * nothing is open. */

/* The steps of a method of ours, or of a peer. */
int pass_open_steps(struct pass *p, const struct workload *workload,
                    struct diagnostic *d);

/* Steps of implicit Euler's pair that go on with what earlier passes have kept: the kernel
 * PASS_KEPT of a workload. Counts what kernels are called, too. */
#define PASS_KEPT "kept"
int pass_open_pair(struct pass *p, const struct workload *workload, struct diagnostic *d);

/* Steps of Simbody's own stepper on a scene of bodies in a row: the method PASS_SCENE of a workload,
 * with the option "solver". "end" has the heights of bodies where they stand in the model's
 * state, and null elsewhere. */
#define PASS_SCENE "simbody-contacts"
int pass_open_scene(struct pass *p, const struct workload *workload,
                    struct diagnostic *d);

/* The steps with EVAL_LANES runs side by side (fast/lanes.h): the kernel PASS_LANES of a workload.
 * "steps" are those of all runs. */
#define PASS_LANES "lanes"
int pass_open_lanes(struct pass *p, const struct workload *workload,
                    struct diagnostic *d);

/* One kernel of implicit Euler's pair, PASS_KERNEL_CALLS calls of it in a pass. */
enum { PASS_KERNEL_CALLS = 64 };
int pass_open_kernel(struct pass *p, const struct workload *workload,
                     struct diagnostic *d);

/* That of these which is asked for. */
int pass_open(struct pass *p, const struct workload *workload, struct diagnostic *d);

#endif
