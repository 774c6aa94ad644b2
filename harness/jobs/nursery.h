/* A process that forks the processes of a pool's jobs. A fork copies the tables of all pages, and
 * what the jobs have come to grows in the pool's own process; this one is forked when the pool
 * begins, and stays as small as that was.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_NURSERY_H
#define HARNESS_NURSERY_H

#include <sys/types.h>

#include "harness/jobs/work.h"

struct nursery {
    pid_t process;
    int line; /* a socket: requests to it, and its replies */
};

/* Nonzero: no process can be had, and errno says why. Ended by nursery_end. */
int nursery_begin(struct nursery *n, const struct pool *p);
void nursery_end(struct nursery *n);

/* Starts a process for the job, which answers by *pipe; the caller closes it. Negative: none can be
 * had, and errno says why. */
pid_t nursery_start(const struct nursery *n, int job, int *pipe);

/* Waits until a process that it started has ended: its status as waitpid tells it, and the
 * processor's seconds of it and of those that it has waited for. */
int nursery_wait(const struct nursery *n, pid_t process, double *processor_seconds);

#endif
