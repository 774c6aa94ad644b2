/* Twins of the damped pendulum and of rows: pendulums with torsion springs, masses with
 * graded springs, a truss. Each spring acts on both of its ends.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* Parameters m, l, g, c, drag, still: moments about the hinge. */
static void damped_rates(const double *p, int n, double t, const double *x, double *f,
                         double *scale) {
    (void)n, (void)t;
    double inertia = p[0] * p[1] * p[1], weight = p[0] * p[2] * p[1] * sin(x[0]);
    double brake = (p[3] + p[4] * hypot(x[1], p[5])) * x[1];
    f[0] = -(weight + brake) / inertia;
    scale[0] = (fabs(weight) + fabs(brake)) / inertia;
}

const struct twin twin_damped_pendulum = {
    .model = "damped_pendulum",
    .parameter = {"m", "l", "g", "c", "drag", "still"},
    .positions = 1,
    .velocities = 1,
    .rates = damped_rates};

/* Parameters m, l, g, k. */
static void pendulums_rates(const double *p, int n, double t, const double *x, double *f,
                            double *scale) {
    (void)t;
    double inertia = p[0] * p[1] * p[1];
    for (int i = 0; i < n; i++) {
        f[i] = -p[0] * p[2] * p[1] * sin(x[i]) / inertia;
        scale[i] = fabs(f[i]);
    }
    for (int i = 1; i < n; i++) {
        double torque = p[3] * (x[i] - x[i - 1]) / inertia;
        double size = p[3] * (fabs(x[i]) + fabs(x[i - 1])) / inertia;
        f[i] -= torque;
        f[i - 1] += torque;
        scale[i] += size;
        scale[i - 1] += size;
    }
}

static void pendulums_energy(const double *p, int n, double t, const double *x, double *e,
                             double *scale) {
    (void)t;
    e[0] = scale[0] = 0.0;
    for (int i = 0; i < n; i++) {
        double speed = p[1] * x[n + i], twist = i ? x[i] - x[i - 1] : 0.0;
        double size = i ? fabs(x[i]) + fabs(x[i - 1]) : 0.0;
        e[0] += p[0] * (speed * speed / 2.0 - p[2] * p[1] * cos(x[i])) +
                p[3] * twist * twist / 2.0;
        scale[0] += p[0] * (speed * speed / 2.0 + p[2] * p[1] * (1.0 + fabs(x[i]))) +
                    p[3] * size * size;
    }
}

const struct twin twin_pendulum_row = {.model = "pendulum_row",
                                       .parameter = {"m", "l", "g", "k"},
                                       .positions = 1,
                                       .velocities = 1,
                                       .sized = true,
                                       .rates = pendulums_rates,
                                       .invariants = 1,
                                       .invariant = pendulums_energy};

/* Parameters m, k, ratio: springs 0 .. n, the first and the last one fixed to walls. */
static void graded_rates(const double *p, int n, double t, const double *x, double *f,
                         double *scale) {
    (void)t;
    double stiffness = p[1];
    for (int i = 0; i < n; i++)
        f[i] = scale[i] = 0.0;
    for (int i = 0; i <= n; i++, stiffness *= p[2]) {
        double left = i ? x[i - 1] : 0.0, right = i < n ? x[i] : 0.0;
        double pull = stiffness / p[0] * (right - left);
        double size = stiffness / p[0] * (fabs(right) + fabs(left)) * n;
        if (i) {
            f[i - 1] += pull;
            scale[i - 1] += size;
        }
        if (i < n) {
            f[i] -= pull;
            scale[i] += size;
        }
    }
}

static void graded_energy(const double *p, int n, double t, const double *x, double *e,
                          double *scale) {
    (void)t;
    double stiffness = p[1];
    e[0] = scale[0] = 0.0;
    for (int i = 0; i <= n; i++, stiffness *= p[2]) {
        double left = i ? x[i - 1] : 0.0, right = i < n ? x[i] : 0.0;
        double speed = i < n ? x[n + i] : 0.0, size = fabs(left) + fabs(right);
        double moving = p[0] * speed * speed / 2.0;
        e[0] += moving + stiffness * (right - left) * (right - left) / 2.0;
        scale[0] += moving + stiffness * size * size * n;
    }
}

const struct twin twin_graded_chain = {.model = "graded_chain",
                                       .parameter = {"m", "k", "ratio"},
                                       .positions = 1,
                                       .velocities = 1,
                                       .sized = true,
                                       .rates = graded_rates,
                                       .invariants = 1,
                                       .invariant = graded_energy};
