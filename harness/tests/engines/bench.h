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

/* How near a position and a velocity are to be. */
struct engine_near {
    double position, velocity;
};
/* Double precision with few roundings, with some; single precision, which rounds to 2^-24 of
 * the number, over 32 steps. */
static const struct engine_near engine_exact = {1e-14, 1e-14},
                                engine_double = {1e-13, 1e-13},
                                engine_single = {0x1p-18, 3 * 0x1p-19};

/* Expects of a ball that has fallen from rest for 32 steps: its height less by g h^2 times
 * n(n + later)/2, where `later` is 1 where a step goes by its new velocity, 0 by the mean of both,
 * -1 by the old one, and its velocity -g h n. */
void engine_expect_fall(const char *place, const char *const *settings,
                        const char *option, const char *value, int later,
                        struct engine_near near);

/* Expects of a spring's force -k x at the step's beginning: v' = v - h k x/m, x' = x + h v', whose
 * trace is 2 - h^2 k/m; the spring is at x1 after a step, and x2 = (2 - h^2 k/m) x1 - x0. */
void engine_expect_spring(const char *place, const char *option, const char *value,
                          double near);

/* Expects of a pendulum, in the angle: w' = w - h (g/l) sin a, then a' = a + h w'. */
void engine_expect_swing(const char *place, double near);

/* The catalogue's model, the same way; the caller frees it. */
struct model *engine_model(const char *model, const char *const *settings);

#endif
