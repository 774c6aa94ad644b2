/* What a step of all lanes moves by: an iteration of those that are going, and the linear model
 * from the end of a half step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_ITERATE_H
#define FAST_LANES_ITERATE_H

#include "fast/lanes/lanes_moves.h"

/* A step of all lanes. */
struct stride {
    struct lanes_rows *rows;
    const struct lanes_system *system;
    double t, h;
};

/* One iteration of the lanes that are going: *x, and `other`, := the next iterate of a step to
 * t, and the one before. */
static inline int iterate(const int n, const struct stride *s, double t,
                          struct lanes_move *move, double **x) {
    struct lanes_rows *r = s->rows;
    if (s->system->rates(s->system->context, t, *x, r->rates) != 0)
        return -1;
    move->from = *x;
    move->x = r->other;
    move->rates = r->rates;
    lanes_find_residual(n, r, move);
    lanes_arrive(n, r, move);
    lanes_find_zero(n, r, move->from, move->x, r->zero);
    r->other = *x;
    *x = move->x;
    for (int k = 0; k < n; k++)
        r->new_evaluations[k] += r->going[k];
    return 0;
}

/* The move by the linear model from the end `from` of a half step from xn. */
static inline void foresee_small(const int n, const struct stride *s, const double *xn,
                                 const double *from, double *rates, double *x,
                                 double *norm) {
    struct lanes_rows *r = s->rows;
    const double half = 0.5 * s->h;
    const struct lanes_move move = {.h = half,
                                    .xn = from,
                                    .from = from,
                                    .rates = rates,
                                    .inverse = r->half_inverse,
                                    .x = x,
                                    .norm = norm};
    lanes_find_rates(n, r, half, xn, from, rates);
    lanes_follow(n, r, &move);
}

/* large by the linear model from small, which is the end of the half step from middle. */
static inline void model_large(const int n, const struct stride *s, const double *middle,
                               const double *small, double *rates, double *large,
                               double *norm) {
    struct lanes_rows *r = s->rows;
    const struct lanes_move move = {.h = s->h,
                                    .xn = r->state,
                                    .from = small,
                                    .rates = rates,
                                    .inverse = r->whole_inverse,
                                    .x = large,
                                    .norm = norm};
    lanes_find_rates(n, r, 0.5 * s->h, middle, small, rates);
    lanes_follow(n, r, &move);
}

#endif
