/* Twins of the blocks with smoothed or saturated dry friction.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* tanh(a) by exponentials of -|a|, which do not overflow. */
static double saturate(double a) {
    double decay = exp(-2.0 * fabs(a));
    return fabs(a) < 0.5 ? tanh(a) : copysign((1.0 - decay) / (1.0 + decay), a);
}

/* Parameters m, k, FS, FD, belt, creep, stribeck: the belt drags the block, the spring holds
 * it. */
static void belt_rates(const double *p, int n, double t, const double *x, double *f,
                       double *scale) {
    (void)n, (void)t;
    double against = x[1] - p[4], layer = against / p[6];
    double rough = fabs(x[1]) + p[4];
    double level = p[3] * (1.0 - exp(-layer * layer)) + p[2] * exp(-layer * layer);
    f[0] = -level * saturate(against / p[5]) / p[0] - p[1] / p[0] * x[0];
    scale[0] = (p[2] * (1.0 + rough / p[5] + rough / p[6]) + p[1] * fabs(x[0])) / p[0];
}

/* Speeds on the scales at which the friction changes. */
static void belt_place(struct sample *s, const double *p, int n, double *x) {
    (void)n;
    x[1] = p[4] + p[sample_choice(s, 2) ? 5 : 6] * sample_uniform(s, -2.0, 2.0);
}

const struct twin twin_stick_slip = {
    .model = "stick_slip",
    .parameter = {"m", "k", "FS", "FD", "belt", "creep", "stribeck"},
    .positions = 1,
    .velocities = 1,
    .rates = belt_rates,
    .place = belt_place};

/* Parameters m, k, F, creep. */
static void oscillator_rates(const double *p, int n, double t, const double *x, double *f,
                             double *scale) {
    (void)n, (void)t;
    f[0] = -(p[1] / p[0] * x[0]) - p[2] / p[0] * saturate(x[1] / p[3]);
    scale[0] = p[1] / p[0] * fabs(x[0]) + p[2] / p[0];
}

static void oscillator_place(struct sample *s, const double *p, int n, double *x) {
    (void)n;
    x[1] = p[3] * sample_uniform(s, -2.0, 2.0);
}

const struct twin twin_friction_oscillator = {.model = "friction_oscillator",
                                              .parameter = {"m", "k", "F", "creep"},
                                              .positions = 1,
                                              .velocities = 1,
                                              .rates = oscillator_rates,
                                              .place = oscillator_place};

/* Parameters m, mu, g, F, w, creep, phase: three cases of the speed. */
static void saturated_rates(const double *p, int n, double t, const double *x, double *f,
                            double *scale) {
    (void)n;
    double angle = p[4] * t + p[6], push = p[3] * cos(angle) / p[0];
    double most = p[1] * p[2];
    if (x[1] > p[5])
        f[0] = push - most;
    else if (x[1] < -p[5])
        f[0] = push + most;
    else
        f[0] = push - most * x[1] / p[5];
    scale[0] = p[3] / p[0] * (1.0 + fabs(p[4] * t) + p[6]) + most;
}

static void saturated_place(struct sample *s, const double *p, int n, double *x) {
    static const double edge[] = {1.0, -1.0, 0.5, -0.5, 0.0};
    (void)n;
    x[1] = p[5] * edge[sample_choice(s, 5)];
}

const struct twin twin_potra_block = {
    .model = "potra_block",
    .parameter = {"m", "mu", "g", "F", "w", "creep", "phase"},
    .positions = 1,
    .velocities = 1,
    .rates = saturated_rates,
    .place = saturated_place};

/* Parameters g, slope, mu, creep: weight along the plane, friction against the velocity. */
static void slope_rates(const double *p, int n, double t, const double *x, double *f,
                        double *scale) {
    (void)n, (void)t;
    double speed = hypot(hypot(x[2], x[3]), p[3]), most = p[2] * p[0] * cos(p[1]);
    f[0] = p[0] * sin(p[1]) - most * (x[2] / speed);
    f[1] = -(most * (x[3] / speed));
    scale[0] = p[0] + most;
    scale[1] = fabs(f[1]);
}

static void slope_place(struct sample *s, const double *p, int n, double *x) {
    (void)n;
    x[2] = p[3] * sample_uniform(s, -2.0, 2.0);
    x[3] = p[3] * sample_uniform(s, -2.0, 2.0);
}

const struct twin twin_slope_block = {.model = "slope_block",
                                      .parameter = {"g", "slope", "mu", "creep"},
                                      .positions = 2,
                                      .velocities = 2,
                                      .rates = slope_rates,
                                      .place = slope_place};
