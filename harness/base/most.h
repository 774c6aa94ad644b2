/* As many of a row of things as can be had.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BASE_MOST_H
#define HARNESS_BASE_MOST_H

#include <stdbool.h>

/* Whether so many can be had. */
typedef bool most_attempt(void *context, int count);

/* The largest such number, by bisection: `reached` can be had (or is 0), `failed` cannot, and
 * what can be had ends once. What succeeds last is what is returned. */
int most_by_bisection(int reached, int failed, most_attempt *attempt, void *context);

#endif
