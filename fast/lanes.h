/* Many runs of one system side by side, each with parameters and a start of its own, and each with
 * the bits that it has alone. A lane is one of them; the system's functions see all lanes at once,
 * and can use vector instructions.
 *
 * What the explicit methods of projected.h do to a state they do to each of its components
 * alone, so that lanes are always abreast; what they estimate beside is left out. The pair of
 * implicit Euler (pair.h) decides in each lane by itself: lanes go abreast as long as their
 * steps are the usual ones, and alone for the others.
 *
 * Component i of lane k stands at [i * lanes + k], of states, rates and q' alike.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_H
#define FAST_LANES_H

#include "fast/pair.h"
#include "fast/projected.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The callbacks are those of integrator_system, over all lanes; there are neither joints nor
 * contacts. They return 0, or anything else to end the run of all lanes. A lane must not depend
 * on another. All lanes are evaluated at once: in one that has been left behind, or, of the
 * pair, makes a step alone, x may be zero, old or not finite, what comes out there is not used,
 * and is no reason to end the run. */
struct lanes_system {
    int lanes, nq, nv, nz;
    void *context;
    int (*rates)(void *context, double t, const double *x, double *ydot);
    int (*map)(void *context, const double *q, const double *v,
               double *qdot); /* or NULL */
    /* [lanes] each lane as a system of its own, copied; its context lives as long as the
     * lanes. The pair needs it, others do not look at it. */
    const struct integrator_system *alone;
};

struct lanes;

/* Most lanes, and most positions as well as velocities and other states, of the pair. */
enum { LANES_MOST = 64, LANES_MOST_STATES = 8 };

/* Whether the options' method can be run so, for systems of these sizes, mapped (q' = N v) or
 * not: with fixed steps, semi-explicit Euler in its gaming form, semi-explicit Euler 2, explicit
 * Euler, Runge-Kutta-Merson; and the pair in default mode where N is the identity, the system is
 * small and J is kept (FAST_REUSE); where J has a pattern, too, but each lane makes its steps
 * alone. */
bool lanes_take(const struct integrator_options *options, int nq, int nv, int nz,
                bool is_mapped);

/* *made, which the caller frees with lanes_free, for a system and options, which are copied; the
 * explicit methods' without their lists: those are for errors, which their fixed steps do not
 * estimate here. FAST_BAD_OPTION (also what lanes_take refuses), FAST_BAD_SYSTEM (also without
 * `alone` where it is needed, or with more than LANES_MOST), FAST_NO_MEMORY: *made is NULL. */
enum fast_status lanes_alloc(struct lanes **made, const struct lanes_system *system,
                             const struct integrator_options *options);
void lanes_free(struct lanes *lanes); /* takes NULL */

/* Steps of the options' size from x[nx * lanes] at t to exactly t_final, where the states are x
 * then. done[lanes] tells for which: a lane in which something is not finite, or, of explicit
 * methods, beyond 1e150, or that fails, is left behind, its state of no use, while the others go
 * on; it is to be run alone, and fails there or not. steps[lanes]: how many each that is done
 * has made. On failure (FAST_BAD_TIME, FAST_BELOW_MIN_STEP, FAST_CALLBACK, FAST_FINISHED) no
 * lane is done. */
enum fast_status lanes_run(struct lanes *lanes, double t, double t_final, double *x,
                           bool *done, long *steps);

/* What the pair has counted in a lane that is done. NULL: another method. */
const struct pair_statistics *lanes_statistics(const struct lanes *lanes, int lane);

#ifdef __cplusplus
}
#endif

#endif
