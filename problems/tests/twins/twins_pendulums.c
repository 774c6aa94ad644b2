/* Twins of the pendulums whose links are many, elastic, free to swing in space or driven.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>
#include <stdbool.h>

enum { MOST_LINKS = 16 };

/* b := M^-1 b, M positive definite; M is used up. */
static void solve_positive(int n, double M[][MOST_LINKS], double *b) {
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double factor = M[i][k] / M[k][k];
            for (int j = k; j < n; j++)
                M[i][j] -= factor * M[k][j];
            b[i] -= factor * b[k];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= M[i][j] * b[j];
        b[i] /= M[i][i];
    }
}

/* Parameters m, l, g; a[n], w[n]. Lagrange's equations divided by m l^2: n - max(i, j) masses
 * hang behind rods i and j,
 *     sum_j (n - max(i, j)) (cos(a_i - a_j) w_j' + sin(a_i - a_j) w_j^2) = -(n - i) (g/l) sin a_i.
 * The matrix has entries up to n and an inverse of norm 4 at most, which takes each rounding to
 * all links. */
static void planar_chain_rates(const double *p, int n, double t, const double *x,
                               double *f, double *scale) {
    (void)t;
    const double *a = x, *w = x + n, g = p[2] / p[1];
    double M[MOST_LINKS][MOST_LINKS];
    double angles = 1.0, all = g;
    for (int i = 0; i < n; i++) {
        f[i] = -(n - i) * g * sin(a[i]);
        for (int j = 0; j < n; j++) {
            int behind = n - (i > j ? i : j);
            M[i][j] = behind * cos(a[i] - a[j]);
            f[i] -= behind * sin(a[i] - a[j]) * w[j] * w[j];
        }
    }
    solve_positive(n, M, f);
    for (int i = 0; i < n; i++) {
        angles += fabs(a[i]);
        all += fabs(f[i]) + w[i] * w[i];
    }
    for (int i = 0; i < n; i++)
        scale[i] = 4.0 * n * angles * all;
}

/* The kinetic energy by the mass matrix; n - max(i, j) masses hang behind rods i and j. */
static void planar_chain_energy(const double *p, int n, double t, const double *x,
                                double *e, double *scale) {
    (void)t;
    const double *a = x, *w = x + n;
    e[0] = scale[0] = 0.0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double behind = n - (i > j ? i : j), product = p[1] * w[i] * (p[1] * w[j]);
            double angle = 1.0 + fabs(a[i]) + fabs(a[j]);
            e[0] += 0.5 * p[0] * behind * product * cos(a[i] - a[j]);
            scale[0] += p[0] * behind * fabs(product) * angle;
        }
        double weight = (n - i) * p[0] * p[2] * p[1];
        e[0] -= weight * cos(a[i]);
        scale[0] += weight * (1.0 + fabs(a[i]));
    }
}

const struct twin twin_planar_chain = {.model = "planar_chain",
                                       .parameter = {"m", "l", "g"},
                                       .positions = 1,
                                       .velocities = 1,
                                       .sized = true,
                                       .rates = planar_chain_rates,
                                       .invariants = 1,
                                       .invariant = planar_chain_energy};

static double multiply(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Parameters m, l, g. With r(a, b) = (sin a, cos a sin b, -cos a cos b), r'' is the sum of
 * r_a u' + r_b w' and of terms without u', w'; the rod pulls along r, so that along r_a and r_b
 * r'' is what gravity makes it. */
static void spherical_pendulum_rates(const double *p, int n, double t, const double *x,
                                     double *f, double *scale) {
    (void)n, (void)t;
    double sa = sin(x[0]), ca = cos(x[0]), sb = sin(x[1]), cb = cos(x[1]);
    double u = x[2], w = x[3], g = p[2] / p[1], known[3];
    double ra[3] = {ca, -sa * sb, sa * cb}, rb[3] = {0.0, ca * cb, ca * sb};
    double raa[3] = {-sa, -ca * sb, ca * cb}, rbb[3] = {0.0, -ca * sb, ca * cb};
    double rab[3] = {0.0, -sa * cb, -sa * sb};
    for (int i = 0; i < 3; i++)
        known[i] = raa[i] * u * u + 2.0 * rab[i] * u * w + rbb[i] * w * w;
    known[2] += g;
    f[0] = -multiply(ra, known);
    f[1] = -multiply(rb, known) / multiply(rb, rb);
    scale[0] = u * u + 2.0 * fabs(u * w) + w * w + g;
    scale[1] = scale[0] / fabs(ca) * (1.0 + fabs(1.0 / ca));
}

/* From the Cartesian velocity. */
static void spherical_pendulum_invariants(const double *p, int n, double t,
                                          const double *x, double *e, double *scale) {
    (void)n, (void)t;
    double m = p[0], l = p[1], g = p[2], u = x[2], w = x[3];
    double sa = sin(x[0]), ca = cos(x[0]), sb = sin(x[1]), cb = cos(x[1]);
    double r[3] = {l * sa, l * ca * sb, -l * ca * cb};
    double v[3] = {l * ca * u, l * (ca * cb * w - sa * sb * u),
                   l * (sa * cb * u + ca * sb * w)};
    double speed = l * (fabs(u) + fabs(w));
    e[0] = 0.5 * m * multiply(v, v) + m * g * r[2];
    e[1] = m * (r[0] * v[1] - r[1] * v[0]);
    scale[0] = m * speed * speed + m * g * l;
    scale[1] = 2.0 * m * l * speed;
}

const struct twin twin_spherical_pendulum = {.model = "spherical_pendulum",
                                             .parameter = {"m", "l", "g"},
                                             .positions = 2,
                                             .velocities = 2,
                                             .rates = spherical_pendulum_rates,
                                             .invariants = 2,
                                             .invariant = spherical_pendulum_invariants};

/* Parameters m, l, g, k: the spring pulls along (x, y) by k (r - l). */
static void stiff_spring_pendulum_rates(const double *p, int n, double t, const double *x,
                                        double *f, double *scale) {
    (void)n, (void)t;
    double r = hypot(x[0], x[1]), pull = p[3] / p[0] * (r - p[1]);
    for (int i = 0; i < 2; i++) {
        f[i] = -pull * (x[i] / r);
        scale[i] = p[3] / p[0] * (r + p[1]) * fabs(x[i] / r);
    }
    f[1] -= p[2];
    scale[1] += p[2];
}

static void stiff_spring_pendulum_energy(const double *p, int n, double t,
                                         const double *x, double *e, double *scale) {
    (void)n, (void)t;
    double r = hypot(x[0], x[1]), kinetic = 0.5 * p[0] * (x[2] * x[2] + x[3] * x[3]);
    e[0] = kinetic + p[0] * p[2] * x[1] + 0.5 * p[3] * (r - p[1]) * (r - p[1]);
    scale[0] = kinetic + p[0] * p[2] * fabs(x[1]) + p[3] * (r + p[1]) * (r + p[1]);
}

const struct twin twin_stiff_spring_pendulum = {.model = "stiff_spring_pendulum",
                                                .parameter = {"m", "l", "g", "k"},
                                                .positions = 2,
                                                .velocities = 2,
                                                .rates = stiff_spring_pendulum_rates,
                                                .invariants = 1,
                                                .invariant =
                                                    stiff_spring_pendulum_energy};

/* Parameters c, A, omega, phase: a'' + c a' + sin a = A cos(omega t + phase). */
static void driven_pendulum_rates(const double *p, int n, double t, const double *x,
                                  double *f, double *scale) {
    (void)n;
    double turn = p[2] * t, torque = p[1] * cos(turn + p[3]);
    f[0] = torque - sin(x[0]) - p[0] * x[1];
    scale[0] = p[1] * (1.0 + fabs(turn) + fabs(p[3])) + 1.0 + p[0] * fabs(x[1]);
}

const struct twin twin_driven_pendulum = {.model = "driven_pendulum",
                                          .parameter = {"c", "A", "omega", "phase"},
                                          .positions = 1,
                                          .velocities = 1,
                                          .rates = driven_pendulum_rates};
