/* Jobs run in parallel, each in a process of its own: a job that crashes or hangs is one
 * failed job, and memory that a job loses goes with its process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_POOL_H
#define HARNESS_POOL_H

#include "harness/jobs/work.h"

/* Runs the jobs and fills outcome[jobs], whose documents the caller frees. Nonzero when the
 * work was interrupted (interrupt.h) or no process could be made: *d says which, and all
 * documents are NULL. */
int pool_run(const struct pool *p, struct pool_outcome *outcome, struct diagnostic *d);

/* The number of processors online, at least 1. */
int pool_processors(void);

#endif
