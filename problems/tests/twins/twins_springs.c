/* Twins of the masses on springs: Newton's second law, force by force.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* Parameters m, k. */
static void spring_rates(const double *p, int n, double t, const double *x, double *f,
                         double *scale) {
    (void)n, (void)t;
    f[0] = -p[1] / p[0] * x[0];
    scale[0] = fabs(f[0]);
}

static void spring_energy(const double *p, int n, double t, const double *x, double *e,
                          double *scale) {
    (void)n, (void)t;
    e[0] = scale[0] = 0.5 * (p[0] * x[1] * x[1] + p[1] * x[0] * x[0]);
}

const struct twin twin_spring = {.model = "spring",
                                 .parameter = {"m", "k"},
                                 .positions = 1,
                                 .velocities = 1,
                                 .rates = spring_rates,
                                 .invariants = 1,
                                 .invariant = spring_energy};

/* Parameters m, k, c; state x, v, and for the second one the work z of the spring. */
static void damper_rates(const double *p, int n, double t, const double *x, double *f,
                         double *scale) {
    (void)n, (void)t;
    double spring = p[1] * x[0], damper = p[2] * x[1];
    f[0] = -(spring + damper) / p[0];
    scale[0] = (fabs(spring) + fabs(damper)) / p[0];
}

static void work_rates(const double *p, int n, double t, const double *x, double *f,
                       double *scale) {
    damper_rates(p, n, t, x, f, scale);
    f[1] = -(p[1] * (x[0] * x[1]));
    scale[1] = fabs(f[1]);
}

static void work_balance(const double *p, int n, double t, const double *x, double *e,
                         double *scale) {
    (void)n, (void)t;
    double stored = 0.5 * p[1] * (x[0] * x[0]);
    e[0] = stored + x[2];
    scale[0] = stored + fabs(x[2]);
}

const struct twin twin_spring_damper = {.model = "spring_damper",
                                        .parameter = {"m", "k", "c"},
                                        .positions = 1,
                                        .velocities = 1,
                                        .rates = damper_rates};

const struct twin twin_smd_work = {.model = "smd_work",
                                   .parameter = {"m", "k", "c"},
                                   .positions = 1,
                                   .velocities = 1,
                                   .others = 1,
                                   .rates = work_rates,
                                   .invariants = 1,
                                   .invariant = work_balance};

/* Parameters m, k, c: every spring pulls the mass on its left forwards and the mass on its
 * right back. */
static void chain_rates(const double *p, int n, double t, const double *x, double *f,
                        double *scale) {
    (void)t;
    const double *q = x, *v = x + n;
    for (int i = 0; i < n; i++)
        f[i] = scale[i] = 0.0;
    for (int i = 0; i < n; i++) {
        double stretch = i ? q[i] - q[i - 1] : q[i];
        double speed = i ? v[i] - v[i - 1] : v[i];
        double pull = (p[1] * stretch + p[2] * speed) / p[0];
        double size = (fabs(p[1] * stretch) + fabs(p[2] * speed)) / p[0];
        f[i] -= pull;
        scale[i] += size;
        if (i) {
            f[i - 1] += pull;
            scale[i - 1] += size;
        }
    }
}

const struct twin twin_spring_chain = {.model = "spring_chain",
                                       .parameter = {"m", "k", "c"},
                                       .positions = 1,
                                       .velocities = 1,
                                       .sized = true,
                                       .rates = chain_rates};

/* Parameters k1, k2; unit masses, the second spring has length 1. */
static void double_mass_rates(const double *p, int n, double t, const double *x,
                              double *f, double *scale) {
    (void)n, (void)t;
    double wall = p[0] * x[0], between = p[1] * ((x[1] - x[0]) - 1.0);
    double size = p[1] * (fabs(x[1]) + fabs(x[0]) + 1.0);
    f[0] = between - wall;
    f[1] = -between;
    scale[0] = size + fabs(wall);
    scale[1] = size;
}

static void double_mass_energy(const double *p, int n, double t, const double *x,
                               double *e, double *scale) {
    (void)n, (void)t;
    double stretch = (x[1] - x[0]) - 1.0, length = fabs(x[1]) + fabs(x[0]) + 1.0;
    double kinetic = 0.5 * (x[2] * x[2] + x[3] * x[3]), wall = 0.5 * p[0] * x[0] * x[0];
    e[0] = kinetic + wall + 0.5 * p[1] * stretch * stretch;
    scale[0] = kinetic + wall + 0.5 * p[1] * length * length;
}

const struct twin twin_double_mass = {.model = "double_mass",
                                      .parameter = {"k1", "k2"},
                                      .positions = 2,
                                      .velocities = 2,
                                      .rates = double_mass_rates,
                                      .invariants = 1,
                                      .invariant = double_mass_energy};

/* Parameters k, w, c: v' + c v + k (1 + cos(wt)/2) q = 0. */
static void mathieu_rates(const double *p, int n, double t, const double *x, double *f,
                          double *scale) {
    (void)n;
    double angle = p[1] * t, spring = (p[0] + 0.5 * p[0] * cos(angle)) * x[0];
    f[0] = -(p[2] * x[1]) - spring;
    scale[0] = fabs(p[2] * x[1]) + p[0] * fabs(x[0]) * (2.0 + fabs(angle));
}

const struct twin twin_mathieu = {.model = "mathieu",
                                  .parameter = {"k", "w", "c"},
                                  .positions = 1,
                                  .velocities = 1,
                                  .rates = mathieu_rates};
