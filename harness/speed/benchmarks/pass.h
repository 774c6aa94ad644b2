/* A piece of work of the benchmark library: passes that can be run and counted. Each kind has
 * a source of its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARK_PASS_H
#define HARNESS_BENCHMARK_PASS_H

#include "harness/speed/benchmarks/workload.h"

/* A kind of pass; its self has `size` bytes, zero before it is opened. */
struct pass_kind {
    size_t size;

    /* At its start, with nothing run yet. Nonzero: *d says why; it is closed all the same. */
    int (*open)(void *self, const struct workload *workload, struct diagnostic *d);
    void (*close)(void *self);

    /* One pass. Nonzero: it has failed, and why: *d, or "" where that says nothing more. */
    int (*run)(void *self);
    void (*why)(void *self, struct diagnostic *d);

    /* Adds what the last pass has counted to an object, by the names that methods share
     * ("steps", "attempts", "evaluations", "jacobians", "iterations") or their own; and "end",
     * the state at its end. Nonzero: out of memory. */
    int (*tell)(void *self, json_t *into);

    /* In place of run and tell, where counting takes more; NULL: it does not. */
    int (*count)(void *self, json_t *into, struct diagnostic *d);
};

struct pass {
    const struct pass_kind *kind;
    void *self;
    int (*run)(void *self); /* the kind's, at hand for what is timed */
};

/* Opens what is asked for; closed by the caller. Nonzero: *d says why, and nothing is open. */
int pass_open(struct pass *p, const struct workload *workload, struct diagnostic *d);
void pass_close(struct pass *p);

/* Makes one pass, and adds what it has counted to an object, with the allocations. Nonzero: it has
 * failed, *d says why. */
int pass_count(const struct pass *p, json_t *into, struct diagnostic *d);

/* ---- The kinds */

/* The steps of a method of ours, or of a peer (harness/plugin/linked/peers.h) in a loop of its own:
 * nothing of ours is between its steps. */
#define PASS_PEER_TOLERANCE 1e-6
extern const struct pass_kind pass_of_steps;

/* Steps of implicit Euler's pair that go on with what earlier passes have kept: the kernel
 * PASS_KEPT of a workload. Counts what kernels are called, too. */
#define PASS_KEPT "kept"
extern const struct pass_kind pass_of_pair;

/* The steps with EVAL_LANES runs side by side (fast/lanes.h): the kernel PASS_LANES of a workload.
 * "steps" are those of all runs. */
#define PASS_LANES "lanes"
extern const struct pass_kind pass_of_lanes;

/* The pair's steps as a loop written by hand for their size (by_hand.h): the kernel PASS_BY_HAND
 * of a workload of default mode, whose model has as many positions as velocities, and nothing
 * else, and whose run keeps its J; under error control with an accuracy at which steps are as
 * long as they may be. */
#define PASS_BY_HAND "by-hand"
extern const struct pass_kind pass_of_hand;

/* One kernel of implicit Euler's pair, PASS_KERNEL_CALLS calls of it in a pass. */
enum { PASS_KERNEL_CALLS = 64 };
extern const struct pass_kind pass_of_kernel;

/* Adds the allocations between two readings. */
struct allocations;
void pass_tell_allocations(json_t *into, struct allocations before,
                           struct allocations after);

#endif
