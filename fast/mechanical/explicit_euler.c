/* Explicit Euler, x1 = x0 + h F(t0, x0), against the trapezoidal rule: the estimate is
 * -h/2 (F(t1, x1) - F(t0, x0)), and behaves as h^2.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/mechanical/internal.h"

enum fast_status mechanical_attempt_explicit_euler(mechanical *m, double t1) {
    const double h = t1 - m->t, *x0 = m->state;
    double *slope = m->slope, *next = m->next_slope;
    m->next_slope_is_known = false;
    if (mechanical_map(m, x0, x0 + m->nq, slope) != FAST_OK)
        return FAST_CALLBACK;
    for (int i = 0; i < m->nx; i++)
        m->trial[i] = x0[i] + h * slope[i];
    if (mechanical_map(m, m->trial, m->trial + m->nq, next) != FAST_OK)
        return FAST_CALLBACK;
    enum fast_status status = mechanical_realize(m, t1, m->trial, next + m->nq);
    if (status != FAST_OK)
        return status;
    for (int i = 0; i < m->nx; i++)
        m->deviation[i] = -(h / 2) * (next[i] - slope[i]);
    m->next_slope_is_known = true;
    return mechanical_project_if_promising(m, t1);
}
