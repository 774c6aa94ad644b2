/* What the files of the drift study share.
 *
 * The rates of a model with joints, g(t, q) = 0, are those of reduced index: they keep d^2 g/dt^2
 * = 0, so that errors of g and of its rate stay what they are, in the exact solution, and what a
 * method adds to them in each step adds up. Without projection
 *
 *     |g| <= h^p (A t + B t^2)
 *
 * for a method of order p (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II
 * (1996), theorem 2.1 of VII.2).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_DRIFT_H
#define HARNESS_STUDY_DRIFT_H

#include <jansson.h>

#include "fast/integrator.h"
#include "harness/integrators/subject_options.h"
#include "problems/base/status.h"

struct subject; /* harness/integrators/subject.h */
struct results; /* harness/results/result_list.h */
struct study;   /* harness/results/study.h */

/* What is said of constraints that a method keeps to rounding, so that no power is to be seen. */
#define DRIFT_KEPT "; they are kept"

/* Of constraints, in series with projection. */
#define DRIFT_TOLERANCE 1e-6

struct drift {
    const struct study *study;
    struct subject_options options; /* the method's */
    int order;                      /* of the method; 0: it has many */
    bool controls;                  /* whether it has error control */
    double begin, span;
    double *initial; /* (size nx), and room for the joints' errors */
};

/* The largest errors of the joints along a run: at reported times, between steps too, and at
 * the end of each step. */
struct drift_seen {
    bool at_the_end; /* only there are errors wanted */
    double position, velocity;
    long states;           /* looked at */
    struct diagnostic why; /* why it ended early; "" */
    json_t *points; /* t, position, velocity of the reported times; NULL: not wanted */
};

/* Runs from the start over a part of the span. Nonzero: the options are refused, *d says why. */
int drift_watch(const struct drift *a, const struct subject_options *options, double part,
                struct drift_seen *seen, struct diagnostic *d);

/* The method's options at fixed steps with a projection; what a run's error is: that of
 * velocities in models without a holonomic joint. */
struct subject_options drift_options(const struct drift *a,
                                     enum projected_projection projection, double step);
double drift_error(const struct drift *a, const struct drift_seen *seen);

/* The parts. */
int drift_projected(const struct drift *a, struct results *results, struct diagnostic *d);
int drift_without(const struct drift *a, struct results *results, struct diagnostic *d);

/* Of the second: by which power of h they fall. */
int drift_order(const struct drift *a, struct results *results, struct diagnostic *d);

/* The whole of it, of an integrator that is known by its states, as one from outside; `options`,
 * `begin`, `span` and `initial` are set. */
int drift_of_states(const struct drift *a, struct results *results, struct diagnostic *d);

/* The largest of some times: errors of the multipliers told, the exact ones, and the terms of
 * these, as accelerations of the joints; the first over the second, NaN where there is none. */
struct drift_multipliers {
    double error, exact, terms;
};
void drift_multipliers_look(struct drift_multipliers *m,
                            const struct integrator_system *joints,
                            const struct subject *s);
double drift_multipliers_error(const struct drift_multipliers *m);

/* Of the same: what errors of joints do by themselves. */
int drift_off(const struct drift *a, const struct integrator_system *joints,
              const struct subject *s, struct results *results, struct diagnostic *d);

#endif
