/* One iteration of Newton's method on y alone:
 *
 *     (I - hJ) dy = -R(y),  R(y) = (y - yn) - h f(tn + h, qn + h N(qk) v, y)     (9)
 *     qk+1 = qn + h N(qk) vk+1                                                    (5)
 *
 * with N lagging one iteration behind. One and two unknowns are written out, with the same
 * operations: there a value that waits in memory costs as much as the arithmetic.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/internal.h"

/* dy, and y += dy. */
static void update_y(fast *integrator, const struct fast_sub_step *step) {
    const int ny = integrator->ny;
    const double h = step->h, *yn = step->xn + integrator->nq;
    double *y = step->x + integrator->nq, *dy = integrator->change + integrator->nq;
    double *residual = integrator->rates;
    for (int i = 0; i < ny; i++)
        residual[i] = -((y[i] - yn[i]) - h * integrator->rates[i]);
    fast_dense_solve(ny, integrator->factors, integrator->permutation, residual, dy);
    for (int i = 0; i < ny; i++)
        y[i] += dy[i];
}

/* update_y for ny = 2. */
static void update_two(fast *integrator, const struct fast_sub_step *step) {
    const double h = step->h, *yn = step->xn + integrator->nq;
    const double *lu = integrator->factors, *rates = integrator->rates;
    double *y = step->x + integrator->nq, *dy = integrator->change + integrator->nq;
    double r0 = -((y[0] - yn[0]) - h * rates[0]), r1 = -((y[1] - yn[1]) - h * rates[1]);
    bool in_order = integrator->permutation[0] == 0;
    double dy0 = in_order ? r0 : r1, dy1 = in_order ? r1 : r0;
    dy1 = (dy1 - lu[1] * dy0) / lu[3];
    dy0 = (dy0 - lu[2] * dy1) / lu[0];
    dy[0] = dy0;
    dy[1] = dy1;
    y[0] += dy0;
    y[1] += dy1;
}

/* The new q, and dq. */
static enum fast_status update_q(fast *integrator, const struct fast_sub_step *step,
                                 const double *qk) {
    const int nq = integrator->nq;
    const double h = step->h, *qn = step->xn;
    double *q = step->x, *dq = integrator->change, *qdot = q + nq;
    if (integrator->system.map != NULL) {
        qdot = integrator->qdot;
        if (fast_map(integrator, qk, q + nq, qdot) != FAST_OK)
            return FAST_CALLBACK;
    }
    for (int i = 0; i < nq; i++) {
        double next = qn[i] + h * qdot[i];
        dq[i] = next - qk[i];
        q[i] = next;
    }
    return FAST_OK;
}

/* update_y and update_q for one v and one q that is its integral. */
static void update_pair(fast *integrator, const struct fast_sub_step *step,
                        const double *qk) {
    const double h = step->h, *xn = step->xn;
    double *x = step->x, *change = integrator->change;
    double residual = -((x[1] - xn[1]) - h * integrator->rates[0]);
    double dv = residual / integrator->factors[0];
    double v = x[1] + dv, q = xn[0] + h * v;
    change[0] = q - qk[0];
    change[1] = dv;
    x[0] = q;
    x[1] = v;
}

enum fast_status fast_iterate(fast *integrator, const struct fast_sub_step *step,
                              const double *qk) {
    const int nq = integrator->nq, ny = integrator->ny;
    double *x = step->x;
    integrator->statistics.newton_iters++;
    if (qk != x && fast_advance_position(integrator, step->h, step->xn, qk, x + nq, x))
        return FAST_CALLBACK;
    if (fast_evaluate(integrator, step->tf, x, integrator->rates) != FAST_OK)
        return FAST_CALLBACK;
    if (ny == 1 && nq == 1 && integrator->system.map == NULL) {
        update_pair(integrator, step, qk);
        return FAST_OK;
    }
    if (ny == 2)
        update_two(integrator, step);
    else
        update_y(integrator, step);
    return update_q(integrator, step, qk);
}
