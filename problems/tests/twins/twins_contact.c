/* Twins of the models with kinks and friction: each contact is asked whether it is closed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <float.h>
#include <math.h>

/* Parameters m, k, d, r, g. The ball or the floor below ball i presses with
 * k depth (1 + d depth'), unless that is negative: Hunt and Crossley (1975). */
static void stack_rates(const double *p, int n, double t, const double *x, double *f,
                        double *scale) {
    (void)t;
    const double *q = x, *v = x + n;
    double m = p[0], k = p[1], d = p[2], r = p[3], g = p[4];
    for (int i = 0; i < n; i++)
        f[i] = -g, scale[i] = g;
    for (int i = 0; i < n; i++) {
        double depth = i ? 2.0 * r - (q[i] - q[i - 1]) : r - q[i];
        double sum = i ? 2.0 * r + fabs(q[i]) + fabs(q[i - 1]) : r + fabs(q[i]);
        double rate = i ? v[i - 1] - v[i] : -v[i];
        bool closed = depth > 0.0 && 1.0 + d * rate > 0.0;
        double force = closed ? k * depth * (1.0 + d * rate) : 0.0;
        double size = k * sum * (1.0 + fabs(d * rate));
        f[i] += force / m;
        scale[i] += size / m;
        if (i) {
            f[i - 1] -= force / m;
            scale[i - 1] += size / m;
        }
    }
}

/* Balls that just touch, and that part just fast enough to cancel the force. */
static void stack_place(struct sample *s, const double *p, int n, double *x) {
    static const double touch[] = {0.0, DBL_EPSILON, -DBL_EPSILON, 1e-9, -1e-9};
    double d = p[2], r = p[3], below = -r, speed = 0.0;
    for (int i = 0; i < n; i++) {
        bool near = sample_choice(s, 2);
        double depth =
            near ? r * touch[sample_choice(s, 5)] : r * sample_uniform(s, -.5, .5);
        double parting =
            near ? touch[sample_choice(s, 5)] / d : sample_uniform(s, -2.0, 2.0);
        bool cancel = sample_choice(s, 2);
        below = x[i] = below + 2.0 * r - depth;
        speed = x[n + i] = speed + (cancel ? 1.0 / d : 0.0) + parting;
    }
}

const struct twin twin_contact_stack = {.model = "contact_stack",
                                        .parameter = {"m", "k", "d", "r", "g"},
                                        .positions = 1,
                                        .velocities = 1,
                                        .sized = true,
                                        .rates = stack_rates,
                                        .place = stack_place};

/* Parameters m, k, c, f0. The spring and the damper act where q <= 0. */
static void discontinuous_rates(const double *p, int n, double t, const double *x,
                                double *f, double *scale) {
    (void)n, (void)t;
    double force = -p[3], size = p[3];
    if (!(x[0] > 0.0)) {
        force -= p[1] * x[0];
        force -= p[2] * x[1];
        size += fabs(p[1] * x[0]) + fabs(p[2] * x[1]);
    }
    f[0] = force / p[0];
    scale[0] = size / p[0];
    f[1] = -(p[1] * (x[0] * x[1]));
    scale[1] = fabs(f[1]);
}

static void discontinuous_balance(const double *p, int n, double t, const double *x,
                                  double *e, double *scale) {
    (void)n, (void)t;
    double stored = 0.5 * p[1] * (x[0] * x[0]);
    e[0] = stored + x[2];
    scale[0] = stored + fabs(x[2]);
}

static void discontinuous_place(struct sample *s, const double *p, int n, double *x) {
    static const double edge[] = {0.0, -0.0, 1e-200, -1e-200, 1e-17, -1e-17};
    (void)p, (void)n;
    x[0] = edge[sample_choice(s, 6)];
}

const struct twin twin_discontinuous_spring = {.model = "discontinuous_spring",
                                               .parameter = {"m", "k", "c", "f0"},
                                               .positions = 1,
                                               .velocities = 1,
                                               .others = 1,
                                               .rates = discontinuous_rates,
                                               .invariants = 1,
                                               .invariant = discontinuous_balance,
                                               .place = discontinuous_place};

/* Parameters m, mu, g, F, w, vs: the friction mu m g times v/sqrt(v^2 + vs^2). */
static void friction_rates(const double *p, int n, double t, const double *x, double *f,
                           double *scale) {
    (void)n;
    double push = p[3] / p[0] * cos(p[4] * t),
           rub = p[1] * p[2] / hypot(1.0, p[5] / x[1]);
    f[0] = push - copysign(rub, x[1]);
    scale[0] = p[3] / p[0] * (1.0 + fabs(p[4] * t)) + rub;
}

/* Speeds on the scale at which the friction changes. */
static void friction_place(struct sample *s, const double *p, int n, double *x) {
    (void)n;
    x[1] = p[5] * sample_uniform(s, -3.0, 3.0);
}

const struct twin twin_friction_block = {.model = "friction_block",
                                         .parameter = {"m", "mu", "g", "F", "w", "vs"},
                                         .positions = 1,
                                         .velocities = 1,
                                         .rates = friction_rates,
                                         .place = friction_place};
