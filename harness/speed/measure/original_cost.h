/* What velocity-implicit and implicit Euler cost in the original, as recorded on another
 * machine: times to compare with in order of magnitude, and counters to be met exactly.
 *
 *     fixed        a pass is `steps` steps of h = 2^place from the model's start, repeated
 *                  without initialising anew, so that a kept Jacobian is that of old passes
 *     controlled   a run is one from the start to the time `place` under error control with
 *                  steps of at most 0.1, initialised anew
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ORIGINAL_COST_H
#define HARNESS_ORIGINAL_COST_H

#include <stdbool.h>

/* Method, Jacobian and Newton scheme. */
enum original_scheme {
    VIE_REUSE, /* velocity-implicit Euler, forward differences, Jacobian kept */
    VIE_FRESH, /* formed in each sub-step */
    VIE_FULL,  /* formed in each iteration */
    VIE_EXACT, /* kept, from exact derivatives */
    IE_REUSE   /* implicit Euler, forward differences, Jacobian kept */
};

struct original_cost {
    const char *model; /* its name in the catalogue */
    enum original_scheme scheme;
    double accuracy; /* NaN: unset */
    double place;
    int steps;
    double ns; /* a step */
    double iterations, evaluations, jacobians, factorizations;
};

/* "vie-reuse" and so on: static texts. */
const char *original_scheme_name(enum original_scheme scheme);

/* Whether rounding decides what a recorded run of this model and scheme counts: two builds of
 * the original disagree there, or two ways of ours to solve the same linear equations. */
bool original_cost_is_sensitive(const struct original_cost *cost);

enum original_counters {
    ORIGINAL_EQUAL,    /* to the decimals recorded */
    ORIGINAL_ROUNDING, /* not quite, in a sensitive run */
    ORIGINAL_DIFFERENT
};

/* How a pass or a run compares with the recorded one. Of iterations, evaluations, Jacobians
 * and factorisations what was counted in it. */
enum original_counters original_cost_compare(const struct original_cost *cost, bool fixed,
                                             double steps, double iterations,
                                             double evaluations, double jacobians,
                                             double factorizations);

extern const struct original_cost original_cost_fixed[], original_cost_controlled[];
extern const int original_cost_fixed_count, original_cost_controlled_count;

#endif
