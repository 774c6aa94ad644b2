/* Each formula is written as the other program evaluates it, from the left to the right.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/models/written_order.h"

#include <math.h>

static void spring(double m, double k, const double *x, double *f) {
    f[0] = -(k * x[0]) / m;
}

static void spring_k1(double t, const double *x, double *f) {
    (void)t;
    spring(1, 1, x, f);
}

static void spring_k1e4(double t, const double *x, double *f) {
    (void)t;
    spring(1, 10000, x, f);
}

static void spring_k1e6(double t, const double *x, double *f) {
    (void)t;
    spring(1, 1000000, x, f);
}

static void smd_stiff(double t, const double *x, double *f) {
    const double m = 1, k = 1000000, c = 1000;
    (void)t;
    f[0] = (-k * x[0] - c * x[1]) / m;
}

static void smd_work(double t, const double *x, double *f) {
    const double m = 2, k = 1e10, c = 1e8;
    (void)t;
    f[0] = (-k * x[0] - c * x[1]) / m;
    f[1] = -k * x[0] * x[1];
}

static void pendulum(double t, const double *x, double *f) {
    const double g = 9.81, l = 1, b = 0;
    (void)t;
    f[0] = -(g / l) * sin(x[0]) - b * x[1];
}

static void double_pendulum(double t, const double *x, double *f) {
    const double m1 = 1, m2 = 1, l1 = 1, l2 = 1, g = 9.81;
    double a = x[0], b = x[1], u = x[2], w = x[3], D = a - b;
    double den = 2 * m1 + m2 - m2 * cos(2 * D);
    (void)t;
    f[0] = (-g * (2 * m1 + m2) * sin(a) - m2 * g * sin(a - 2 * b) -
            2 * sin(D) * m2 * (w * w * l2 + u * u * l1 * cos(D))) /
           (l1 * den);
    f[1] =
        (2 * sin(D) *
         (u * u * l1 * (m1 + m2) + g * (m1 + m2) * cos(a) + w * w * l2 * m2 * cos(D))) /
        (l2 * den);
}

static void van_der_pol(double mu, const double *x, double *f) {
    f[0] = x[1];
    f[1] = mu * ((1 - x[0] * x[0]) * x[1]) - x[0];
}

static void vdp_mu5(double t, const double *x, double *f) {
    (void)t;
    van_der_pol(5, x, f);
}

static void vdp_mu1000(double t, const double *x, double *f) {
    (void)t;
    van_der_pol(1000, x, f);
}

/* With q_0 = v_0 = 0, eight unit masses. */
static void chain8(double k, double c, const double *x, double *f) {
    const int n = 8;
    const double m = 1, *q = x, *v = x + n;
    for (int i = 0; i < n; i++) {
        double F = -k * (q[i] - (i ? q[i - 1] : 0)) - c * (v[i] - (i ? v[i - 1] : 0));
        if (i < n - 1)
            F += k * (q[i + 1] - q[i]) + c * (v[i + 1] - v[i]);
        f[i] = F / m;
    }
}

static void chain8_k1e5(double t, const double *x, double *f) {
    (void)t;
    chain8(100000, 10, x, f);
}

static void chain8_k1e7(double t, const double *x, double *f) {
    (void)t;
    chain8(10000000, 100, x, f);
}

static void quaternion_map(const double *q, double *f) {
    double w = q[0], x = q[1], y = q[2], z = q[3], p = q[4], r = q[5], s = q[6];
    f[0] = 0.5 * (-x * p - y * r - z * s);
    f[1] = 0.5 * (w * p - z * r + y * s);
    f[2] = 0.5 * (z * p + w * r - x * s);
    f[3] = 0.5 * (-y * p + x * r + w * s);
}

static void top(double I1, double I2, double I3, double mgl, const double *X, double *f) {
    double w = X[0], x = X[1], y = X[2], z = X[3], p = X[4], r = X[5], s = X[6];
    double qq = w * w + x * x + y * y + z * z;
    double ux = 2 * (x * z - w * y) / qq, uy = 2 * (y * z + w * x) / qq;
    f[0] = ((I2 - I3) * r * s + mgl * uy) / I1;
    f[1] = ((I3 - I1) * s * p - mgl * ux) / I2;
    f[2] = ((I1 - I2) * p * r) / I3;
}

static void body_free(double t, const double *x, double *f) {
    (void)t;
    top(1, 2, 3, 0, x, f);
}

static void heavy_top(double t, const double *x, double *f) {
    (void)t;
    top(1, 1, 0.3, 4.905, x, f);
}

static void contact_stack5(double t, const double *x, double *a) {
    const int n = 5;
    const double m = 1, k = 10000, d = 0.5, r = 0.05, g = 9.81, *q = x, *v = x + n;
    (void)t;
    for (int i = 0; i < n; i++)
        a[i] = -g;
    for (int i = 0; i < n; i++) {
        double depth = i ? 2 * r - (q[i] - q[i - 1]) : r - q[i];
        double rate = i ? v[i - 1] - v[i] : -v[i];
        if (depth > 0 && 1 + d * rate > 0) {
            double f = k * depth * (1 + d * rate);
            a[i] += f / m;
            if (i)
                a[i - 1] -= f / m;
        }
    }
}

static void mathieu(double t, const double *x, double *f) {
    const double k = 400, w = 20, c = 1;
    f[0] = -(k * (1 + 0.5 * cos(w * t))) * x[0] - c * x[1];
}

static void robertson(double t, const double *z, double *f) {
    (void)t;
    f[0] = -0.04 * z[0] + 1e4 * z[1] * z[2];
    f[1] = 0.04 * z[0] - 1e4 * z[1] * z[2] - 3e7 * z[1] * z[1];
    f[2] = 3e7 * z[1] * z[1];
}

static void quadratic7(double t, const double *x, double *f) {
    const double S = 7;
    (void)x;
    f[0] = S * (2 * t + 1);
}

static void drake_double_mass(double t, const double *x, double *f) {
    const double k1 = 750, k2 = 1e20;
    double f1 = -k1 * x[0], f2 = -k2 * (x[1] - x[0] - 1);
    (void)t;
    f[0] = f1 - f2;
    f[1] = f2;
}

static void drake_discontinuous(double t, const double *x, double *f) {
    const double m = 2, k = 100000, c = 223.60679774997897, f0 = 10;
    double q = x[0], v = x[1], F = -f0;
    (void)t;
    if (q <= 0)
        F -= k * q + c * v;
    f[0] = F / m;
    f[1] = -k * q * v;
}

const struct written_problem written_problems[] = {
    {"spring_k1", 1, 1, 0, {0.1, 0}, spring_k1, 0},
    {"spring_k1e4", 1, 1, 0, {0.1, 0}, spring_k1e4, 0},
    {"spring_k1e6", 1, 1, 0, {0.1, 0}, spring_k1e6, 0},
    {"smd_stiff", 1, 1, 0, {0.1, 0}, smd_stiff, 0},
    {"drake_smd_work", 1, 1, 1, {1, 0.1, 0}, smd_work, 0},
    {"pendulum", 1, 1, 0, {2, 0}, pendulum, 0},
    {"double_pendulum", 2, 2, 0, {2, 1, 0, 0}, double_pendulum, 0},
    {"vdp_mu5", 0, 0, 2, {2, 0}, vdp_mu5, 0},
    {"vdp_mu1000", 0, 0, 2, {2, 0}, vdp_mu1000, 0},
    {"chain8_k1e5", 8, 8, 0, {.01, .02, .03, .04, .05, .06, .07, .08}, chain8_k1e5, 0},
    {"chain8_k1e7", 8, 8, 0, {.01, .02, .03, .04, .05, .06, .07, .08}, chain8_k1e7, 0},
    {"body_free", 4, 3, 0, {1, 0, 0, 0, 0.1, 2, 0.1}, body_free, quaternion_map},
    {"heavy_top",
     4,
     3,
     0,
     {0.9887710779360422, 0.14943813247359922, 0, 0, 0, 0, 20},
     heavy_top,
     quaternion_map},
    {"contact_stack5",
     5,
     5,
     0,
     {0.060000000000000005, .17, .28, .39, .5},
     contact_stack5,
     0},
    {"mathieu", 1, 1, 0, {0.1, 0}, mathieu, 0},
    {"robertson", 0, 0, 3, {1, 0, 0}, robertson, 0},
    {"quadratic7", 0, 0, 1, {3}, quadratic7, 0},
    {"drake_double_mass", 2, 2, 0, {0.5, 1.5, 0, 0}, drake_double_mass, 0},
    {"drake_discontinuous", 1, 1, 1, {1e-08, 0, 0}, drake_discontinuous, 0},
};

const int written_problem_count = sizeof written_problems / sizeof *written_problems;
