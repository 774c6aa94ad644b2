/* A step of h as one large step and two half steps: the half steps' result is kept, and
 * large minus small, which approximates computed minus true (Drake's equation (22)), is the
 * error estimate. All three share one Jacobian and one factorisation.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/internal.h"

/* Below this, absolutely and relative to t, a step is too short to be worth iterating. */
static const double smart_minimum = 1e-14;

double fast_working_minimum(const fast *integrator) {
    double size = fabs(integrator->t) > 1 ? fabs(integrator->t) : 1;
    double smallest = smart_minimum * size, requested = integrator->options.min_step;
    return smallest > requested ? smallest : requested;
}

/* Takes t and small over, unless they or large are not finite. */
static enum fast_status accept(fast *integrator, double h) {
    const int nx = integrator->nx;
    const double *large = integrator->large, *small = integrator->small;
    double zero = 0;
    for (int i = 0; i < nx; i++)
        zero += 0 * (large[i] - small[i]);
    if (zero != 0)
        return FAST_NOT_FINITE;
    for (int i = 0; i < nx; i++) {
        integrator->error_estimate[i] = large[i] - small[i];
        integrator->state[i] = small[i];
    }
    integrator->t += h;
    return FAST_OK;
}

/* xdot[nx] := (N(q) v, f(t, x)), and next[nx] := x + h xdot. */
static enum fast_status step_explicitly(fast *integrator, double t, double h,
                                        const double *x, double *xdot, double *next) {
    const int nq = integrator->nq, nx = integrator->nx;
    if (fast_map(integrator, x, x + nq, xdot) != FAST_OK ||
        fast_evaluate(integrator, t, x, xdot + nq) != FAST_OK)
        return FAST_CALLBACK;
    for (int i = 0; i < nx; i++)
        next[i] = x[i] + h * xdot[i];
    return FAST_OK;
}

static enum fast_status solve_explicitly(fast *integrator, double h) {
    const double t0 = integrator->t, half = 0.5 * h, *x0 = integrator->state;
    double *xdot = integrator->rates, *middle = integrator->middle;
    enum fast_status status =
        step_explicitly(integrator, t0, h, x0, xdot, integrator->large);
    if (status != FAST_OK)
        return status;
    for (int i = 0; i < integrator->nx; i++)
        middle[i] = x0[i] + half * xdot[i];
    return step_explicitly(integrator, t0 + half, half, middle, xdot, integrator->small);
}

static enum fast_status solve_half_steps(fast *integrator, double h) {
    const double t0 = integrator->t, half = 0.5 * h;
    const double *x0 = integrator->state, *large = integrator->large;
    double *guess = integrator->guess, *middle = integrator->middle;
    for (int i = 0; i < integrator->nx; i++)
        guess[i] = 0.5 * (x0[i] + large[i]);
    enum fast_status status = fast_solve_step(integrator, t0, half, x0, guess, middle);
    if (status != FAST_OK)
        return status;
    return fast_solve_step(integrator, t0 + half, half, middle, large, integrator->small);
}

enum fast_status fast_attempt(fast *integrator, double h) {
    const struct fast_statistics before = integrator->statistics;
    const double *x0 = integrator->state;
    bool implicit = h >= fast_working_minimum(integrator);
    enum fast_status status = implicit ? fast_solve_step(integrator, integrator->t, h, x0,
                                                         x0, integrator->large)
                                       : solve_explicitly(integrator, h);
    fast_count_estimator_share(&integrator->statistics, &before);
    if (implicit && status == FAST_OK)
        status = solve_half_steps(integrator, h);
    return status == FAST_OK ? accept(integrator, h) : status;
}
