/* Work against precision: curves of one integrator each, points of one accuracy each.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_WORK_H
#define HARNESS_WORK_H

#include <jansson.h>

#include "fast/options.h"
#include "harness/integrators/peers/peer.h"
#include "harness/studies/common/trajectory.h"
#include "problems/base/status.h"

struct study; /* harness/results/study.h */

enum { WORK_MOST_POINTS = 9 };

struct work_point {
    double accuracy;
    double error; /* time-weighted root mean square of max_i |x_i - truth|; infinite: a
                           state was not finite; NaN: the run has failed */
    double evaluations; /* those for Jacobians included, by columns */
    long steps, jacobians;
    bool resolved;         /* error well below the solution's size, among positions,
                              velocities and other states each */
    bool used;             /* resolved, and the error well above the truth's own */
    struct diagnostic why; /* of a run that has failed */
};

struct work_curve {
    const char *name; /* "default", "gsl-msbdf" */
    int points;
    struct work_point point[WORK_MOST_POINTS];
    bool
        is_exact; /* no run errs by more than rounding, as at an equilibrium: nothing to measure */
    struct diagnostic why; /* of a curve without points; "" */
};

/* What a ladder of accuracies needs to know. */
struct work_ladder {
    const struct study *study;
    const struct trajectory *trajectory;
    int points;            /* that are used, of WORK_MOST_POINTS at most */
    double first, factor;  /* accuracies first, first factor, ... */
    long most_evaluations; /* after a run with more the ladder ends */
    bool fixed; /* of a foreign integrator: the accuracies are sizes of fixed steps */
};

/* The study's method in one mode; a peer. Nonzero: out of memory or no integrator, *d
 * says why. A peer that is not there is a curve without points. */
int work_own(struct work_curve *c, const struct work_ladder *l, enum fast_mode mode,
             struct diagnostic *d);
int work_peer(struct work_curve *c, const struct work_ladder *l, enum peer peer,
              struct diagnostic *d);

/* The study's foreign integrator, under error control or (l->fixed) with fixed steps. Where it
 * cannot be had so it is a curve without points. */
int work_foreign(struct work_curve *c, const struct work_ladder *l, struct diagnostic *d);

/* log(evaluations) = intercept + slope log(error) by least squares over the used
 * points. */
struct work_line {
    int points;
    double intercept, slope, residual;
    double centre; /* mean of log(error) */
    double spread; /* largest over smallest error */
};
struct work_line work_fit(const struct work_curve *c);

json_t *work_points(const struct work_curve *c);

#endif
