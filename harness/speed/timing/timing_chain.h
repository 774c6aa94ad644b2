/* Chains and stacks whose growth with size is measured: one length in a process, and the longest
 * beside the one that is a decade shorter, in turns, of which the power of their own method is
 * told. Each pass begins anew, so that forming and factoring matrices, the first projection and
 * the first solve, which has nothing to begin with, are in its time; what one step costs is a
 * pass's time over its steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_CHAIN_H
#define HARNESS_TIMING_CHAIN_H

#include "harness/speed/benchmarks/benchmarks.h"
#include "harness/speed/timing/batch.h"

struct timing_results; /* harness/speed/timing/timing_results.h */

/* What a chain is called, whose growth is measured when it is among the models. */
#define TIMING_CHAIN "spring_chain"
#define TIMING_LINKS "chain_cartesian" /* with joints */
#define TIMING_LINKS_METHOD "runge-kutta-merson"
#define TIMING_SLIDERS "slider_stack" /* with contacts */
#define TIMING_BRICKS "brick_stack"

/* Lengths are half a decade apart. */
enum { TIMING_DECADE = 2 };

enum { TIMING_CHAIN_VARIANTS = 2, TIMING_LENGTHS = 7 };

/* Of springs, and of rods; stacks of points, and of bricks; of springs and of rods for all
 * methods. */
enum { TIMING_CHAINS = 6, TIMING_FIRST_GROWTH = 4 };

struct timing_chain_kind {
    const char *model, *method; /* NULL: every method that takes it */
    struct {
        const char *option, *value; /* of the method; NULL: its own */
    } variant[TIMING_CHAIN_VARIANTS];
    int variants;
    double step;
    int steps; /* of a pass */
    /* The angle between the first rod and the last is the same whatever n is. */
    bool has_bend;
    int masses[TIMING_LENGTHS]; /* ascending; 0: no more */
    int shorter; /* so many times shorter than the longest chain of an effort */
    double seconds_of_mass; /* that a process is expected to take, for each round */
};

extern const struct timing_chain_kind timing_chain_kinds[TIMING_CHAINS];

struct timing_chain {
    const struct timing_chain_kind *kind;
    int sizes;                  /* 0: it is not measured */
    struct benchmarks variants; /* its own, or of every method */
    struct batch at[TIMING_LENGTHS];
    /* The last length's workloads, then those of the length a decade shorter; no name: the kind
     * has no method, or no such length. */
    struct batch decade;
};

/* What is measured of a kind. */
struct timing_chain_request {
    const struct catalogue *catalogue;
    const char *method; /* where the kind has none: this one alone; NULL: all */
    int largest, processes, rounds;
};

/* Chooses lengths and workloads: of a kind without a method every method that takes the chain, the
 * default mode by fixed steps; where there are none, under error control. One whose pass would take
 * too long by the cube of the lengths' ratio is left out. Freed with timing_chain_clear in any
 * case. Nonzero: *d says why. */
int timing_chain_make(struct timing_chain *c, const struct timing_chain_kind *kind,
                      const struct timing_chain_request *r, struct diagnostic *d);
void timing_chain_clear(struct timing_chain *c);

/* chain-slope, chain-memory and their like, by the chain's name; "growth" of the time of a step of
 * every method of a kind without one. */
void timing_chain_results(const struct timing_chain *c, struct timing_results *results);

#endif
