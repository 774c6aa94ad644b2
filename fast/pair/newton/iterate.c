/* One iteration of Newton's method on y alone:
 *
 *     (I - hJ) dy = -R(y),  R(y) = (y - yn) - h f(tn + h, qn + h N(qk) v, y)     (9)
 *     qk+1 = qn + h N(qk) vk+1                                                    (5)
 *
 * with N lagging one iteration behind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/pair/newton/newton.h"

/* dy, and y += dy. */
static void update_y(struct pair *integrator, const struct fast_sub_step *step) {
    const int ny = integrator->ny;
    const double h = step->h, *yn = step->xn + integrator->nq;
    double *y = step->x + integrator->nq, *dy = integrator->change + integrator->nq;
    double *residual = integrator->rates;
    for (int i = 0; i < ny; i++)
        residual[i] = -((y[i] - yn[i]) - h * integrator->rates[i]);
    fast_factors_solve(integrator->factors, residual, dy);
    for (int i = 0; i < ny; i++)
        y[i] += dy[i];
}

/* The new q, and dq. */
static enum fast_status update_q(struct pair *integrator,
                                 const struct fast_sub_step *step, const double *qk) {
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

enum fast_status fast_iterate(struct pair *integrator, const struct fast_sub_step *step,
                              const double *qk, double *norm) {
    const int nq = integrator->nq;
    double *x = step->x;
    integrator->statistics.newton_iters++;
    if (qk != x && fast_advance_position(integrator, step->h, step->xn, qk, x + nq, x))
        return FAST_CALLBACK;
    if (fast_evaluate(integrator, step->tf, x, integrator->rates) != FAST_OK)
        return FAST_CALLBACK;
    update_y(integrator, step);
    enum fast_status status = update_q(integrator, step, qk);
    *norm = fast_norm(integrator->nx, integrator->change);
    return status;
}
