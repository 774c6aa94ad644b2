/* The jobs of a pool, and what they come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_WORK_H
#define HARNESS_WORK_H

#include <stdbool.h>

#include <jansson.h>

#include "problems/base/status.h"

struct pool_outcome;

enum { POOL_MEGABYTE = 1000000 }; /* of limits */

struct pool {
    int jobs;
    int workers;          /* at a time; 0: one for each processor */
    double seconds_limit; /* of one job's work; one that works or hangs longer is ended */

    /* Does job i in its own process, with the context as it was when the pool began; returns a
     * document, or NULL and *d says why. */
    json_t *(*work)(void *context, int job, struct diagnostic *d);

    /* Called in the calling process when a job has ended, as the jobs_done-th; may be NULL. */
    void (*done)(void *context, int job, int jobs_done);

    void *context;

    /* Called likewise with what the job came to; false ends the work: jobs under way are
     * ended, and they and those that have not begun are left out. NULL: all jobs are done. */
    bool (*goes_on)(void *context, int job, const struct pool_outcome *outcome);

    /* Called likewise several times a second, and with `ends` once more when the work is
     * interrupted: nothing runs any more then, and the outcomes are still there. NULL: nothing
     * to do. */
    void (*attend)(void *context, bool ends);

    /* Bytes that the process of a job may have in memory (Linux tells); one that has more is ended.
     * 0: no limit. */
    double memory_limit;

    /* Called likewise when a job begins; may be NULL. */
    void (*begins)(void *context, int job);
};

struct pool_outcome {
    json_t *document;         /* NULL: the job failed, or was left out */
    struct diagnostic why;    /* then this says how */
    bool left_out;            /* the work ended before it */
    double seconds;           /* from its beginning to its end */
    double processor_seconds; /* of its process and of those that it has waited for */
};

#endif
