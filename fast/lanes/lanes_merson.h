/* A step of Runge-Kutta-Merson over rows: merson.c, number by number, without the estimate.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_MERSON_H
#define FAST_LANES_MERSON_H

#include "fast/lanes/lanes_explicit.h"

/* c (F0 + s1 F1 + s2 F2), of so many terms. */
struct lanes_sum {
    int terms;
    double c;
    const struct lanes_slope *F0;
    double s1;
    const struct lanes_slope *F1;
    double s2;
    const struct lanes_slope *F2;
};

/* x := x0 + the sum, of rows of which F0, F1, F2 are the terms'. */
static inline void add_terms(const int n, int rows, double *restrict x, const double *x0,
                             const struct lanes_sum *sum, const double *F0,
                             const double *F1, const double *F2,
                             double *restrict squares) {
    const int terms = sum->terms;
    const double c = sum->c, s1 = sum->s1, s2 = sum->s2;
    for (int i = 0; i < rows; i++, x += n, x0 += n, F0 += n, F1 += n, F2 += n)
        for (int k = 0; k < n; k++) {
            double slope = F0[k];
            slope = terms > 1 ? slope + s1 * F1[k] : slope;
            slope = terms > 2 ? slope + s2 * F2[k] : slope;
            const double moved = x0[k] + c * slope;
            x[k] = moved;
            squares[k] += moved * moved;
        }
}

/* The same of all rows. Positions come first: x may be where the velocities are that a term has
 * as its q'. */
static inline void add_sum(const int n, struct lanes_explicit *m, double *x,
                           const struct lanes_sum sum) {
    const int nq = m->system.nq;
    const struct lanes_slope *F0 = sum.F0, *F1 = sum.terms > 1 ? sum.F1 : F0,
                             *F2 = sum.terms > 2 ? sum.F2 : F0;
    add_terms(n, nq, x, m->x, &sum, F0->q, F1->q, F2->q, m->squares);
    add_terms(n, m->ny, x + nq * n, m->x + nq * n, &sum, F0->y, F1->y, F2->y, m->squares);
}

/* F := q' at x. */
static inline int find_motion(const int n, struct lanes_explicit *m, const double *x,
                              struct lanes_slope *F) {
    const struct lanes_system *s = &m->system;
    const double *v = x + s->nq * n;
    F->q = s->map == NULL ? v : F->mapped;
    return s->map == NULL ? 0 : s->map(s->context, x, v, F->mapped);
}

/* F := x' at (t, x). */
static inline int find_slope(const int n, struct lanes_explicit *m, double t,
                             const double *x, struct lanes_slope *F) {
    const struct lanes_system *s = &m->system;
    return find_motion(n, m, x, F) != 0 || s->rates(s->context, t, x, F->y) != 0 ? -1 : 0;
}

/* A step from t to t1, with y' there in slope[0]. */
static inline int step_merson(const int n, struct lanes_explicit *m, double t,
                              double t1) {
    const double h = t1 - t;
    struct lanes_slope *F0 = &m->slope[0], *Fa = &m->slope[1], *Fb = &m->slope[2],
                       *Fc = &m->slope[3], *Fd = Fa;
    double *xa = m->first, *xb = m->second, *xc = xa, *xd = xb, *x1 = xc;
    if (find_motion(n, m, m->x, F0) != 0)
        return -1;
    add_sum(n, m, xa, (struct lanes_sum){.terms = 1, .c = h / 3, .F0 = F0});
    if (find_slope(n, m, t + h / 3, xa, Fa) != 0)
        return -1;
    add_sum(n, m, xb,
            (struct lanes_sum){.terms = 2, .c = h / 6, .F0 = F0, .s1 = 1, .F1 = Fa});
    if (find_slope(n, m, t + h / 3, xb, Fb) != 0)
        return -1;
    add_sum(n, m, xc,
            (struct lanes_sum){.terms = 2, .c = h / 8, .F0 = F0, .s1 = 3, .F1 = Fb});
    if (find_slope(n, m, t + h / 2, xc, Fc) != 0)
        return -1;
    add_sum(n, m, xd,
            (struct lanes_sum){
                .terms = 3, .c = h / 2, .F0 = F0, .s1 = -3, .F1 = Fb, .s2 = 4, .F2 = Fc});
    if (find_slope(n, m, t1, xd, Fd) != 0)
        return -1;
    add_sum(n, m, x1,
            (struct lanes_sum){
                .terms = 3, .c = h / 6, .F0 = F0, .s1 = 4, .F1 = Fc, .s2 = 1, .F2 = Fd});
    m->first = m->x;
    m->x = x1;
    return 0;
}

#endif
