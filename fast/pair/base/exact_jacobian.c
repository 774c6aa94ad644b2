/* J from the system's own derivatives, and columns of J from differences of f:
 *
 *     velocity-implicit Euler   J = f_y + h f_q N(qk)            (N acts on y's part v)
 *     implicit Euler            J = [ d(N(q) v)/dq  (N 0) ; f_q  f_y ]
 *
 * N is read out by multiplying with unit vectors.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/pair/base/internal.h"

/* N is differenced to both sides: where it is linear, as for quaternions, and its
 * evaluation costs little, eps^(1/3) is good. */
static const double map_perturbation = 0x1p-17;

/* fq and fy at the probe; J := 0. */
static enum fast_status evaluate(struct pair *integrator, double t) {
    const struct integrator_system *system = &integrator->system;
    integrator->statistics.derivative_evals++;
    fast_matrix_clear(&integrator->jacobian);
    int failed = system->jacobian(system->context, t, integrator->probe,
                                  integrator->fq.values, integrator->fy.values);
    return failed ? FAST_CALLBACK : FAST_OK;
}

/* qdot := column j of N(q). */
static enum fast_status read_column(struct pair *integrator, const double *q, int j) {
    integrator->unit[j] = 1;
    enum fast_status status = fast_map(integrator, q, integrator->unit, integrator->qdot);
    integrator->unit[j] = 0;
    return status;
}

/* J += h f_q N(qk), N's pattern not being known. */
static enum fast_status add_effect_by_columns(struct pair *integrator, double h,
                                              const double *qk) {
    for (int j = 0; j < integrator->nv; j++) {
        enum fast_status status = read_column(integrator, qk, j);
        if (status != FAST_OK)
            return status;
        for (int k = 0; k < integrator->nq; k++)
            fast_matrix_add_column(&integrator->jacobian, 0, j, h * integrator->qdot[k],
                                   &integrator->fq, k);
    }
    return FAST_OK;
}

enum fast_status fast_form_exactly(struct pair *integrator, double t, double h,
                                   const double *qk) {
    const struct fast_matrix *jacobian = &integrator->jacobian, *fq = &integrator->fq;
    enum fast_status status = evaluate(integrator, t);
    if (status != FAST_OK)
        return status;
    fast_matrix_add(jacobian, 0, 0, &integrator->fy);
    if (integrator->system.map == NULL)
        for (int j = 0; j < integrator->nv; j++)
            fast_matrix_add_column(jacobian, 0, j, h, fq, j);
    else if (integrator->map.values == NULL)
        return add_effect_by_columns(integrator, h, qk);
    else if ((status = fast_read_map(integrator, qk)) == FAST_OK)
        fast_matrix_add_product(jacobian, 0, 0, fq, h, &integrator->map);
    return status;
}

/* J's upper right part, N(q). */
static enum fast_status add_map(struct pair *integrator) {
    const bool identity = integrator->system.map == NULL;
    const int nq = integrator->nq;
    double one = 1;
    const struct fast_matrix diagonal = {1, 1, NULL, &one};
    const struct fast_matrix column = {nq, 1, NULL, integrator->qdot};
    enum fast_status status = FAST_OK;
    for (int j = 0; j < integrator->nv && status == FAST_OK; j++) {
        if (identity) {
            fast_matrix_add_column(&integrator->jacobian, j, nq + j, 1, &diagonal, 0);
            continue;
        }
        status = read_column(integrator, integrator->probe, j);
        fast_matrix_add_column(&integrator->jacobian, 0, nq + j, 1, &column, 0);
    }
    return status;
}

/* J's upper left part, d(N(q) v)/dq. */
static enum fast_status add_derivative_of_map(struct pair *integrator) {
    const int nq = integrator->nq;
    double *q = integrator->probe, *v = q + nq;
    double *upper = integrator->column, *lower = integrator->qdot;
    const struct fast_matrix column = {nq, 1, NULL, upper};
    enum fast_status status = FAST_OK;
    for (int j = 0; j < nq && status == FAST_OK; j++) {
        const double kept = q[j];
        const double delta = map_perturbation * (fabs(kept) > 1 ? fabs(kept) : 1);
        const double above = kept + delta, below = kept - delta;
        q[j] = above;
        status = fast_map(integrator, q, v, upper);
        q[j] = below;
        if (status == FAST_OK)
            status = fast_map(integrator, q, v, lower);
        q[j] = kept;
        for (int i = 0; i < nq; i++)
            upper[i] = (upper[i] - lower[i]) / (above - below);
        fast_matrix_add_column(&integrator->jacobian, 0, j, 1, &column, 0);
    }
    return status;
}

enum fast_status fast_form_whole_exactly(struct pair *integrator, double t) {
    const int nq = integrator->nq;
    enum fast_status status = evaluate(integrator, t);
    if (status != FAST_OK)
        return status;
    fast_matrix_add(&integrator->jacobian, nq, 0, &integrator->fq);
    fast_matrix_add(&integrator->jacobian, nq, nq, &integrator->fy);
    status = add_map(integrator);
    if (status == FAST_OK && integrator->system.map != NULL)
        status = add_derivative_of_map(integrator);
    return status;
}
