/* The moves of moves_sized.h for rows of lanes, in the same operations and order: from the linear
 * model, and from rates that have been evaluated. They are defined here to become part of the
 * step, with the number of lanes as a constant.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_MOVES_H
#define FAST_LANES_MOVES_H

#include "fast/lanes/lanes_rows.h"
#include "fast/pair/newton/convergence.h"

/* A move of all lanes to x[nx], the end of a step of h from xn, as struct fast_move. */
struct lanes_move {
    double h;
    const double *xn, *from, *rates, *inverse;
    double *x;
    const double *mask; /* where it is 0 x := from; NULL: nowhere */
    double *norm;       /* |scale (x - from)|; of no use where that is not finite */
};

/* Whether a mask has any lane. */
static inline bool lanes_are_any(const int n, const double *mask) {
    int any = 0;
    for (int k = 0; k < n; k++)
        any |= mask[k] > 0;
    return any != 0;
}

/* to := from, where the mask is not 0. */
static inline void lanes_keep(const int n, const double *mask,
                              const double *restrict from, double *restrict to) {
    for (int k = 0; k < n; k++) {
        const double a = from[k], before = to[k];
        to[k] = mask[k] > 0 ? a : before;
    }
}

/* sum += a row, where the mask is not 0. */
static inline void lanes_add_kept(const int n, const double *mask,
                                  const double *restrict a, double *restrict sum) {
    for (int k = 0; k < n; k++) {
        const double part = a[k];
        sum[k] += mask[k] > 0 ? part : 0;
    }
}

/* sum += a row. */
static inline void lanes_add(const int n, const double *restrict a,
                             double *restrict sum) {
    for (int k = 0; k < n; k++)
        sum[k] += a[k];
}

/* residual := y of xn - y of from + h rates. */
static inline void lanes_find_residual(const int n, const struct lanes_rows *r,
                                       const struct lanes_move *move) {
    const double h = move->h;
    for (int i = 0; i < r->ny; i++) {
        const double *xn = move->xn + (r->nq + i) * n;
        const double *from = move->from + (r->nq + i) * n, *rates = move->rates + i * n;
        double *restrict residual = r->residual + i * n;
        for (int k = 0; k < n; k++)
            residual[k] = xn[k] - from[k] + h * rates[k];
    }
}

/* residual += h fq dq, dq being how far q is from where y of `from` leads. */
static inline void lanes_add_product(const int n, const struct lanes_rows *r,
                                     const struct lanes_move *move) {
    const double h = move->h;
    for (int j = 0; j < r->nq; j++) {
        const double *xn = move->xn + j * n, *q = move->from + j * n;
        const double *v = move->from + (r->nq + j) * n;
        double multiple[LANES_MOST];
        for (int k = 0; k < n; k++)
            multiple[k] = h * (xn[k] + h * v[k] - q[k]);
        for (int i = 0; i < r->ny; i++) {
            const double *fq = r->fq + (j * r->ny + i) * n;
            double *restrict residual = r->residual + i * n;
            for (int k = 0; k < n; k++)
                residual[k] += fq[k] * multiple[k];
        }
    }
}

/* next := row i of y, after the update inverse * residual. */
static inline void lanes_update_row(const int n, const struct lanes_rows *r,
                                    const struct lanes_move *move, int i,
                                    double *restrict next) {
    const double *from = move->from + (r->nq + i) * n, *inverse = move->inverse + i * n;
    for (int k = 0; k < n; k++)
        next[k] = inverse[k] * r->residual[k];
    for (int j = 1; j < r->ny; j++) {
        const double *column = inverse + j * r->ny * n, *residual = r->residual + j * n;
        for (int k = 0; k < n; k++)
            next[k] += column[k] * residual[k];
    }
    for (int k = 0; k < n; k++)
        next[k] = from[k] + next[k];
}

/* Row i of x := next where lanes move; largest grows with the row's change. */
static inline void lanes_store_row(const int n, const struct lanes_rows *r,
                                   const struct lanes_move *move, int i,
                                   const double *next, double *restrict largest) {
    const double *from = move->from + i * n, *scale = r->scale + i * n;
    const double *mask = move->mask;
    double *restrict x = move->x + i * n;
    for (int k = 0; k < n; k++) {
        const double size = fabs(scale[k] * (next[k] - from[k]));
        largest[k] = size > largest[k] ? size : largest[k];
        x[k] = mask == NULL || mask[k] > 0 ? next[k] : from[k];
    }
}

/* x := where the update by the residual leads. */
static inline void lanes_arrive(const int n, const struct lanes_rows *r,
                                const struct lanes_move *move) {
    double next[LANES_MOST], *largest = move->norm;
    for (int k = 0; k < n; k++)
        largest[k] = 0;
    for (int i = 0; i < r->ny; i++) {
        lanes_update_row(n, r, move, i, next);
        lanes_store_row(n, r, move, r->nq + i, next, largest);
    }
    for (int i = 0; i < r->nq; i++) {
        const double *xn = move->xn + i * n, *v = move->x + (r->nq + i) * n;
        for (int k = 0; k < n; k++)
            next[k] = xn[k] + move->h * v[k];
        lanes_store_row(n, r, move, i, next, largest);
    }
}

/* zero := whether the update from `from` to x is rounding (fast_update_is_zero), row by row as
 * long as one is. */
static inline void lanes_find_zero(const int n, const struct lanes_rows *r,
                                   const double *from, const double *x,
                                   double *restrict zero) {
    bool is_any = true;
    for (int k = 0; k < n; k++)
        zero[k] = 1;
    for (int i = 0; i < r->nx && is_any; i++) {
        for (int k = 0; k < n; k++) {
            const double at = fabs(x[i * n + k]), unit = 1 > at ? 1 : at;
            const bool fits =
                fabs(x[i * n + k] - from[i * n + k]) <= unit * fast_update_epsilon;
            zero[k] = fits ? zero[k] : 0;
        }
        is_any = lanes_are_any(n, zero);
    }
}

/* By the linear model about `from`, where y' is move->rates. */
static inline void lanes_follow(const int n, const struct lanes_rows *r,
                                const struct lanes_move *move) {
    lanes_find_residual(n, r, move);
    lanes_add_product(n, r, move);
    lanes_arrive(n, r, move);
}

/* rates := y' at the end x of a step of h from xn, by (4). */
static inline void lanes_find_rates(const int n, const struct lanes_rows *r, double h,
                                    const double *xn, const double *x,
                                    double *restrict rates) {
    for (int e = 0; e < r->ny * n; e++)
        rates[e] = (x[r->nq * n + e] - xn[r->nq * n + e]) / h;
}

#endif
