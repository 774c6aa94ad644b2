/* An integrator in this process beside that of the guest: made for a model, with a system of its
 * own, it makes a course of steps whose values are recorded, so that two of them can be compared
 * bit by bit.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_RUNNER_H
#define HARNESS_PLUGIN_RUNNER_H

#include "harness/plugin/guest/guest.h"

struct runner {
    struct guest guest; /* with a system and an integrator of its own */
    int steps;
    double t, *begin;             /* [nx] where its course begins */
    double *record;               /* outcome, t, x, error of each step */
    void (*between)(void *other); /* NULL, or called after each step */
    void *other;
};

/* An integrator as g has one, for the model, whose course begins at (t, x[nx]) and has so many
 * steps. Nonzero: g->why says why there is none. Refers to g, the model and itself, and may not be
 * moved; freed with runner_clear in any case. */
int runner_make(struct runner *r, struct guest *g, struct model *m, double t,
                const double *x, int steps);
void runner_clear(struct runner *r);

/* Makes the course anew, by steps of h. */
void runner_run(struct runner *r, double h);

/* How many values of the two courses, as long and of one model, differ in any bit. */
long runner_differences(const struct runner *one, const struct runner *other);

#endif
