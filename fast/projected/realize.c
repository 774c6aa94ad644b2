/* Rates with the constraints, y' = (v', z'), counted, and q' = N(q) v.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

enum fast_status projected_realize(struct projected *m, double t, const double *x,
                                   double *ydot) {
    const struct integrator_system *free = &m->system;
    enum fast_status status = FAST_OK;
    m->statistics.realizations++;
    if (m->system.joints > 0)
        status = constraint_accelerate(m->constraint, t, x, ydot, m->multipliers);
    else if (free->rates(free->context, t, x, ydot) != 0)
        status = FAST_CALLBACK;
    if (status == FAST_OK && !projected_is_finite(m->ny, ydot))
        status = FAST_NOT_FINITE;
    if (status != FAST_OK)
        m->statistics.realization_failures++;
    return status;
}

enum fast_status projected_know_slope(struct projected *m) {
    if (m->slope_is_known)
        return FAST_OK;
    enum fast_status status = projected_realize(m, m->t, m->state, m->slope + m->nq);
    m->slope_is_known = status == FAST_OK;
    return status;
}

enum fast_status projected_map(const struct projected *m, const double *q,
                               const double *v, double *qdot) {
    const struct integrator_system *free = &m->system;
    if (free->map != NULL)
        return free->map(free->context, q, v, qdot) == 0 ? FAST_OK : FAST_CALLBACK;
    projected_copy(m->nv, qdot, v);
    return FAST_OK;
}

enum fast_status projected_move(struct projected *m, double h, const double *q0,
                                const double *q, const double *v, double *q1) {
    const double *qdot = v;
    if (m->system.map != NULL) {
        if (projected_map(m, q, v, m->qdot) != FAST_OK)
            return FAST_CALLBACK;
        qdot = m->qdot;
    }
    if (m->nq >= ROWS_LONG && q1 != q0)
        rows_add(m->nq, q1, q0, h, qdot);
    else
        for (int i = 0; i < m->nq; i++)
            q1[i] = q0[i] + h * qdot[i];
    return FAST_OK;
}
