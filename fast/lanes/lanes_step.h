/* The usual step of default mode abreast: J and its inverses are there and stay, both half steps
 * and the large one converge, and no decision is of those that a run meets seldom. It decides as
 * half_step_sized.h, large_step_sized.h, convergence_rate.c and default_pair.c do; a lane that
 * is not as usual is let go (`in` := 0), and makes the step by itself. It is defined here to be
 * compiled for more than one length of vectors.
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
    const double relative = r->relative, absolute = r->absolute;
    const double *state = r->state;
    double *restrict scale = r->scale;
    if (isnan(relative))
        return;
    for (int e = 0; e < r->nx * n; e++) {
        const double unit = relative * fabs(state[e]) + absolute;
        scale[e] = 1 / (unit > DBL_MIN ? unit : DBL_MIN);
    }
}

/* The estimate that the last one suggests, and the rate of half steps and its age, which are
 * measured again from time to time. */
static inline void expect(const int n, struct lanes_rows *r, double h) {
    double half_rate[LANES_MOST], age[LANES_MOST];
    for (int k = 0; k < n; k++) {
        const double last = r->last_estimate[k], ratio = h / r->last_h[k];
        const double growth = last > 0 ? ratio : 0;
        r->expected[k] = fast_expected_part * growth * growth * last;
    }
    for (int k = 0; k < n; k++) {
        const double rates_h = r->rates_h[k], longer = h > rates_h ? h / rates_h : 1;
        const double older = r->age[k] + 1, rate = r->half_rate[k] * longer;
        half_rate[k] = older >= fast_rate_renewal ? fast_unknown_rate : rate;
        age[k] = older >= fast_rate_renewal ? 0 : older;
    }
    for (int k = 0; k < n; k++) {
        r->new_half_rate[k] = half_rate[k];
        r->new_age[k] = age[k];
    }
}

/* What an attempt begins with, and which lanes begin. */
static inline void prepare(const int n, struct lanes_rows *r, double h) {
    expect(n, r, h);
    for (int k = 0; k < n; k++)
        r->new_extra[k] = r->extra[k];
    for (int k = 0; k < n; k++) {
        r->new_evaluations[k] = r->new_of_estimator[k] = 0;
        r->error_estimate[k] = INFINITY;
        r->left[k] = 0;
    }
    for (int k = 0; k < n; k++) {
        const double ready = r->ready[k];
        const bool half_fits = fast_is_same_h(0.5 * h, r->half_h[k]),
                   whole_fits = fast_is_same_h(h, r->whole_h[k]);
        r->in[k] = (half_fits & whole_fits) ? ready : 0;
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

/* As lanes_step_default, for n lanes. */
static inline enum fast_status lanes_step(const int n, struct lanes_rows *rows,
                                          const struct lanes_system *system, double t,
                                          double h) {
    const struct stride stride = {rows, system, t, h};
    return step(n, &stride);
}

#endif
