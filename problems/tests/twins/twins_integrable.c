/* Twins of the systems with a closed form by special functions: Newton's law of gravitation,
 * Euler's equations.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* Parameter GM; state x, y, u, v. */
static void kepler_rates(const double *p, int n, double t, const double *x, double *f,
                         double *scale) {
    (void)n, (void)t;
    double distance = hypot(x[0], x[1]), pull = p[0] / (distance * distance);
    for (int i = 0; i < 2; i++) {
        f[i] = -pull * (x[i] / distance);
        scale[i] = fabs(f[i]);
    }
}

static void kepler_invariants(const double *p, int n, double t, const double *x,
                              double *e, double *scale) {
    (void)n, (void)t;
    double kinetic = 0.5 * (x[2] * x[2] + x[3] * x[3]);
    double potential = p[0] / hypot(x[0], x[1]);
    e[0] = kinetic - potential;
    scale[0] = kinetic + potential;
    e[1] = x[3] * x[0] - x[2] * x[1];
    scale[1] = fabs(x[3] * x[0]) + fabs(x[2] * x[1]);
}

const struct twin twin_kepler = {.model = "kepler",
                                 .parameter = {"GM"},
                                 .positions = 2,
                                 .velocities = 2,
                                 .rates = kepler_rates,
                                 .invariants = 2,
                                 .invariant = kepler_invariants};

/* Parameters A, B, C: y_i' is coefficient i times the other two. */
static void euler_top_rates(const double *p, int n, double t, const double *y, double *f,
                            double *scale) {
    (void)n, (void)t;
    for (int i = 0; i < 3; i++) {
        f[i] = p[i] * (y[(i + 1) % 3] * y[(i + 2) % 3]);
        scale[i] = fabs(f[i]);
    }
}

/* y_i^2/p_i grows at the same rate 2 y_1 y_2 y_3 for every i. */
static void euler_top_invariants(const double *p, int n, double t, const double *y,
                                 double *e, double *scale) {
    (void)n, (void)t;
    for (int i = 0; i < 2; i++) {
        double left = y[i] * y[i] / p[i], right = y[i + 1] * y[i + 1] / p[i + 1];
        e[i] = left - right;
        scale[i] = fabs(left) + fabs(right);
    }
}

const struct twin twin_euler_top = {.model = "euler_top",
                                    .parameter = {"A", "B", "C"},
                                    .others = 3,
                                    .rates = euler_top_rates,
                                    .invariants = 2,
                                    .invariant = euler_top_invariants};
