/* The two forms of symplectic Euler (E. Hairer, C. Lubich, G. Wanner, Geometric Numerical
 * Integration (2006), (1.9) of chapter I), each implicit in what it has at its end:
 *
 *     position implicit   q1 = q0 + h N(q1) v0,      y1 = y0 + h y'(t1, q1, y0)
 *     velocity implicit   y1 = y0 + h y'(t0, q0, y1),  q1 = q0 + h N(q0) v1
 *
 * Time goes with the positions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

enum fast_status projected_attempt_position_implicit(struct projected *m, double t1) {
    const double h = t1 - m->t, *y0 = m->state + m->nq;
    double *x1 = m->trial, *y1 = m->trial + m->nq, *ydot = m->stage[0];
    m->next_slope_is_known = false;
    enum fast_status status = projected_move(m, h, m->state, m->state, y0, x1);
    if (status == FAST_OK && m->system.map != NULL)
        status = projected_solve_position(m, h, m->state, y0, x1);
    projected_copy(m->ny, y1, y0);
    if (status == FAST_OK)
        status = projected_realize(m, t1, x1, ydot);
    if (status != FAST_OK)
        return status;
    for (int i = 0; i < m->ny; i++)
        y1[i] = y0[i] + h * ydot[i];
    return projected_project_trial(m, t1);
}

enum fast_status projected_attempt_velocity_implicit(struct projected *m, double t1) {
    const double h = t1 - m->t, *q0 = m->state, *y0 = m->state + m->nq;
    double *x1 = m->trial;
    m->next_slope_is_known = false;
    projected_copy(m->nx, x1, m->state);
    enum fast_status status = projected_solve_velocity(m, m->t, h, y0, x1);
    if (status == FAST_OK)
        status = projected_move(m, h, q0, q0, x1 + m->nq, x1);
    return status == FAST_OK ? projected_project_trial(m, t1) : status;
}
