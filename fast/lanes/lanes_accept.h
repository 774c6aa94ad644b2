/* The end of a step abreast: whose result will do, and what becomes of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_ACCEPT_H
#define FAST_LANES_ACCEPT_H

#include "fast/lanes/lanes_moves.h"

/* deviation := large - small. Lanes whose result has to be improved, or is not finite, are let
 * go: what has not been finite once is not in the end. */
static inline void check(const int n, struct lanes_rows *r) {
    double zero[LANES_MOST];
    for (int k = 0; k < n; k++)
        zero[k] = 0;
    for (int i = 0; i < r->nx; i++)
        for (int k = 0; k < n; k++) {
            const int e = i * n + k;
            r->deviation[e] = r->large[e] - r->small[e];
            zero[k] += 0 * r->deviation[e];
        }
    for (int k = 0; k < n; k++) {
        const bool will_do = r->left[k] <= fast_tolerable_part * r->error_estimate[k];
        const double in = r->in[k];
        r->in[k] = (will_do & (zero[k] == 0)) ? in : 0;
    }
}

/* *row := *made, of the lanes that are in: of all by changing places. */
static inline void take(const int n, const struct lanes_rows *r, bool all, int rows,
                        double **made, double **row) {
    double *restrict to = *row;
    const double *from = *made;
    if (all) {
        *row = *made;
        *made = to;
        return;
    }
    for (int i = 0; i < rows; i++)
        lanes_keep(n, r->in, from + i * n, to + i * n);
}

/* What the lanes that are in have counted; taken is the step's size as it moves t. */
static inline void count(const int n, const struct lanes_rows *r, double h,
                         double taken) {
    double size[LANES_MOST], moved[LANES_MOST], longest[LANES_MOST];
    for (int k = 0; k < n; k++) {
        size[k] = h;
        moved[k] = taken;
        longest[k] = taken > r->longest[k] ? taken : r->longest[k];
    }
    lanes_keep(n, r->in, size, r->rates_h);
    lanes_keep(n, r->in, size, r->last_h);
    lanes_keep(n, r->in, moved, r->previous);
    lanes_keep(n, r->in, longest, r->longest);
    lanes_add(n, r->in, r->steps);
    lanes_add_kept(n, r->in, r->new_evaluations, r->evaluations);
    lanes_add_kept(n, r->in, r->new_of_estimator, r->of_estimator);
}

/* The step of the lanes that are in becomes their last. */
static inline void accept(const int n, struct lanes_rows *r, double h, double taken) {
    double out[LANES_MOST];
    for (int k = 0; k < n; k++)
        out[k] = r->in[k] > 0 ? 0 : 1;
    const bool all = !lanes_are_any(n, out);
    take(n, r, all, r->nx, &r->deviation, &r->estimate);
    take(n, r, all, r->nx, &r->small, &r->state);
    take(n, r, all, r->ny, &r->end_rates, &r->start_rates);
    take(n, r, all, 1, &r->new_half_rate, &r->half_rate);
    take(n, r, all, 1, &r->new_age, &r->age);
    take(n, r, all, 1, &r->new_extra, &r->extra);
    take(n, r, all, 1, &r->rate, &r->whole_rate);
    take(n, r, all, 1, &r->error_estimate, &r->last_estimate);
    count(n, r, h, taken);
}

#endif
