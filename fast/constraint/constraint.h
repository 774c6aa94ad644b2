/* Constraints: accelerations of reduced index, and projection of positions and
 * velocities. Internal to fast; what the integrators of fast/projected and fast/bdf
 * share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_CONSTRAINT_H
#define FAST_CONSTRAINT_H

#include <stdbool.h>

#include "fast/status.h"

struct integrator_options;   /* fast/options.h */
struct integrator_system;    /* fast/system.h */
struct projected_statistics; /* fast/projected.h */

typedef struct constraint constraint;

/* How a projection is to be done (Simbody 3.7, ProjectOptions). */
struct constraint_request {
    double tolerance;
    double limit;    /* an error above it is refused at once; infinity: none */
    bool forced;     /* whatever the error is */
    bool local_only; /* stop as soon as an iteration makes it worse */

    /* [nq], not NULL: the positions before they were projected. Velocities above the limit are
     * projected if with these they are within it: what turning the constraints has added is no
     * less in a shorter step. */
    const double *unprojected;
};

/* Counts go into *statistics, which outlives *c. */
enum fast_status constraint_alloc(constraint **c, const struct integrator_system *system,
                                  const struct integrator_options *options,
                                  struct projected_statistics *statistics);
void constraint_free(constraint *c); /* takes NULL */

/* ydot[ny] := (v', z') with the constraints, lambda[rows] (not NULL) their
 * multipliers. FAST_NOT_FINITE, FAST_CALLBACK; FAST_CONTRADICTORY: G R lambda = G a +
 * bias has no solution within round-off. Counts no realization: that is the
 * integrator's to do. */
enum fast_status constraint_accelerate(constraint *c, double t, const double *x,
                                       double *ydot, double *lambda);

/* Projects the positions (velocities) of x[nx] in place. *changed says whether
 * anything was changed; estimate[nx], unless NULL, loses its part normal to the
 * constraints. FAST_PROJECTION: not within the tolerance, and x is what it was; then
 * constraint_row tells the worst row. */
enum fast_status constraint_project_position(constraint *c, double t, double *x,
                                             const struct constraint_request *request,
                                             double *estimate, bool *changed);
enum fast_status constraint_project_velocity(constraint *c, double t, double *x,
                                             const struct constraint_request *request,
                                             double *estimate, bool *changed);

/* dq[nq] := of each quaternion |quaternion|^2 dq: N+ of that is what Simbody takes for N+ dq
 * (Rotation::calcUnnormalizedNInvForQuaternion), so that its N+ N is |quaternion|^2. */
void constraint_weigh_quaternions(const constraint *c, const double *q, double *dq);

/* The norms of the errors at (t, x), quaternions' own error included in the first. NaN: a
 * callback failed. */
double constraint_position_error(constraint *c, double t, const double *x);
double constraint_velocity_error(constraint *c, double t, const double *x);

int constraint_row(const constraint *c); /* of the last failure; -1: none */

#endif
