/* The position that goes with velocities: q = qn + h N(q) v, equation (3), with
 * N at the q that is sought. A fixed-point iteration; it contracts by about h
 * |dN v/dq|, and costs no evaluation of f.
 *
 * One body's quaternion has a closed form: h N(q) v = K q with K skew and K^2 = -c^2,
 * c = h |v| / 2, so that
 *
 *     q = (qn + K qn) / (1 + c^2).
 *
 * Sweeps go on from there: once, unless N is another one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>

#include "fast/pair/default/default_mode.h"

static const int most_sweeps = 60;
/* Contraction may be slow at first, and rounding stops it at last. */
static const int patience = 3;
static const double rounding = 4 * DBL_EPSILON;
/* A change that is foreseen may be this part of that: those after it add up. */
static const double part_foreseen = 0.125;

/* One sweep. The largest change of a component. */
static enum fast_status sweep(struct pair *integrator, double h, const double *qn,
                              double *x, double *change) {
    const int nq = integrator->nq;
    double *qdot = integrator->qdot, largest = 0, zero = 0;
    if (fast_map(integrator, x, x + nq, qdot) != FAST_OK)
        return FAST_CALLBACK;
    for (int i = 0; i < nq; i++) {
        double q = qn[i] + h * qdot[i], moved = fabs(q - x[i]);
        largest = moved > largest ? moved : largest;
        zero += 0 * moved;
        x[i] = q;
    }
    *change = largest;
    return zero == 0 ? FAST_OK : FAST_NOT_FINITE;
}

/* The rounding of positions of this size. */
static double find_rounding(int nq, const double *q) {
    double size = 1;
    for (int i = 0; i < nq; i++)
        size = fabs(q[i]) > size ? fabs(q[i]) : size;
    return rounding * size;
}

static enum fast_status iterate_position(struct pair *integrator, double h,
                                         const double *qn, double *x) {
    const double enough = find_rounding(integrator->nq, qn);
    double last = INFINITY, change = INFINITY;
    for (int i = 0; i < most_sweeps; i++) {
        enum fast_status status = sweep(integrator, h, qn, x, &change);
        if (status != FAST_OK)
            return status;
        /* The next change would be this one times their ratio. */
        if (change <= enough ||
            (i > 0 && change * change <= part_foreseen * enough * last))
            return FAST_OK;
        if (i > patience && change >= last)
            break;
        last = change;
    }
    return FAST_NOT_CONVERGED;
}

/* x's q := the closed form where sweeps would converge; else it is left. */
static enum fast_status begin_body(struct pair *integrator, double h, const double *qn,
                                   double *x) {
    const int nq = integrator->nq;
    const double *qdot = integrator->qdot;
    double size = 0, turn = 0;
    if (fast_map(integrator, qn, x + nq, integrator->qdot) != FAST_OK)
        return FAST_CALLBACK;
    for (int i = 0; i < nq; i++) {
        size += qn[i] * qn[i];
        turn += (h * qdot[i]) * (h * qdot[i]);
    }
    if (turn < size)
        for (int i = 0; i < nq; i++)
            x[i] = (qn[i] + h * qdot[i]) * (size / (size + turn));
    return FAST_OK;
}

enum fast_status fast_place(struct pair *integrator, double h, const double *qn,
                            double *x) {
    const int nq = integrator->nq;
    if (integrator->system.map != NULL) {
        const bool is_body = nq == 4 && integrator->nv == 3;
        const enum fast_status status =
            is_body ? begin_body(integrator, h, qn, x) : FAST_OK;
        return status == FAST_OK ? iterate_position(integrator, h, qn, x) : status;
    }
    for (int i = 0; i < nq; i++)
        x[i] = qn[i] + h * x[nq + i];
    return FAST_OK;
}
