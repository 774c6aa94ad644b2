/* One trial of a sub-step: at most ten of Newton's iterations from the guess. It is defined
 * here so that the iterations for small systems, whose sizes are constants, become one piece
 * of code with their test of convergence.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_NEWTON_TRIAL_H
#define FAST_NEWTON_TRIAL_H

#include "fast/pair/newton/newton.h"

/* Whether a trial takes J and the factors as they are: fast_freshen would do nothing. */
static inline bool fast_takes_what_is_there(const struct pair *integrator, int trial) {
    return trial == 1 && integrator->options.newton == FAST_REUSE &&
           integrator->has_jacobian && integrator->jacobian_is_finite;
}

/* Where the iterate's q is found in the next iteration: a map needs it beside the position
 * that x holds during the evaluation. */
static inline const double *fast_keep_position(const int nq, const bool keeps,
                                               struct pair *integrator, const double *x) {
    if (!keeps)
        return x;
    for (int i = 0; i < nq; i++)
        integrator->position[i] = x[i];
    return integrator->position;
}

/* The trial with an iteration for systems of nq and ny, which needs the position kept or not,
 * whose unknowns begin with x[first]. */
static inline enum fast_status fast_try_with(fast_iteration *iterate, const int first,
                                             const int nq, const int ny, const bool keeps,
                                             struct pair *integrator,
                                             const struct fast_sub_step *step,
                                             int trial) {
    const int nx = nq + ny;
    const bool full = integrator->options.newton == FAST_FULL;
    const double *qk = step->guess;
    double last_norm = INFINITY;
    enum fast_status reason = FAST_NOT_CONVERGED, status = FAST_OK;
    for (int i = first; i < nx; i++)
        step->x[i] = step->guess[i];
    if (!full && !fast_takes_what_is_there(integrator, trial))
        status = fast_freshen(integrator, trial, step->t0, step->h, step->xn);
    if (status != FAST_OK)
        return status;
    for (int i = 0; i < FAST_MAX_NEWTON_ITERATIONS; i++) {
        double norm = NAN;
        if (full)
            status = fast_renew_factors(integrator, step, qk);
        if (full && status != FAST_OK)
            return status;
        status = iterate(integrator, step, qk, &norm);
        if (status != FAST_OK)
            return status;
        if (!(norm <= DBL_MAX) && reason == FAST_NOT_CONVERGED)
            reason = fast_explain_failure(integrator, norm);
        const bool near = fast_update_is_near_zero(nx, step->x, integrator->change);
        if (near && integrator->patience != FAST_NEVER &&
            fast_rounding_may_decide(i, norm, last_norm, integrator->newton_tolerance))
            fast_meet_rounding(integrator, step->x);
        const enum fast_verdict verdict =
            fast_check_convergence(i, nx, step->x, integrator->change, near, norm,
                                   last_norm, integrator->newton_tolerance);
        if (integrator->listener != NULL)
            fast_tell_iteration(integrator, step, i, norm, last_norm, verdict);
        if (verdict == FAST_CONVERGED && integrator->jacobian_is_finite)
            return FAST_OK;
        if (verdict != FAST_GO_ON)
            break;
        last_norm = norm;
        qk = fast_keep_position(nq, keeps, integrator, step->x);
    }
    return integrator->jacobian_is_finite ? reason : FAST_NOT_FINITE;
}

#endif
