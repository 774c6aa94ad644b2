/* Explicit Euler, x1 = x0 + h F(t0, x0), against the trapezoidal rule: the estimate is
 * -h/2 (F(t1, x1) - F(t0, x0)), and behaves as h^2. x1 is projected before it is
 * evaluated, so that F1 is the next step's F0; the estimate differs by O(h^3). Faithful mode
 * (Simbody 3.7, ExplicitEulerIntegratorRep::attemptDAEStep) projects without limit, and what the
 * estimate is of is the x1 that was not projected.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

/* next_slope := F(t1, trial). */
static enum fast_status evaluate_end(struct projected *m, double t1) {
    double *next = m->next_slope;
    if (projected_map(m, m->trial, m->trial + m->nq, next) != FAST_OK)
        return FAST_CALLBACK;
    const enum fast_status status = projected_realize(m, t1, m->trial, next + m->nq);
    m->next_slope_is_known = status == FAST_OK;
    return status;
}

/* deviation := the estimate. */
static enum fast_status estimate(struct projected *m, double t1) {
    const double h = t1 - m->t, *slope = m->slope, *next = m->next_slope;
    const enum fast_status status = evaluate_end(m, t1);
    if (status != FAST_OK)
        return status;
    if (m->nx >= ROWS_LONG)
        rows_subtract(m->nx, m->deviation, -(h / 2), next, slope);
    else
        for (int i = 0; i < m->nx; i++)
            m->deviation[i] = -(h / 2) * (next[i] - slope[i]);
    return FAST_OK;
}

/* The rest of an attempt as the original makes it, operation by operation. */
static enum fast_status finish_faithfully(struct projected *m, double t1) {
    const double h = t1 - m->t, *x0 = m->state, *slope = m->slope;
    projected_copy(m->nx, m->deviation, m->trial);
    enum fast_status status = projected_project_trial(m, t1);
    if (status == FAST_OK)
        status = evaluate_end(m, t1);
    for (int i = 0; i < m->nx && status == FAST_OK; i++)
        m->deviation[i] -= x0[i] + h / 2 * (slope[i] + m->next_slope[i]);
    return status;
}

/* A trial that cannot be projected is evaluated as it is: if the error is too large, it says how
 * much shorter the step has to be. */
static enum fast_status project_and_estimate(struct projected *m, double t1) {
    const enum fast_status projected = projected_project_early(m, t1);
    if (projected != FAST_OK && (projected != FAST_PROJECTION || m->is_fixed))
        return projected;
    const enum fast_status status = estimate(m, t1);
    if (status != FAST_OK || projected == FAST_OK)
        return status;
    const double err = projected_error_norm(m, m->deviation);
    return err > projected_accepted_error(m) ? FAST_OK : projected;
}

/* Without constraints what is not finite fails the attempt. */
static enum fast_status estimate_freely(struct projected *m, double t1) {
    const enum fast_status status = estimate(m, t1);
    return status == FAST_OK ? projected_project_if_promising(m, t1) : status;
}

enum fast_status projected_attempt_explicit_euler(struct projected *m, double t1) {
    const double h = t1 - m->t, *x0 = m->state, *slope = m->slope;
    m->next_slope_is_known = false;
    if (projected_map(m, x0, x0 + m->nq, m->slope) != FAST_OK)
        return FAST_CALLBACK;
    if (m->nx >= ROWS_LONG)
        rows_add(m->nx, m->trial, x0, h, slope);
    else
        for (int i = 0; i < m->nx; i++)
            m->trial[i] = x0[i] + h * slope[i];
    if (m->options.mode == FAST_FAITHFUL)
        return finish_faithfully(m, t1);
    return m->constraint != NULL ? project_and_estimate(m, t1) : estimate_freely(m, t1);
}
