/* One step of implicit Euler, equations (3) and (4), by Newton's method: at most three
 * trials from the same guess with ever fresher matrices, of at most ten iterations each.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/internal.h"

static const int max_iterations = 10;
static const int last_trial = 3;

/* What made an update non-finite; FAST_NOT_CONVERGED if it is mere growth. */
static enum fast_status explain(const fast *integrator) {
    const size_t nq = (size_t)integrator->nq, ny = (size_t)integrator->ny;
    const double *dq = integrator->change, *dy = dq + nq;
    if (!fast_all_finite(ny, integrator->rates)) /* f, or -R made of it */
        return FAST_NOT_FINITE;
    if (!fast_all_finite(ny, dy))
        return integrator->factors_are_singular ? FAST_SINGULAR : FAST_NOT_CONVERGED;
    if (!fast_all_finite(nq, dq))
        return FAST_NOT_FINITE; /* N(q) v */
    return FAST_NOT_CONVERGED;  /* the norm has overflowed */
}

/* Full Newton: J and factors at the present iterate, and at the step's end. */
static enum fast_status renew_factors(fast *integrator, const struct fast_sub_step *step,
                                      const double *qk) {
    enum fast_status status = fast_form_jacobian(integrator, step->tf, step->h, step->xn,
                                                 qk, step->x + integrator->nq);
    if (status == FAST_OK)
        fast_factor(integrator, step->h);
    return status;
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

/* An infinite iterate passes for converged when its update is infinite, too; and an infinite
 * J makes updates zero. */
static bool solution_is_sound(const fast *integrator, const double *x, double norm) {
    return integrator->jacobian_is_finite &&
           (isfinite(norm) || fast_all_finite((size_t)integrator->nx, x));
}

static enum fast_status try_once(fast *integrator, const struct fast_sub_step *step,
                                 int trial) {
    const int nq = integrator->nq, nx = integrator->nx;
    const bool full = integrator->options.newton == FAST_FULL;
    const double *qk = step->guess;
    double last_norm = INFINITY;
    enum fast_status reason = FAST_NOT_CONVERGED, status = FAST_OK;
    for (int i = nq; i < nx; i++)
        step->x[i] = step->guess[i];
    if (!full)
        status = fast_freshen(integrator, trial, step->t0, step->h, step->xn);
    for (int i = 0; i < max_iterations; i++) {
        if (full)
            status = renew_factors(integrator, step, qk);
        if (status == FAST_OK)
            status = fast_iterate(integrator, step, qk);
        if (status != FAST_OK)
            return status;
        double norm = fast_norm(nx, integrator->change);
        if (!isfinite(norm) && reason == FAST_NOT_CONVERGED)
            reason = explain(integrator);
        enum fast_verdict verdict =
            fast_check_convergence(i, nx, step->x, integrator->change, norm, last_norm,
                                   integrator->newton_tolerance);
        if (verdict == FAST_CONVERGED && solution_is_sound(integrator, step->x, norm))
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
    for (int trial = 1; trial <= last_trial; trial++) {
        status = try_once(integrator, &step, trial);
        if (status == FAST_OK || status == FAST_CALLBACK)
            return status;
        if (integrator->options.newton != FAST_REUSE || !integrator->jacobian_is_finite)
            return status;
    }
    return status;
}
