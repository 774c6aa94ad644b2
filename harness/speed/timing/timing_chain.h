/* Chains and stacks whose growth with size is measured, one length in a process. Each pass begins
 * anew, so that forming and factoring matrices, the first projection and the first solve, which
 * has nothing to begin with, are in its time; what one step costs is a pass's time over its steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_CHAIN_H
#define HARNESS_TIMING_CHAIN_H

#include <stdio.h>

#include "harness/results/result_list.h"
#include "harness/session/models.h"

/* What a chain is called, whose growth is measured when it is among the models. */
#define TIMING_CHAIN "spring_chain"
#define TIMING_LINKS "chain_cartesian" /* with joints */
#define TIMING_LINKS_METHOD "runge-kutta-merson"
#define TIMING_SLIDERS "slider_stack" /* with contacts */
#define TIMING_BRICKS "brick_stack"

enum { TIMING_CHAIN_VARIANTS = 2, TIMING_LENGTHS = 7 };

/* Of springs, and of rods; stacks of points, and of bricks; of springs and of rods for all
 * methods. */
enum { TIMING_CHAINS = 6, TIMING_FIRST_GROWTH = 4 };

struct timing_chain_kind {
    const char *model, *method; /* NULL: every method that takes it */
    struct {
        const char *name, *option, *value; /* NULL: there is none */
    } variant[TIMING_CHAIN_VARIANTS];
    double step;
    int steps; /* of a pass */
    bool
        has_bend; /* the angle between the first rod and the last is the same whatever n is */
    int masses[TIMING_LENGTHS]; /* ascending; 0: no more */
    int shorter; /* so many times shorter than the longest chain of an effort */
    double seconds_of_mass; /* that a process is expected to take, for each round */
};

extern const struct timing_chain_kind timing_chain_kinds[TIMING_CHAINS];

/* One length of a chain. */
struct timing_length {
    const struct timing_chain_kind *kind;
    const struct catalogue *catalogue;
    const char *method; /* where kind has none: this one alone; NULL: all */
    int masses, rounds;
    const char *library;
    unsigned long seed;
    double seconds;
    const json_t *shorter; /* what was found of the chain before, or NULL */
    int shorter_masses;
};

/* {"masses", "variants": [{"variant", "ns": of a step, "pass_ns", "bytes": of the integrator,
 * "steps", ...: of a pass} or {"variant", "left_out": why}]}. NULL: *d says why. */
json_t *timing_chain_measure(const struct timing_length *l, struct diagnostic *d);

/* Appends every method that takes the chain, as "METHOD/MODE/KIND": the default mode, by fixed
 * steps; where there are none, under error control. One whose pass would take too long by the
 * cube of the lengths' ratio is left out, its workload null. Nonzero: *d says why. */
int timing_growth_list(const struct timing_length *l, json_t *variants, json_t *workloads,
                       struct diagnostic *d);

/* A table of the results "growth". */
void timing_growth_print(const struct results *results, FILE *out);

#endif
