/* The usual step of default mode abreast: J and its inverses are there and stay, both half steps
 * and the large one converge, and no decision is of those that a run meets seldom. It decides as
 * half_step_sized.h, large_step_sized.h, convergence_rate.c and default_pair.c do; a lane that is not as usual is let go
 * (`in` := 0), and makes the step by itself. It is defined here to be compiled for more than one
 * length of vectors.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_STEP_H
#define FAST_LANES_STEP_H

#include <float.h>
#include <math.h>

#include "fast/lanes/lanes_moves.h"

/* A step of all lanes. */
struct stride {
    struct lanes_rows *rows;
    const struct lanes_system *system;
    double t, h;
};

/* A half step: from xn at t0 to x. */
struct half {
    double t0;
    const double *xn;
    double **x;    /* the iterate, whose row changes its place */
    bool foresees; /* the first */
};

/* scale := that of an attempt from the state, as in error_scale.c. */
static inline void set_scale(const int n, struct lanes_rows *r) {
    if (isnan(r->relative))
        return;
    for (int e = 0; e < r->nx * n; e++) {
        const double unit = r->relative * fabs(r->state[e]) + r->absolute;
        r->scale[e] = 1 / (unit > DBL_MIN ? unit : DBL_MIN);
    }
}

/* Whether factors are those for h: 1 or 0. */
static inline double are_for(double h, double factored) {
    return fabs(h - factored) <= fast_same_h * h;
}

/* What an attempt begins with, and which lanes begin. */
static inline void prepare(const int n, struct lanes_rows *r, double h) {
    for (int k = 0; k < n; k++) {
        const double growth = r->last_estimate[k] > 0 ? h / r->last_h[k] : 0;
        const double longer = h > r->rates_h[k] ? h / r->rates_h[k] : 1;
        const double age = r->age[k] + 1;
        const bool renews = age >= fast_rate_renewal;
        r->expected[k] = fast_expected_part * growth * growth * r->last_estimate[k];
        r->new_half_rate[k] = renews ? fast_unknown_rate : r->half_rate[k] * longer;
        r->new_age[k] = renews ? 0 : age;
        r->new_extra[k] = r->extra[k];
        r->new_evaluations[k] = r->new_of_estimator[k] = 0;
        r->error_estimate[k] = INFINITY;
        r->left[k] = 0;
        r->in[k] =
            r->ready[k] * are_for(0.5 * h, r->half_h[k]) * are_for(h, r->whole_h[k]);
    }
    set_scale(n, r);
}

/* One iteration of the lanes that are going: *x, and `other`, := the next iterate of a step to t, and
 * the one before. */
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

/* error and rate := those of iteration number `number`, as fast_judge_update has them. */
static inline void judge(const int n, struct lanes_rows *r, int number,
                         const double *before) {
    for (int k = 0; k < n; k++) {
        struct fast_progress progress = {.k = number,
                                         .norm = r->norm[k],
                                         .last = r->last[k],
                                         .before = before[k],
                                         .is_zero = r->zero[k] > 0};
        double half_rate = r->new_half_rate[k];
        const bool goes = r->going[k] > 0;
        fast_judge_update(&progress, &half_rate);
        r->new_half_rate[k] = goes ? half_rate : r->new_half_rate[k];
        r->error[k] = goes ? progress.error : r->error[k];
        r->rate[k] = goes ? progress.theta : r->rate[k];
    }
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

/* Whether the verdict on a lane asks for the step's estimate. */
static inline bool is_foresight_needed(const int n, struct lanes_rows *r) {
    double sum = 0;
    for (int k = 0; k < n; k++) {
        const double likely = fast_smaller(r->cap, fast_kappa * r->expected[k]);
        const bool is_between = r->error[k] > likely && r->error[k] <= r->cap;
        sum += is_between ? r->going[k] : 0;
    }
    return sum > 0;
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
    for (int k = 0; k < n; k++) {
        const double likely = fast_smaller(cap, fast_kappa * r->expected[k]);
        const bool is_likely = r->error[k] <= likely, fits = r->error[k] <= cap;
        const double foreseen = fits ? r->foreseen_estimate[k] : r->error_estimate[k];
        const double estimate = is_likely ? r->expected[k] : foreseen;
        const double least = fast_smaller(cap, fast_kappa * estimate);
        r->error_estimate[k] = r->going[k] > 0 ? estimate : r->error_estimate[k];
        limit[k] = is_likely ? likely : fits ? least : cap;
    }
}

static inline void limit_second(const int n, struct lanes_rows *r,
                                double *restrict limit) {
    for (int k = 0; k < n; k++)
        limit[k] = fast_smaller(r->cap, fast_kappa * r->error_estimate[k]);
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
    for (int k = 0; k < n; k++) {
        const double update = r->norm[k], goes = r->going[k];
        const double ratio = update < r->last[k] ? update / r->last[k] : 1;
        const double rate = r->zero[k] > 0 ? 0 : ratio;
        const double limit = fast_smaller(fast_kappa * r->error_estimate[k], r->cap);
        const bool stops = fast_remaining_distance(rate, update) <= limit;
        const bool fails =
            fast_large_has_failed(number, FAST_MAX_NEWTON_ITERATIONS, rate);
        r->last[k] = goes > 0 ? update : r->last[k];
        r->rate[k] = goes > 0 && number == 1 ? rate : r->rate[k];
        r->new_of_estimator[k] += goes;
        r->new_extra[k] += number > 1 ? goes : 0;
        r->in[k] = goes > 0 && !stops && fails ? 0 : r->in[k];
        r->going[k] = stops || fails ? 0 : goes;
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

static inline enum fast_status step(const int n, const struct stride *s) {
    prepare(n, s->rows, s->h);
    if (!lanes_are_any(n, s->rows->in))
        return FAST_OK;
    if (solve_halves(n, s) != 0 || solve_large(n, s) != 0)
        return FAST_CALLBACK;
    check(n, s->rows);
    accept(n, s->rows, s->h, (s->t + s->h) - s->t);
    return FAST_OK;
}

/* As lanes_step_default. */
static inline enum fast_status lanes_step(struct lanes_rows *rows,
                                          const struct lanes_system *system, double t,
                                          double h) {
    enum { usual = 16 }; /* the compiler knows how long rows are then */
    const struct stride stride = {rows, system, t, h};
    return rows->lanes == usual ? step(usual, &stride) : step(rows->lanes, &stride);
}

#endif
