/* An engine on the bench, as tests use it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_ENGINES_BENCH_H
#define HARNESS_TESTS_ENGINES_BENCH_H

#include "harness/integrators/subject.h"
#include "harness/plugin/plugin.h"

/* A subject of the catalogue's model with settings "NAME=VALUE" (ended by NULL) by the engine at
 * `place`, with one option (NULL: none). Ends the test when there is none. */
struct engine_case {
    struct model *m;
    struct plugin plugin;
    struct plugin_option option;
    struct subject subject;
};
void engine_case_open(struct engine_case *c, const char *place, const char *model,
                      const char *const *settings, const char *option, const char *value);

/* Starts at the model's start, makes steps of h, and returns the state. */
const double *engine_case_run(struct engine_case *c, double h, int steps);

/* The catalogue's model, the same way; the caller frees it. */
struct model *engine_model(const char *model, const char *const *settings);

#endif
