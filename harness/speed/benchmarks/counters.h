/* Counters under the same names for all methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARK_COUNTERS_H
#define HARNESS_BENCHMARK_COUNTERS_H

#include <jansson.h>

/* Adds the whole numbers of an integrator's statistics to an object: what several methods
 * count by one name, "steps", "attempts", "evaluations", "jacobians", "iterations", the rest
 * by their own. */
void counters_add(json_t *into, const json_t *statistics);

#endif
