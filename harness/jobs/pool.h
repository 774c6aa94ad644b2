/* Jobs run in parallel, each in a process of its own: a job that crashes or hangs is one
 * failed job, and memory that a job loses goes with its process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_POOL_H
#define HARNESS_POOL_H

#include <jansson.h>

#include "problems/status.h"

struct pool {
    int jobs;
    int workers;          /* at a time; 0: one for each processor */
    double seconds_limit; /* of one job; a job that takes longer is ended */

    /* Does job i in its own process, and returns a document, or NULL and *d says why. */
    json_t *(*work)(void *context, int job, struct diagnostic *d);

    /* Called in the calling process when a job has ended, as the jobs_done-th; may be NULL. */
    void (*done)(void *context, int job, int jobs_done);

    void *context;
};

struct pool_outcome {
    json_t *document;      /* NULL: the job failed */
    struct diagnostic why; /* then this says how */
};

/* Runs all jobs and fills outcome[jobs], whose documents the caller frees. Nonzero when the
 * work was interrupted (interrupt.h) or no process could be made: *d says which, and all
 * documents are NULL. */
int pool_run(const struct pool *p, struct pool_outcome *outcome, struct diagnostic *d);

/* The number of processors online, at least 1. */
int pool_processors(void);

#endif
