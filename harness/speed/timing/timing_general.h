/* Every method on every model that it takes, through the benchmarks (speed/benchmarks/bench.h): the
 * benchmarks of a model take turns in a process, several processes give the interval, and the
 * instructions of a pass are counted once.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_GENERAL_H
#define HARNESS_TIMING_GENERAL_H

#include "harness/speed/benchmarks/bench.h"
#include "harness/speed/benchmarks/benchmarks.h"

struct batch;          /* harness/speed/timing/batch.h */
struct timing_results; /* harness/speed/timing/timing_results.h */

struct timing_general {
    struct benchmarks chosen;
    int groups;
    struct batch *group; /* [groups] those of one model */
    int *first;          /* [groups] which benchmark each begins with */
    struct instruction_count *instructions; /* [chosen.count] */
};

/* Chooses benchmarks. Freed with timing_general_clear in any case. Nonzero: *d says why. */
int timing_general_make(struct timing_general *g,
                        const struct benchmarks_request *workload, int processes,
                        int rounds, struct diagnostic *d);
void timing_general_clear(struct timing_general *g);

/* The batch in which benchmark *i takes part; *i := which of its workloads it is. */
const struct batch *timing_general_find(const struct timing_general *g, int *i);

/* Times of one step of benchmark i, in ns and in processor cycles, by the ruler of the same
 * process. */
struct estimate timing_general_ns(const struct timing_general *g, int i);
struct estimate timing_general_cycles(const struct timing_general *g, int i);

/* Appends a result "failure" for each benchmark that could not be measured. */
void timing_general_results(const struct timing_general *g,
                            struct timing_results *results);

#endif
