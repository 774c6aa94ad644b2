/* Both half steps abreast: what half_step_sized.h does, lane by lane.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_HALVES_H
#define FAST_LANES_HALVES_H

#include <math.h>

#include "fast/lanes/lanes_iterate.h"

/* A half step: from xn at t0 to x. */
struct half {
    double t0;
    const double *xn;
    double **x;    /* the iterate, whose row changes its place */
    bool foresees; /* the first */
};

/* error and rate := those of iteration number `number`, as fast_judge_update has them. */
static inline void judge(const int n, struct lanes_rows *r, int number,
                         const double *before) {
    double error[LANES_MOST], rate[LANES_MOST], half_rate[LANES_MOST];
    for (int k = 0; k < n; k++) {
        struct fast_progress progress = {.k = number,
                                         .norm = r->norm[k],
                                         .last = r->last[k],
                                         .before = before[k],
                                         .is_zero = r->zero[k] > 0};
        double remembered = r->new_half_rate[k];
        fast_judge_update(&progress, &remembered);
        half_rate[k] = remembered;
        error[k] = progress.error;
        rate[k] = progress.theta;
    }
    lanes_keep(n, r->going, half_rate, r->new_half_rate);
    lanes_keep(n, r->going, error, r->error);
    lanes_keep(n, r->going, rate, r->rate);
}

/* Whether the verdict on a lane asks for the step's estimate. */
static inline bool is_foresight_needed(const int n, struct lanes_rows *r) {
    const double cap = r->cap;
    double needs[LANES_MOST];
    for (int k = 0; k < n; k++) {
        const double likely = fast_smaller(cap, fast_kappa * r->expected[k]);
        const double error = r->error[k], going = r->going[k];
        needs[k] = ((error > likely) & (error <= cap)) ? going : 0;
    }
    return lanes_are_any(n, needs);
}

/* limit := what the error of the first half step's iterate x may be; error_estimate := the step's,
 * as expected or as foreseen from there. */
static inline void limit_first(const int n, const struct stride *s, const double *x,
                               double *restrict limit) {
    struct lanes_rows *r = s->rows;
    const double cap = r->cap;
    if (is_foresight_needed(n, r)) {
        foresee_small(n, s, r->state, x, r->foreseen_rates, r->foreseen, r->unused);
        model_large(n, s, x, r->foreseen, r->foreseen_rates, r->foreseen_large,
                    r->foreseen_estimate);
    }
    double estimate[LANES_MOST];
    for (int k = 0; k < n; k++) {
        const double expected = r->expected[k], measured = r->error_estimate[k];
        const double foreseen = r->foreseen_estimate[k], error = r->error[k];
        const double unlikely = error <= cap ? foreseen : measured;
        const double likely = fast_smaller(cap, fast_kappa * expected);
        estimate[k] = error <= likely ? expected : unlikely;
    }
    for (int k = 0; k < n; k++) {
        const double likely = fast_smaller(cap, fast_kappa * r->expected[k]);
        const double least = fast_smaller(cap, fast_kappa * estimate[k]);
        const double unlikely = r->error[k] <= cap ? least : cap;
        limit[k] = r->error[k] <= likely ? likely : unlikely;
    }
    lanes_keep(n, r->going, estimate, r->error_estimate);
}

static inline void limit_second(const int n, struct lanes_rows *r,
                                double *restrict limit) {
    const double cap = r->cap;
    for (int k = 0; k < n; k++)
        limit[k] = fast_smaller(cap, fast_kappa * r->error_estimate[k]);
}

/* Those of the lanes that are going on are let go which will not converge so. */
static inline void let_go(const int n, struct lanes_rows *r, int number,
                          const double *limit) {
    for (int k = 0; k < n; k++) {
        const struct fast_progress progress = {
            .k = number, .norm = r->norm[k], .last = r->last[k], .theta = r->rate[k]};
        if (r->going[k] > 0 &&
            (number == FAST_MAX_NEWTON_ITERATIONS ||
             fast_is_hopeless(&progress, FAST_MAX_NEWTON_ITERATIONS, limit[k])))
            r->in[k] = r->going[k] = 0;
    }
}

/* Lanes whose iterate will do stop after iteration `number`; what those that go on are measured by.
 * Iterations beyond the first, or beyond the second where that measures the rate, are extra. */
static inline bool go_on(const int n, struct lanes_rows *r, int number,
                         const double *limit, const double *measures,
                         double *restrict before) {
    for (int k = 0; k < n; k++)
        r->going[k] = r->error[k] <= limit[k] ? 0 : r->going[k];
    if (!lanes_are_any(n, r->going))
        return false;
    let_go(n, r, number, limit);
    for (int k = 0; k < n; k++) {
        const double more = number > 1 ? 1 : 1 - measures[k];
        r->last[k] = r->going[k] > 0 ? r->norm[k] : r->last[k];
        before[k] = r->rate[k];
        r->new_extra[k] += r->going[k] * more;
    }
    return lanes_are_any(n, r->going);
}

/* Iterates a half step from what x is; `last` is the way to there. */
static inline int solve_half(const int n, const struct stride *s,
                             const struct half *half) {
    struct lanes_rows *r = s->rows;
    double before[LANES_MOST], limit[LANES_MOST], measures[LANES_MOST];
    struct lanes_move move = {.h = 0.5 * s->h,
                              .xn = half->xn,
                              .inverse = r->half_inverse,
                              .mask = r->going,
                              .norm = r->norm};
    bool goes = lanes_are_any(n, r->in);
    for (int k = 0; k < n; k++) {
        before[k] = INFINITY;
        measures[k] = r->new_half_rate[k] >= fast_unknown_rate;
        r->going[k] = r->in[k];
    }
    for (int number = 1; goes; number++) {
        if (iterate(n, s, half->t0 + move.h, &move, half->x) != 0)
            return -1;
        judge(n, r, number, before);
        if (half->foresees)
            limit_first(n, s, *half->x, limit);
        else
            limit_second(n, r, limit);
        goes = go_on(n, r, number, limit, measures, before);
    }
    for (int k = 0; k < n; k++)
        r->left[k] += r->error[k];
    return 0;
}

/* Both half steps; lanes whose J has worn out are let go. */
static inline int solve_halves(const int n, const struct stride *s) {
    struct lanes_rows *r = s->rows;
    const double t = s->t, h = 0.5 * s->h;
    const struct lanes_move guess = {.h = h,
                                     .xn = r->state,
                                     .from = r->state,
                                     .rates = r->start_rates,
                                     .inverse = r->half_inverse,
                                     .x = r->middle,
                                     .norm = r->last};
    lanes_follow(n, r, &guess);
    if (solve_half(n, s, &(struct half){t, r->state, &r->middle, true}) != 0)
        return -1;
    foresee_small(n, s, r->state, r->middle, r->middle_rates, r->small, r->last);
    if (solve_half(n, s, &(struct half){t + h, r->middle, &r->small, false}) != 0)
        return -1;
    for (int k = 0; k < n; k++)
        r->in[k] = r->new_extra[k] > r->most_extra[k] ? 0 : r->in[k];
    return 0;
}

#endif
