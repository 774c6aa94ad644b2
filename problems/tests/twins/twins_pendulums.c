/* Twins of the pendulums whose links are many, elastic, free to swing in space or driven.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>
#include <stdbool.h>

enum { MOST_LINKS = 16 };

/* T from row by row elimination of
 *     -c[i] T[i-1] + d[i] T[i] - c[i+1] T[i+1] = b[i],  i = 0 .. n-1,
 * where c[0] plays no part. b and T may be one array. */
static void solve_tensions(int n, const double *c, const double *d, const double *b,
                           double *T) {
    double pivot[MOST_LINKS];
    for (int i = 0; i < n; i++) {
        double factor = i ? c[i] / pivot[i - 1] : 0.0;
        pivot[i] = d[i] - (i ? factor * c[i] : 0.0);
        T[i] = b[i] + (i ? factor * T[i - 1] : 0.0);
    }
    for (int i = n - 1; i >= 0; i--)
        T[i] = (T[i] + (i + 1 < n ? c[i + 1] * T[i + 1] : 0.0)) / pivot[i];
}

/* The rods' tensions in units of m l. Rod i along e_i = (sin a_i, -cos a_i) pulls mass i by
 * -T_i e_i and mass i-1 by T_i e_i. The distance of neighbours is kept where
 *     e_i . (r_i'' - r_{i-1}'') = -w_i^2;
 * gravity is in the first of these differences alone. With |cosines| for cosines and g for its
 * part along the rod the same system gives bounds of all sums. */
static void find_tensions(int n, const double *a, const double *w, double g, bool bounds,
                          double *T) {
    double c[MOST_LINKS] = {0.0}, d[MOST_LINKS] = {0.0}, b[MOST_LINKS] = {0.0};
    for (int i = 0; i < n; i++) {
        double along = g * cos(a[i]), cosine = i ? cos(a[i] - a[i - 1]) : 0.0;
        c[i] = bounds ? fabs(cosine) : cosine;
        d[i] = i ? 2.0 : 1.0;
        b[i] = w[i] * w[i] + (i ? 0.0 : bounds ? g : along);
    }
    solve_tensions(n, c, d, b, T);
    if (bounds) /* what errors of the first may grow to */
        solve_tensions(n, c, d, T, T);
}

/* Parameters m, l, g; a[n], w[n]. a_i'' = n_i . (r_i'' - r_{i-1}''), n_i = (cos a_i, sin a_i),
 * and n_i . e_j = sin(a_j - a_i). The model's mass matrix has entries up to n and an inverse of
 * norm 4 at most, and takes each force to all links. */
static void planar_chain_rates(const double *p, int n, double t, const double *x,
                               double *f, double *scale) {
    (void)t;
    double T[MOST_LINKS] = {0.0}, size[MOST_LINKS] = {0.0}, g = p[2] / p[1];
    double angles = 1.0, all = g;
    find_tensions(n, x, x + n, g, false, T);
    find_tensions(n, x, x + n, g, true, size);
    for (int i = 0; i < n; i++) {
        angles += fabs(x[i]);
        all += size[i] + x[n + i] * x[n + i];
    }
    for (int i = 0; i < n; i++) {
        f[i] = i ? 0.0 : -g * sin(x[i]);
        if (i)
            f[i] += T[i - 1] * sin(x[i - 1] - x[i]);
        if (i + 1 < n)
            f[i] += T[i + 1] * sin(x[i + 1] - x[i]);
        scale[i] = 4.0 * n * angles * all;
    }
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
