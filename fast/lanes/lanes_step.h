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

#include "fast/lanes/lanes_accept.h"
#include "fast/lanes/lanes_halves.h"
#include "fast/lanes/lanes_large.h"

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
    return fast_is_same_h(h, factored);
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
