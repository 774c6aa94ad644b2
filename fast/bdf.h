/* Backward differentiation formulas of variable order (1 to 5) and step with coordinate
 * projection, on SUNDIALS' CVODE and its projection hook, for the systems of
 * fast/projected.h: the part that CPODES plays in Simbody.
 *
 * After a step's corrector has converged, what it has found is projected onto the constraints
 * (E. Eich, SIAM J. Numer. Anal. 30 (1993) 1467-1482, section 3), together with the error
 * estimate; the correction enters the method's memory. A library of its own, which links
 * CVODE; nothing here prints, exits or keeps global state. CVODE allocates when it begins.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_BDF_H
#define FAST_BDF_H

#include "fast/projected.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bdf bdf;

/* Of *options (copied) these are used: accuracy, relative, absolute, units, is_relative (with
 * relative unset: relative = accuracy, absolute = accuracy / 10, as the original has it, the
 * root mean square over all states of e_i / (r_i relative |x_i| + u_i absolute)), those of
 * constraints and projections, initial_step (NaN: found by CVODE), min_step, max_step,
 * weights_v and mode (in the projections). A fixed_step is a FAST_BAD_OPTION.
 * The caller frees *integrator with bdf_free; on failure it is NULL. */
enum fast_status bdf_alloc(bdf **integrator, const struct integrator_system *system,
                           const struct integrator_options *options);
void bdf_free(void *integrator); /* takes NULL */

/* Begins anew at (t, x[nx]), projected, as projected_start does; fails as it does. */
enum fast_status bdf_start(void *integrator, double t, const double *x);

/* One step of the method, no further than t_final > time and no longer than h > 0. On failure
 * time and state are those of the last step that succeeded: FAST_BELOW_MIN_STEP (too many
 * error test failures, or no room for a step), FAST_NOT_CONVERGED, FAST_PROJECTION,
 * FAST_CONTRADICTORY, FAST_SINGULAR, FAST_NOT_FINITE, FAST_CALLBACK, FAST_BAD_TIME,
 * FAST_NOT_STARTED, FAST_NO_MEMORY. The next call begins again there, at order 1. */
enum fast_status bdf_advance(void *integrator, double h, double t_final);

/* The same again and again until it is at exactly t_final. */
enum fast_status bdf_run(bdf *integrator, double t_final);

/* As their namesakes in fast/projected.h. Of the counters, realizations are evaluations of
 * the field for the corrector, for the Jacobian by differences and, with constraints, for
 * the multipliers after each step; iterations those of Newton's method; steps_attempted
 * those taken and error_test_failures, of which convergence_failures are the attempts whose
 * corrector or projection did not converge. */
double bdf_time(const void *integrator);
const double *bdf_state(const void *integrator);
const double *bdf_multipliers(const void *integrator);
const struct projected_statistics *bdf_statistics(const void *integrator);
int bdf_failed_row(const void *integrator);
double bdf_position_error(bdf *integrator);
double bdf_velocity_error(bdf *integrator);

#ifdef __cplusplus
}
#endif

#endif
