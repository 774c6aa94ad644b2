/* The large step abreast: what large_step_sized.h does, lane by lane.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_LARGE_H
#define FAST_LANES_LARGE_H

#include <math.h>

#include "fast/lanes/lanes_iterate.h"

/* error_estimate := |large - small|, of lanes that are going. */
static inline void measure_estimate(const int n, struct lanes_rows *r) {
    double largest[LANES_MOST];
    for (int k = 0; k < n; k++)
        largest[k] = 0;
    for (int i = 0; i < r->nx; i++)
        for (int k = 0; k < n; k++) {
            const int e = i * n + k;
            const double size = fabs(r->scale[e] * (r->large[e] - r->small[e]));
            largest[k] = size > largest[k] ? size : largest[k];
        }
    for (int k = 0; k < n; k++)
        r->error_estimate[k] = r->going[k] > 0 ? largest[k] : r->error_estimate[k];
}

/* The verdict on iteration `number` of the large step, as iterate_large has it. */
static inline void judge_large(const int n, struct lanes_rows *r, int number) {
    double rate[LANES_MOST], in[LANES_MOST], going[LANES_MOST];
    for (int k = 0; k < n; k++) {
        const double update = r->norm[k], before = r->last[k];
        const double ratio = update < before ? update / before : 1;
        rate[k] = r->zero[k] > 0 ? 0 : ratio;
    }
    const double cap = r->cap;
    for (int k = 0; k < n; k++) {
        const double limit = fast_smaller(fast_kappa * r->error_estimate[k], cap);
        const double was_in = r->in[k], went = r->going[k];
        const bool stops = fast_remaining_distance(rate[k], r->norm[k]) <= limit;
        const bool fails =
            fast_large_has_failed(number, FAST_MAX_NEWTON_ITERATIONS, rate[k]);
        in[k] = ((went > 0) & !stops & fails) ? 0 : was_in;
        going[k] = (stops | fails) ? 0 : went;
    }
    lanes_keep(n, r->going, r->norm, r->last);
    lanes_add(n, r->going, r->new_of_estimator);
    if (number == 1)
        lanes_keep(n, r->going, rate, r->rate);
    else
        lanes_add(n, r->going, r->new_extra);
    for (int k = 0; k < n; k++) {
        r->in[k] = in[k];
        r->going[k] = going[k];
    }
}

/* The large step, from the linear model about small, and evaluated once at least, as with fixed
 * steps; `rate` is its first update's. */
static inline int solve_large(const int n, const struct stride *s) {
    struct lanes_rows *r = s->rows;
    struct lanes_move move = {.h = s->h,
                              .xn = r->state,
                              .inverse = r->whole_inverse,
                              .mask = r->going,
                              .norm = r->norm};
    bool goes = lanes_are_any(n, r->in);
    model_large(n, s, r->middle, r->small, r->end_rates, r->large, r->last);
    for (int k = 0; k < n; k++) {
        r->error_estimate[k] = r->last[k];
        r->going[k] = r->in[k];
    }
    for (int number = 1; goes; number++) {
        if (iterate(n, s, s->t + s->h, &move, &r->large) != 0)
            return -1;
        measure_estimate(n, r);
        judge_large(n, r, number);
        goes = lanes_are_any(n, r->going);
    }
    return 0;
}

#endif
