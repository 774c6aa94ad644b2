/* A question put to the program halfstep-benchmark, in a fresh process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCH_PROCESS_H
#define HARNESS_BENCH_PROCESS_H

#include <jansson.h>

#include "problems/base/status.h"

/* *answer := what it answers, which the caller frees. The seed gives the size of its
 * environment, by which its stack is shifted. Ended after so many seconds, or when an
 * interruption has come (jobs/interrupt.h). Nonzero: *d says why. */
int bench_ask(json_t **answer, const char *question, const json_t *request,
              unsigned long seed, double seconds, struct diagnostic *d);

#endif
