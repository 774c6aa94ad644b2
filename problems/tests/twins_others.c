/* Twins of the systems without springs or rotation: chemistry, circuits, stars.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins.h"

#include <math.h>

/* Parameter mu: y'' - mu (1 - y^2) y' + y = 0. */
static void van_der_pol_rates(const double *p, int n, double t, const double *x,
                              double *f, double *scale) {
    (void)n, (void)t;
    double y = x[0], z = x[1], pump = p[0] * z, brake = p[0] * y * y * z;
    f[0] = z;
    f[1] = pump - brake - y;
    scale[0] = fabs(z);
    scale[1] = fabs(pump) + fabs(brake) + fabs(y);
}

const struct twin twin_van_der_pol = {
    .model = "van_der_pol", .parameter = {"mu"}, .others = 2, .rates = van_der_pol_rates};

const struct twin twin_vdp_mu1000 = {
    .model = "vdp_mu1000", .parameter = {"mu"}, .others = 2, .rates = van_der_pol_rates};

/* Parameters k1, k2, k3: the speeds of A -> B, B + B -> C + B, B + C -> A + C. */
static void robertson_rates(const double *p, int n, double t, const double *x, double *f,
                            double *scale) {
    (void)n, (void)t;
    double slow = p[0] * x[0], fastest = p[1] * (x[1] * x[1]),
           back = p[2] * (x[1] * x[2]);
    f[0] = back - slow;
    f[1] = slow - back - fastest;
    f[2] = fastest;
    scale[0] = fabs(back) + fabs(slow);
    scale[1] = fabs(back) + fabs(slow) + fabs(fastest);
    scale[2] = fabs(fastest);
}

static void robertson_total(const double *p, int n, double t, const double *x, double *e,
                            double *scale) {
    (void)p, (void)n, (void)t;
    e[0] = x[2] + x[1] + x[0];
    scale[0] = fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
}

const struct twin twin_robertson = {.model = "robertson",
                                    .parameter = {"k1", "k2", "k3"},
                                    .others = 3,
                                    .rates = robertson_rates,
                                    .invariants = 1,
                                    .invariant = robertson_total};

/* Parameter S: the derivative of S (t^2 + t). */
static void quadratic_rates(const double *p, int n, double t, const double *x, double *f,
                            double *scale) {
    (void)n, (void)x;
    f[0] = p[0] * (t + t) + p[0];
    scale[0] = p[0] * (2.0 * fabs(t) + 1.0);
}

const struct twin twin_quadratic = {
    .model = "quadratic", .parameter = {"S"}, .others = 1, .rates = quadratic_rates};

/* x = (x_1..7, y_1..7, x'_1..7, y'_1..7): each pair of stars pulls at both of its ends. */
static void pleiades_rates(const double *p, int n, double t, const double *x, double *f,
                           double *scale) {
    (void)p, (void)n, (void)t;
    for (int i = 0; i < 14; i++)
        f[i] = scale[i] = 0.0;
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < i; j++) {
            double dx = x[j] - x[i], dy = x[7 + j] - x[7 + i];
            double cube = pow(hypot(dx, dy), 3.0);
            double size = hypot(dx, dy) / cube;
            f[i] += (j + 1) * dx / cube;
            f[j] -= (i + 1) * dx / cube;
            f[7 + i] += (j + 1) * dy / cube;
            f[7 + j] -= (i + 1) * dy / cube;
            scale[i] += (j + 1) * size;
            scale[j] += (i + 1) * size;
            scale[7 + i] += (j + 1) * size;
            scale[7 + j] += (i + 1) * size;
        }
    }
}

/* The energy, the momentum in x and y, the angular momentum. */
static void pleiades_invariants(const double *p, int n, double t, const double *x,
                                double *e, double *scale) {
    (void)p, (void)n, (void)t;
    for (int k = 0; k < 4; k++)
        e[k] = scale[k] = 0.0;
    for (int i = 0; i < 7; i++) {
        double m = i + 1, u = x[14 + i], v = x[21 + i];
        double term[4] = {m * (u * u + v * v) / 2.0, m * u, m * v,
                          m * x[i] * v - m * x[7 + i] * u};
        for (int k = 0; k < 4; k++)
            e[k] += term[k];
        scale[0] += term[0];
        scale[1] += fabs(term[1]);
        scale[2] += fabs(term[2]);
        scale[3] += m * (fabs(x[i] * v) + fabs(x[7 + i] * u));
        for (int j = 0; j < i; j++) {
            double distance = hypot(x[j] - x[i], x[7 + j] - x[7 + i]);
            e[0] -= m * (j + 1) / distance;
            scale[0] += m * (j + 1) / distance;
        }
    }
}

const struct twin twin_pleiades = {.model = "pleiades",
                                   .positions = 14,
                                   .velocities = 14,
                                   .rates = pleiades_rates,
                                   .invariants = 4,
                                   .invariant = pleiades_invariants};
