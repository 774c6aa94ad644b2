/* The numbers that Halfstep is to reach, row by row: what, what others do, the goal, and what
 * this run has found of it; of those that timing does not measure, the command that does.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_GOALS_H
#define HARNESS_TIMING_GOALS_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

/* From the results of a timing study: [{"what", "elsewhere", "goal", "limit", "value", "low",
 * "high", "unit", "verdict": "pass", "fail", "not-asymptotic" or "not-measured", "peer",
 * "peer_value", "command", "reason"}]; what there is none of is null. */
json_t *timing_goals(const json_t *results);

/* A table of all rows, or of those that this run has measured. */
void timing_goals_print(const json_t *goals, bool all, FILE *out);

#endif
