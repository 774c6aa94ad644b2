/* The end of a step abreast: whose result will do, and what becomes of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_ACCEPT_H
#define FAST_LANES_ACCEPT_H

#include "fast/lanes/lanes_rows.h"

/* deviation := large - small. Lanes whose result has to be improved, or is not finite, are let go: what
 * has not been finite once is not in the end. */
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
        r->in[k] = will_do && zero[k] == 0 ? r->in[k] : 0;
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
        for (int k = 0; k < n; k++)
            to[i * n + k] = r->in[k] > 0 ? from[i * n + k] : to[i * n + k];
}

/* What the lanes that are in have counted; taken is the step's size as it moves t. */
static inline void count(const int n, const struct lanes_rows *r, double h,
                         double taken) {
    for (int k = 0; k < n; k++) {
        const bool is_in = r->in[k] > 0;
        const double longest = taken > r->longest[k] ? taken : r->longest[k];
        r->rates_h[k] = is_in ? h : r->rates_h[k];
        r->last_h[k] = is_in ? h : r->last_h[k];
        r->previous[k] = is_in ? taken : r->previous[k];
        r->longest[k] = is_in ? longest : r->longest[k];
        r->steps[k] += r->in[k];
        r->evaluations[k] += is_in ? r->new_evaluations[k] : 0;
        r->of_estimator[k] += is_in ? r->new_of_estimator[k] : 0;
    }
}

/* The step of the lanes that are in becomes their last. */
static inline void accept(const int n, struct lanes_rows *r, double h, double taken) {
    bool all = true;
    for (int k = 0; k < n; k++)
        all = all && r->in[k] > 0;
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
