/* One step of implicit Euler, equations (3) and (4), by Newton's method: at most three
 * trials from the same guess with ever fresher matrices, of at most ten iterations each. An
 * infinite iterate passes for converged when its update is infinite, too; what comes of it
 * is not finite and is refused after the step. An infinite J, which makes updates zero, is
 * refused here.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/internal.h"

/* What made an update non-finite; FAST_NOT_CONVERGED if it is mere growth. */
static enum fast_status explain(const fast *integrator, double norm) {
    const size_t unknowns = (size_t)integrator->unknowns;
    const size_t others = (size_t)integrator->nx - unknowns;
    const double *dq = integrator->change, *dy = dq + others;
    if (!fast_all_finite(unknowns, integrator->rates)) /* f, or -R made of it */
        return FAST_NOT_FINITE;
    if (!fast_all_finite(unknowns, dy))
        return integrator->factors_are_singular ? FAST_SINGULAR : FAST_NOT_CONVERGED;
    if (!fast_all_finite(others, dq))
        return FAST_NOT_FINITE; /* N(q) v */
    /* N or N+ in the norm; or the norm has overflowed. */
    return isnan(norm) ? FAST_NOT_FINITE : FAST_NOT_CONVERGED;
}

/* Full Newton: J and factors at the present iterate, and at the step's end. */
static enum fast_status renew_factors(fast *integrator, const struct fast_sub_step *step,
                                      const double *qk) {
    enum fast_status status = fast_form_jacobian(integrator, step->tf, step->h, step->xn,
                                                 qk, step->x + integrator->nq);
    return status == FAST_OK ? fast_factor(integrator, step->h) : status;
}

/* Where the iterate's q is found in the next iteration: a map needs it beside the position
 * that x holds during the evaluation. */
static const double *keep_position(fast *integrator, const double *x) {
    if (integrator->system.map == NULL)
        return x;
    for (int i = 0; i < integrator->nq; i++)
        integrator->position[i] = x[i];
    return integrator->position;
}

/* What fast_check_convergence has compared. */
static void tell(fast *integrator, const struct fast_sub_step *step, int i, double norm,
                 double last_norm, enum fast_verdict verdict) {
    double value, limit;
    fast_explain_convergence(i, integrator->nx, step->x, integrator->change, norm,
                             last_norm, integrator->newton_tolerance, &value, &limit);
    int outcome = verdict == FAST_GO_ON ? 0 : verdict == FAST_CONVERGED ? 1 : 2;
    fast_tell(integrator, FAST_DECISION_NEWTON, outcome, step->tf, step->h, value, limit);
}

static enum fast_status try_once(fast *integrator, const struct fast_sub_step *step,
                                 int trial) {
    const int nx = integrator->nx;
    const bool full = integrator->options.newton == FAST_FULL;
    const double *qk = step->guess;
    double last_norm = INFINITY;
    enum fast_status reason = FAST_NOT_CONVERGED, status = FAST_OK;
    for (int i = nx - integrator->unknowns; i < nx; i++)
        step->x[i] = step->guess[i];
    if (!full)
        status = fast_freshen(integrator, trial, step->t0, step->h, step->xn);
    for (int i = 0; i < FAST_MAX_NEWTON_ITERATIONS; i++) {
        if (full)
            status = renew_factors(integrator, step, qk);
        double norm = NAN;
        if (status == FAST_OK)
            status = integrator->iterate(integrator, step, qk, &norm);
        if (status != FAST_OK)
            return status;
        if (!isfinite(norm) && reason == FAST_NOT_CONVERGED)
            reason = explain(integrator, norm);
        enum fast_verdict verdict =
            fast_check_convergence(i, nx, step->x, integrator->change, norm, last_norm,
                                   integrator->newton_tolerance);
        if (integrator->listener != NULL)
            tell(integrator, step, i, norm, last_norm, verdict);
        if (verdict == FAST_CONVERGED && integrator->jacobian_is_finite)
            return FAST_OK;
        if (verdict != FAST_GO_ON)
            break;
        last_norm = norm;
        qk = keep_position(integrator, step->x);
    }
    return integrator->jacobian_is_finite ? reason : FAST_NOT_FINITE;
}

enum fast_status fast_solve_step(fast *integrator, double t0, double h, const double *xn,
                                 const double *guess, double *x) {
    const struct fast_sub_step step = {t0, h, t0 + h, xn, guess, x};
    enum fast_status status = FAST_NOT_CONVERGED;
    for (int trial = 1; fast_may_try(integrator, trial, t0, h); trial++) {
        status = try_once(integrator, &step, trial);
        if (status == FAST_OK || status == FAST_CALLBACK || status == FAST_NO_MEMORY)
            break;
    }
    return status;
}
