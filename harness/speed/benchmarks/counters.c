/* Counters under the same names for all methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/speed/benchmarks/counters.h"

/* The name in an integrator's statistics, and the one that methods share. */
static const char *const names[][2] = {
    {"steps_taken", "steps"},
    {"steps_attempted", "attempts"},
    {"derivative_evals", "evaluations"},
    {"derivative_evals_for_jacobian", "evaluations_for_jacobian"},
    {"realizations", "evaluations"},
    {"rates_evals", "evaluations"},
    {"jacobian_evals", "jacobians"},
    {"newton_iters", "iterations"},
};

static const char *find_name(const char *own) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], own) == 0)
            return names[i][1];
    return own;
}

void counters_add(json_t *into, const json_t *statistics) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)statistics, key, value) {
        if (json_is_integer(value))
            json_object_set(into, find_name(key), value);
    }
}
