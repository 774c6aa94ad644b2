/* A step of h as one large step and two half steps: the half steps' result is kept, and
 * large minus small, which approximates computed minus true (Drake's equation (22)), is the
 * error estimate. All three share one Jacobian and one factorisation.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/linear/vector.h"
#include "fast/pair/default/default_mode.h"
#include "fast/pair/pair.h"

double pair_working_minimum(const struct pair *integrator) {
    return fast_working_minimum(integrator->t, integrator->options.min_step);
}

/* f at the step's start, (N(q) v, f(t, x)) in xdot[nx]; dense output may have it already. */
static enum fast_status evaluate_start(struct pair *integrator, double *xdot) {
    if (!fast_knows_start(integrator))
        return fast_evaluate_all(integrator, integrator->t, integrator->state, xdot);
    const double *recorded = fast_recorded_start(integrator);
    for (int i = 0; i < integrator->nx; i++)
        xdot[i] = recorded[i];
    return FAST_OK;
}

/* next[nx] := x + h xdot. */
static void add_multiple(int nx, const double *x, double h, const double *xdot,
                         double *next) {
    for (int i = 0; i < nx; i++)
        next[i] = x[i] + h * xdot[i];
}

/* Both steps by explicit Euler. The second evaluation is the estimator's work, too, in the
 * velocity-implicit method. */
static enum fast_status solve_explicitly(struct pair *integrator, double h,
                                         const struct pair_statistics *before) {
    const int nx = integrator->nx;
    const double t0 = integrator->t, half = 0.5 * h, *x0 = integrator->state;
    const bool whole = integrator->options.method == FAST_IMPLICIT_EULER;
    double *xdot = integrator->rates, *middle = integrator->middle;
    enum fast_status status = evaluate_start(integrator, xdot);
    if (whole)
        fast_count_estimator_share(&integrator->statistics, before);
    if (status == FAST_OK) {
        add_multiple(nx, x0, h, xdot, integrator->large);
        add_multiple(nx, x0, half, xdot, middle);
        status = fast_evaluate_all(integrator, t0 + half, middle, xdot);
    }
    if (status == FAST_OK)
        add_multiple(nx, middle, half, xdot, integrator->small);
    if (!whole)
        fast_count_estimator_share(&integrator->statistics, before);
    return status;
}

static enum fast_status solve_half_steps(struct pair *integrator, double h) {
    const double t0 = integrator->t, half = 0.5 * h;
    const double *x0 = integrator->state, *large = integrator->large;
    double *guess = integrator->guess, *middle = integrator->middle;
    for (int i = 0; i < integrator->nx; i++)
        guess[i] = 0.5 * (x0[i] + large[i]);
    enum fast_status status = fast_solve_step(integrator, t0, half, x0, guess, middle);
    if (status != FAST_OK)
        return status;
    integrator->jacobian_is_fresh = false;
    status =
        fast_solve_step(integrator, t0 + half, half, middle, large, integrator->small);
    integrator->second_half_failed = status != FAST_OK;
    return status;
}

static enum fast_status solve_implicitly(struct pair *integrator, double h,
                                         const struct pair_statistics *before) {
    const double *x0 = integrator->state;
    enum fast_status status = FAST_OK;
    if (integrator->options.method == FAST_IMPLICIT_EULER) {
        if (integrator->second_half_failed)
            integrator->jacobian_is_fresh = false;
        integrator->second_half_failed = false;
        status = integrator->record == NULL && integrator->system.map == NULL
                     ? fast_evaluate(integrator, integrator->t, x0, integrator->rates)
                     : evaluate_start(integrator,
                                      integrator->rates); /* of no use, but counted */
    }
    if (status == FAST_OK)
        status = fast_solve_step(integrator, integrator->t, h, x0, x0, integrator->large);
    fast_count_estimator_share(&integrator->statistics, before);
    if (status != FAST_OK)
        return status;
    bool was_singular = integrator->factors_are_singular;
    status = solve_half_steps(integrator, h);
    if (status == FAST_NOT_FINITE && was_singular &&
        !fast_all_finite((size_t)integrator->nx, integrator->large))
        return FAST_SINGULAR; /* which has made large infinite, and so all that followed */
    return status;
}

/* deviation := large - small. One that is not finite fails; under the original's error control
 * it is an error like any other, which is too large. */
static enum fast_status compare_results(struct pair *integrator) {
    const int nx = integrator->nx;
    const bool is_judged = integrator->controls_error && integrator->default_mode == NULL;
    const double *large = integrator->large, *small = integrator->small;
    double zero = 0;
    for (int i = 0; i < nx; i++) {
        integrator->deviation[i] = large[i] - small[i];
        zero += 0 * integrator->deviation[i];
    }
    return zero == 0 || is_judged ? FAST_OK : FAST_NOT_FINITE;
}

enum fast_status fast_attempt_faithfully(struct pair *integrator, double h) {
    const struct pair_statistics before = integrator->statistics;
    enum fast_status status = h >= pair_working_minimum(integrator)
                                  ? solve_implicitly(integrator, h, &before)
                                  : solve_explicitly(integrator, h, &before);
    /* Not after an attempt that a callback has broken off. */
    integrator->jacobian_is_fresh = status != FAST_OK && status != FAST_CALLBACK;
    return status == FAST_OK ? compare_results(integrator) : status;
}

/* In default mode by explicit Euler, for an h that is not worth iterating. */
static enum fast_status attempt_explicitly(struct pair *integrator, double h) {
    fast_forget_last_step(integrator->default_mode);
    return fast_attempt_faithfully(integrator, h);
}

enum fast_status fast_attempt_any(struct pair *integrator, double h) {
    const bool faithful = integrator->options.mode == FAST_FAITHFUL;
    const bool records = fast_records(integrator);
    const bool is_sized = !faithful && !(h < pair_working_minimum(integrator));
    enum fast_status status = records ? fast_record_start(integrator) : FAST_OK;
    if (status == FAST_OK)
        status = is_sized   ? integrator->default_mode->sized.attempt(integrator, h)
                 : faithful ? fast_attempt_faithfully(integrator, h)
                            : attempt_explicitly(integrator, h);
    if (status == FAST_OK && records && faithful)
        status = fast_record_end(integrator, h);
    if (faithful)
        fast_record_jump(integrator); /* a start that is taken again is evaluated again */
    fast_tell(integrator, PAIR_DECISION_ATTEMPT, status == FAST_OK, integrator->t, h, NAN,
              NAN);
    if (status != FAST_OK && !faithful)
        fast_after_rejected(integrator, h, status);
    return status;
}

enum fast_status fast_record_accepted(struct pair *integrator, double h) {
    if (!fast_records(integrator))
        return FAST_OK;
    const enum fast_status status = integrator->options.mode == FAST_FAITHFUL
                                        ? FAST_OK
                                        : fast_record_end(integrator, h);
    if (status == FAST_OK)
        fast_record_step(integrator, h);
    return status;
}
