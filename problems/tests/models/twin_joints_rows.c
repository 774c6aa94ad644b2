/* A twin gives the residuals of its joints along a motion. The rest is differentiation:
 *
 *     rows     g' (joints of positions) or r (of velocities)
 *     matrix   G, what the rows' rates are per velocity
 *     bias     the rows' own rates when v' = 0
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/tests/models/twin_joints.h"
#include "problems/tests/models/twin_joints_parts.h"

/* rate := N(q) v; N is affine in q. */
static void apply_map(struct twin_joints *k, const double *q, const double *v,
                      double *rate) {
    double x[256], ignored[256];
    if (!k->twin->map || k->nq + k->nv > 256) {
        memcpy(rate, v, (size_t)k->nq * sizeof *rate);
        return;
    }
    memcpy(x, q, (size_t)k->nq * sizeof *x);
    memcpy(x + k->nq, v, (size_t)k->nv * sizeof *x);
    k->twin->map(k->p, k->n, 0.0, x, rate, ignored);
}

static void run_joints(struct twin_joints *k, double t, double pace) {
    struct motion time = motion_of(t, pace, 0.0);
    k->twin->joint(k->p, k->n, &time, k->x, k->residual);
}

static void keep(struct values *to, int place, const struct motion *from,
                 int derivative) {
    to->value[place] = from->value[derivative];
    to->size[place] = from->size[derivative];
}

/* Residuals, their rates, and the rates of these when v' = 0. */
void twin_joints_rows(struct twin_joints *k, double t, const double *x) {
    const double *q = x, *v = x + k->nq;
    double *rate = k->rate, *second = rate + k->nq, *origin = second + k->nq;
    apply_map(k, q, v, rate);
    apply_map(k, rate, v, second);
    memset(k->work, 0, (size_t)k->nq * sizeof *k->work);
    apply_map(k, k->work, v, origin);
    for (int i = 0; i < k->nq; i++)
        k->x[i] = motion_of(q[i], rate[i], second[i] - origin[i]);
    for (int i = 0; i < k->nv; i++)
        k->x[k->nq + i] = motion_rest(v[i]);
    run_joints(k, t, 1.0);
    for (int i = 0; i < k->rows; i++) {
        int shift = i < k->holonomic ? 1 : 0;
        keep(&k->residuals, i, k->residual + i, 0);
        keep(&k->velocities, i, k->residual + i, shift);
        keep(&k->bias, i, k->residual + i, shift + 1);
    }
}

/* Column j of G: the rate of g in the direction N e_j, or that of r when v_j grows. */
static void find_column(struct twin_joints *k, double t, const double *q, const double *v,
                        int j) {
    double *unit = k->work;
    memset(unit, 0, (size_t)k->nv * sizeof *unit);
    unit[j] = 1.0;
    apply_map(k, q, unit, k->rate);
    for (int i = 0; i < k->nq; i++)
        k->x[i] = motion_of(q[i], k->rate[i], 0.0);
    for (int i = 0; i < k->nv; i++)
        k->x[k->nq + i] = motion_rest(v[i]);
    run_joints(k, t, 0.0);
    for (int i = 0; i < k->holonomic; i++)
        keep(&k->matrix, i * k->nv + j, k->residual + i, 1);
    for (int i = 0; i < k->nq; i++)
        k->x[i] = motion_rest(q[i]);
    k->x[k->nq + j] = motion_of(v[j], 1.0, 0.0);
    run_joints(k, t, 0.0);
    for (int i = k->holonomic; i < k->rows; i++)
        keep(&k->matrix, i * k->nv + j, k->residual + i, 1);
}

void twin_joints_matrix(struct twin_joints *k, double t, const double *x) {
    for (int j = 0; j < k->nv; j++)
        find_column(k, t, x, x + k->nq, j);
}
