/* N(q) and its left inverse: by the system's callbacks, or N+ = (N^T N)^-1 N^T of the
 * columns of N.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/constraint/dense_factor.h"
#include "fast/constraint/constraint_parts.h"

enum fast_status constraint_map(constraint *c, const double *q, const double *v,
                                double *dq) {
    const struct integrator_system *system = &c->system;
    if (system->map == NULL) {
        memcpy(dq, v, (size_t)c->nq * sizeof *dq);
        return FAST_OK;
    }
    return system->map(system->context, q, v, dq) == 0 ? FAST_OK : FAST_CALLBACK;
}

/* map := N(q), column by column. */
static enum fast_status read_map(constraint *c, const double *q) {
    double *unit = c->normal;
    memset(unit, 0, (size_t)c->nv * sizeof *unit);
    for (int j = 0; j < c->nv; j++) {
        unit[j] = 1;
        const enum fast_status status =
            constraint_map(c, q, unit, c->map + (size_t)j * (size_t)c->nq);
        unit[j] = 0;
        if (status != FAST_OK)
            return status;
    }
    return FAST_OK;
}

static double dot(int n, const double *x, const double *y) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* Least squares by the normal equations: N's columns are orthogonal, or nearly. */
static enum fast_status solve_least_squares(constraint *c, const double *dq, double *v) {
    const size_t n = (size_t)c->nv, p = (size_t)c->nq;
    double *gram = c->map_gram, *scale = c->normal;
    for (size_t j = 0; j < n; j++) {
        for (size_t i = j; i < n; i++)
            gram[j * n + i] = dot(c->nq, c->map + i * p, c->map + j * p);
        scale[j] = gram[j * n + j];
        v[j] = dot(c->nq, c->map + j * p, dq);
    }
    if (!dense_factor_form(c->nv, gram, scale, CONSTRAINT_SIGNIFICANT, false,
                           c->map_left_out, c->map_inverse))
        return FAST_SINGULAR;
    dense_factor_solve(c->nv, gram, c->map_inverse, v, v);
    return FAST_OK;
}

/* v[nv] := N+(q) dq, N not being the identity. */
static enum fast_status invert_map(constraint *c, const double *q, const double *dq,
                                   double *v) {
    const struct integrator_system *system = &c->system;
    if (system->unmap != NULL)
        return system->unmap(system->context, q, dq, v) == 0 ? FAST_OK : FAST_CALLBACK;
    const enum fast_status status = read_map(c, q);
    return status == FAST_OK ? solve_least_squares(c, dq, v) : status;
}

enum fast_status constraint_unmap(constraint *c, const double *q, const double *dq,
                                  double *v) {
    if (c->system.map == NULL) {
        memcpy(v, dq, (size_t)c->nv * sizeof *v);
        return FAST_OK;
    }
    memcpy(c->qdot, dq, (size_t)c->nq * sizeof *dq);
    if (c->is_faithful)
        constraint_weigh_quaternions(c, q, c->qdot);
    return invert_map(c, q, c->qdot, v);
}

enum fast_status constraint_carry(constraint *c, const double *from, const double *to,
                                  double *du) {
    for (int j = 0; j < c->nv; j++)
        du[j] /= c->inverse[j];
    enum fast_status status = constraint_map(c, from, du, c->qdot);
    constraint_unweigh_quaternions(c, from, c->qdot);
    constraint_weigh_quaternions(c, to, c->qdot);
    if (status == FAST_OK)
        status = invert_map(c, to, c->qdot, du);
    for (int j = 0; j < c->nv; j++)
        du[j] *= c->inverse[j];
    return status;
}

/* The original measures changes of positions as coordinates: |W dq| with W taken
 * through N. Where N's columns are orthogonal, as those of quaternions are, that is
 * 1/W over their lengths for velocities, with its N+. */
enum fast_status constraint_scale_positions(constraint *c, const double *q) {
    struct projector *projector = &c->position.projector;
    const enum fast_status status = read_map(c, q);
    if (status != FAST_OK)
        return status;
    for (int j = 0; j < c->nv; j++) {
        double *column = c->map + (size_t)j * (size_t)c->nq;
        const double square = dot(c->nq, column, column);
        const double length = square > 0 ? sqrt(square) : 1;
        constraint_weigh_quaternions(c, q, column);
        const double weighed = square > 0 ? sqrt(dot(c->nq, column, column)) : 1;
        projector->scale[j] = c->inverse[j] * weighed / (length * length);
        projector->square[j] = projector->scale[j] * projector->scale[j];
    }
    return FAST_OK;
}
