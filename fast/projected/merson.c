/* Runge-Kutta-Merson (E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential
 * Equations I (1993), table 4.1 of chapter II): five stages, fourth order,
 *
 *     xa = x0 + h/3 F0
 *     xb = x0 + h/6 (F0 + Fa)
 *     xc = x0 + h/8 (F0 + 3 Fb)
 *     xd = x0 + h/2 (F0 - 3 Fb + 4 Fc)
 *     x1 = x0 + h/6 (F0 + 4 Fc + Fd)
 *
 * with the error estimate (x1 - xd)/5; faithful mode takes its absolute value before it
 * is projected, as the original does.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

static const double estimate_factor = 0.2;

/* F[nx] at (t, x). */
static enum fast_status evaluate(struct projected *m, double t, const double *x,
                                 double *F) {
    if (projected_map(m, x, x + m->nq, F) != FAST_OK)
        return FAST_CALLBACK;
    return projected_realize(m, t, x, F + m->nq);
}

/* stage[1] := Fb, after stage[0] := Fa. */
static enum fast_status evaluate_first_stages(struct projected *m, double h) {
    const double *x0 = m->state, *F0 = m->slope, *Fa = m->stage[0], t = m->t + h / 3;
    double *x = m->middle;
    if (projected_map(m, x0, x0 + m->nq, m->slope) != FAST_OK)
        return FAST_CALLBACK;
    if (m->nx >= ROWS_LONG)
        rows_add(m->nx, x, x0, h / 3, F0);
    else
        for (int i = 0; i < m->nx; i++)
            x[i] = x0[i] + h / 3 * F0[i];
    enum fast_status status = evaluate(m, t, x, m->stage[0]);
    if (status != FAST_OK)
        return status;
    if (m->nx >= ROWS_LONG)
        rows_add_two(m->nx, x, x0, h / 6, F0, 1, Fa);
    else
        for (int i = 0; i < m->nx; i++)
            x[i] = x0[i] + h / 6 * (F0[i] + Fa[i]);
    return evaluate(m, t, x, m->stage[1]);
}

/* stage[2] := Fc, large := xd, and stage[0] := Fd. */
static enum fast_status evaluate_last_stages(struct projected *m, double h, double t1) {
    const double *x0 = m->state, *F0 = m->slope, *Fb = m->stage[1], *Fc = m->stage[2];
    double *x = m->middle, *xd = m->large;
    if (m->nx >= ROWS_LONG)
        rows_add_two(m->nx, x, x0, h / 8, F0, 3, Fb);
    else
        for (int i = 0; i < m->nx; i++)
            x[i] = x0[i] + h / 8 * (F0[i] + 3 * Fb[i]);
    enum fast_status status = evaluate(m, m->t + h / 2, x, m->stage[2]);
    if (status != FAST_OK)
        return status;
    if (m->nx >= ROWS_LONG)
        rows_add_three(m->nx, xd, x0, h / 2, F0, -3, Fb, 4, Fc);
    else
        for (int i = 0; i < m->nx; i++)
            xd[i] = x0[i] + h / 2 * (F0[i] - 3 * Fb[i] + 4 * Fc[i]);
    return evaluate(m, t1, xd, m->stage[0]);
}

enum fast_status projected_attempt_merson(struct projected *m, double t1) {
    const double h = t1 - m->t, *F0 = m->slope, *Fc = m->stage[2], *Fd = m->stage[0];
    m->next_slope_is_known = false;
    enum fast_status status = evaluate_first_stages(m, h);
    if (status == FAST_OK)
        status = evaluate_last_stages(m, h, t1);
    if (status != FAST_OK)
        return status;
    if (m->nx >= ROWS_LONG)
        rows_add_three(m->nx, m->trial, m->state, h / 6, F0, 4, Fc, 1, Fd);
    else
        for (int i = 0; i < m->nx; i++)
            m->trial[i] = m->state[i] + h / 6 * (F0[i] + 4 * Fc[i] + Fd[i]);
    if (m->nx >= ROWS_LONG)
        rows_subtract(m->nx, m->deviation, estimate_factor, m->trial, m->large);
    else
        for (int i = 0; i < m->nx; i++)
            m->deviation[i] = estimate_factor * (m->trial[i] - m->large[i]);
    if (m->options.mode == FAST_FAITHFUL)
        for (int i = 0; i < m->nx; i++)
            m->deviation[i] = fabs(m->deviation[i]);
    return projected_project_if_promising(m, t1);
}
