/* The position that goes with velocities: q = qn + h N(q) v, equation (3), with
 * N at the q that is sought. A fixed-point iteration; it contracts by about h
 * |dN v/dq|, and costs no evaluation of f.
 *
 * One body's quaternion has a closed form: h N(q) v = K q with K skew and K^2 = -c^2,
 * c = h |v| / 2, so that
 *
 *     q = (qn + K qn) / (1 + c^2).
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
static inline enum fast_status sweep(const int nq, struct pair *integrator, double h,
                                     const double *qn, double *x, double *change) {
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
static inline double find_rounding(const int nq, const double *q) {
    double size = 1;
    for (int i = 0; i < nq; i++)
        size = fabs(q[i]) > size ? fabs(q[i]) : size;
    return rounding * size;
}

static inline enum fast_status iterate_position(const int nq, struct pair *integrator,
                                                double h, const double *qn, double *x) {
    const double enough = find_rounding(nq, qn);
    double last = INFINITY, change = INFINITY;
    for (int i = 0; i < most_sweeps; i++) {
        enum fast_status status = sweep(nq, integrator, h, qn, x, &change);
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

/* One body: the closed form, if a sweep tells that it is right to rounding. Nothing waits for
 * that sweep, whose result is not used then. */
static enum fast_status place_body(struct pair *integrator, double h, const double *qn,
                                   double *x) {
    enum { nq = 4 };
    const double *qdot = integrator->qdot;
    double size = 0, turn = 0, q[nq], change = INFINITY;
    if (fast_map(integrator, qn, x + nq, integrator->qdot) != FAST_OK)
        return FAST_CALLBACK;
    for (int i = 0; i < nq; i++) {
        size += qn[i] * qn[i];
        turn += (h * qdot[i]) * (h * qdot[i]);
    }
    if (!(turn < size)) /* where sweeps would not converge */
        return iterate_position(nq, integrator, h, qn, x);
    const double part = size / (size + turn);
    for (int i = 0; i < nq; i++)
        q[i] = x[i] = (qn[i] + h * qdot[i]) * part;
    const enum fast_status status = sweep(nq, integrator, h, qn, x, &change);
    if (status != FAST_OK || change > find_rounding(nq, qn))
        return status == FAST_OK ? iterate_position(nq, integrator, h, qn, x) : status;
    for (int i = 0; i < nq; i++)
        x[i] = q[i];
    return FAST_OK;
}

enum fast_status fast_place(struct pair *integrator, double h, const double *qn,
                            double *x) {
    const int nq = integrator->nq;
    if (integrator->system.map == NULL) {
        for (int i = 0; i < nq; i++)
            x[i] = qn[i] + h * x[nq + i];
        return FAST_OK;
    }
    return nq == 4 && integrator->nv == 3 ? place_body(integrator, h, qn, x)
                                          : iterate_position(nq, integrator, h, qn, x);
}
