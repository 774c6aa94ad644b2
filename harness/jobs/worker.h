/* One job of a pool in a process of its own (process.h), as the pool sees it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_WORKER_H
#define HARNESS_WORKER_H

#include <stdbool.h>
#include <sys/types.h>

#include "harness/jobs/work.h"

struct nursery;

struct worker {
    const struct nursery *nursery; /* which starts its processes; NULL: the pool itself */
    int job;
    pid_t process; /* 0: idle */
    int pipe;
    double began, deadline; /* by stopwatch_seconds; worker_is_late sets the last */
    char *answer;           /* what has come so far (size length, room for room) */
    size_t length, room;
};

/* Starts a process for the job. Nonzero: none can be had, and errno says why. */
int worker_start(const struct pool *p, struct worker *w, int job);

/* Reads what has come; false when nothing more will. */
bool worker_take_answer(struct worker *w);

/* The job has ended: its document, or what went wrong. The worker is idle then. */
void worker_finish(struct worker *w, struct pool_outcome *outcome);

/* Whether the job has worked, slept or hung for seconds_limit. Time in which it, or what it has
 * started, was ready and other processes had the processor is not counted; where that is not
 * known, it is. */
bool worker_is_late(struct worker *w, double seconds_limit);

/* Whether the job's process has more bytes in memory; what it has started is not counted. */
bool worker_is_large(const struct worker *w, double bytes);

/* Ends a job that takes too long, or too much memory, as failed. */
void worker_end_late(struct worker *w, double seconds_limit,
                     struct pool_outcome *outcome);
void worker_end_large(struct worker *w, double bytes, struct pool_outcome *outcome);

/* Ends whatever job there is, without an outcome. */
void worker_abandon(struct worker *w);

#endif
