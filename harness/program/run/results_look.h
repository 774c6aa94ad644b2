/* What the studies have come to while others are still at work.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULTS_LOOK_H
#define HARNESS_RESULTS_LOOK_H

#include "harness/program/run/request.h"
#include "harness/program/run/results_jobs.h"

/* Lets the watch look, if there is one (else NULL) and it wants to, at what the jobs that have
 * ended came to; `ends`: for the last time. Where memory runs out it does not. */
void results_look(const struct jobs *jobs, const struct results_watch *watch, bool ends);

#endif
