/* The gaming form of semi-explicit Euler,
 *
 *     y1 = y0 + h y'(t0, x0),   q1 = q0 + h N(q0) v1,
 *
 * and semi-explicit Euler 2: one such step of h, and two of h/2 that are kept; the
 * estimate is what two steps differ from one by. (Simbody 3.7,
 * SemiExplicitEulerIntegrator and SemiExplicitEuler2Integrator.)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

/* x1 := a step of h from x0, where y' is ydot; N is that of q. */
static enum fast_status step_from(struct projected *m, double h, const double *x0,
                                  const double *q, const double *ydot, double *x1) {
    const double *y0 = x0 + m->nq;
    double *y1 = x1 + m->nq;
    if (m->ny >= ROWS_LONG)
        rows_add(m->ny, y1, y0, h, ydot);
    else
        for (int i = 0; i < m->ny; i++)
            y1[i] = y0[i] + h * ydot[i];
    return projected_move(m, h, x0, q, y1, x1);
}

enum fast_status projected_attempt_gaming(struct projected *m, double t1) {
    enum fast_status status =
        step_from(m, t1 - m->t, m->state, m->state, m->slope + m->nq, m->trial);
    m->next_slope_is_known = false;
    return status == FAST_OK ? projected_project_trial(m, t1) : status;
}

/* Where N of the large step is taken: at its start. The original, which tries in the state
 * itself, has it where the attempt before has ended, if that was rejected. */
static const double *place_of_large_step(const struct projected *m) {
    return m->is_retried && m->options.mode == FAST_FAITHFUL ? m->trial : m->state;
}

enum fast_status projected_attempt_gaming_2(struct projected *m, double t1) {
    const double h = t1 - m->t, half = h / 2, *slope = m->slope + m->nq;
    double *ydot = m->stage[0];
    m->next_slope_is_known = false;
    enum fast_status status =
        step_from(m, h, m->state, place_of_large_step(m), slope, m->large);
    if (status == FAST_OK)
        status = step_from(m, half, m->state, m->state, slope, m->middle);
    if (status == FAST_OK)
        status = projected_realize(m, m->t + half, m->middle, ydot);
    if (status == FAST_OK)
        status = step_from(m, half, m->middle, m->middle, ydot, m->trial);
    if (status != FAST_OK)
        return status;
    if (m->nx >= ROWS_LONG)
        rows_subtract(m->nx, m->deviation, 1, m->trial, m->large);
    else
        for (int i = 0; i < m->nx; i++)
            m->deviation[i] = m->trial[i] - m->large[i];
    return projected_project_trial(m, t1);
}
