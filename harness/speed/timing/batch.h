/* Workloads that take turns in each of several processes, and what was found of them: the one
 * way in which the timing study measures. What is asked of them is asked of each process, and an
 * estimate (speed/measure/estimate.h) made of the processes' answers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BATCH_H
#define HARNESS_BATCH_H

#include <stdbool.h>

#include "harness/speed/benchmarks/bench.h"
#include "harness/speed/measure/estimate.h"

enum { BATCH_MOST_PROCESSES = 1000, BATCH_MOST_ROUNDS = 128 };

/* How they are measured. */
struct batch_setup {
    int processes, rounds, warm_up;
    double block_ns, longest_block_ns; /* as in bench.h */
    double seconds;                    /* that a process is expected to take */
    bool is_whole; /* nothing is found where one of them fails; else the others are */
};

struct batch {
    char *name; /* of their model, as results call it */
    struct batch_setup how;
    const void *about; /* what the workloads are of, for the numbers that need it */
    json_t *workloads; /* null: it takes no part */
    struct measured *process; /* [how.processes] */

    /* A batch of the same workloads, shorter ones, that comes before this one, or of as many for
     * each of several lengths in this one; NULL: none. A workload is left out where it was left
     * out there, or took longer than `longest_ns`; and where `wants_success`, if it failed
     * there. */
    const struct batch *before;
    double longest_ns;
    bool wants_success;
    bool is_last; /* those that come after are left out as a whole */
};

/* Takes over the workloads. Cleared with batch_clear in any case. Nonzero: out of memory, or of
 * more processes or rounds than the most. */
int batch_make(struct batch *b, const char *name, const struct batch_setup *how,
               json_t *workloads);
void batch_clear(struct batch *b);

/* b->process[process] := what a process finds. Nonzero: nothing, and *d says why. */
int batch_measure(struct batch *b, int process, const char *library, unsigned long seed,
                  double seconds, struct diagnostic *d);

/* A number that a process has found about workload i; NaN: there is none. */
typedef double batch_number(const struct batch *b, int process, int i);
batch_number batch_ns,
    batch_least; /* of a step: the median and the least over the rounds */
batch_number batch_pass_ns, batch_steps;

/* What it comes to over the processes; value[processes] := the numbers of those that have one, and
 * how many they are. */
struct estimate batch_estimate(const struct batch *b, int i, batch_number *number);
int batch_list(const struct batch *b, int i, batch_number *number, double *value);

/* The median over the rounds in which both took part of a step's time of `over` over that of i. */
double batch_ratio(const struct batch *b, int process, int over, int i);

/* The counters of a pass, which do not depend on the process: of the first that has them. NULL:
 * none has. One of them; and of a step. */
const json_t *batch_counters(const struct batch *b, int i);
double batch_count(const struct batch *b, int i, const char *key);
double batch_each(const struct batch *b, int i, const char *key);

/* Why a workload could not be measured by any process; NULL: one has measured it, or nobody
 * knows. */
const char *batch_failure(const struct batch *b, int i);

#endif
