/* Many runs of one system side by side, each with parameters and a start of its own: what the
 * explicit methods of projected.h do to a state they do to each of its components alone, so that
 * one run of several states, kept component by component, is as many runs, with the same
 * bits. A lane is one of them; the system's functions see all lanes at once, and can use vector
 * instructions.
 *
 * Component i of lane k stands at [i * lanes + k], of states, rates and q' alike.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_H
#define FAST_LANES_H

#include "fast/projected.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The callbacks are those of integrator_system, over all lanes; there are neither joints nor
 * contacts. They return 0, or anything else to end the run of all lanes. A lane must not
 * depend on another. */
struct lanes_system {
    int lanes, nq, nv, nz;
    void *context;
    int (*rates)(void *context, double t, const double *x, double *ydot);
    int (*map)(void *context, const double *q, const double *v,
               double *qdot); /* or NULL */
};

struct lanes;

/* Whether the options' method can be run so: semi-explicit Euler in its gaming form, semi-explicit
 * Euler 2, explicit Euler, Runge-Kutta-Merson, with fixed steps. */
bool lanes_take(const struct integrator_options *options);

/* *made, which the caller frees with lanes_free, for a system and options, which are copied
 * without their lists: those are for errors, which fixed steps do not look at. FAST_BAD_OPTION
 * (also what lanes_take refuses), FAST_BAD_SYSTEM, FAST_NO_MEMORY: *made is NULL. */
enum fast_status lanes_alloc(struct lanes **made, const struct lanes_system *system,
                             const struct integrator_options *options);
void lanes_free(struct lanes *lanes); /* takes NULL */

/* Steps of the options' size from x[nx * lanes] at t to exactly t_final, where the states are x
 * then. done[lanes] tells for which: a lane in which something is not finite, or near the
 * largest doubles, is left behind, its state of no use, while the others go on; it is to
 * be run alone, and fails there or not. *steps: how many each lane has made. On failure
 * (FAST_BAD_TIME, FAST_BELOW_MIN_STEP, FAST_CALLBACK, FAST_FINISHED) no lane is done. */
enum fast_status lanes_run(struct lanes *lanes, double t, double t_final, double *x,
                           bool *done, long *steps);

#ifdef __cplusplus
}
#endif

#endif
