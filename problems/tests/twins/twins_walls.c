/* Twins of what bounces without loss: a ball on a compliant floor, a bar against a wall.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* Parameters m, k, g: the floor pushes where q < 0. */
static void bounce_rates(const double *p, int n, double t, const double *x, double *f,
                         double *scale) {
    (void)n, (void)t;
    double push = x[0] < 0.0 ? -p[1] * x[0] : 0.0;
    f[0] = (push - p[0] * p[2]) / p[0];
    scale[0] = push / p[0] + p[2];
}

static void bounce_energy(const double *p, int n, double t, const double *x, double *e,
                          double *scale) {
    (void)n, (void)t;
    double moving = 0.5 * p[0] * (x[1] * x[1]), lifted = p[0] * p[2] * x[0];
    double pressed = x[0] < 0.0 ? 0.5 * p[1] * (x[0] * x[0]) : 0.0;
    e[0] = moving + lifted + pressed;
    scale[0] = moving + fabs(lifted) + pressed;
}

const struct twin twin_compliant_bounce = {.model = "compliant_bounce",
                                           .parameter = {"m", "k", "g"},
                                           .positions = 1,
                                           .velocities = 1,
                                           .rates = bounce_rates,
                                           .invariants = 1,
                                           .invariant = bounce_energy};

/* Parameters E, rho, S, L, wall. A piece of length L/n has the mass rho S L/n; between the
 * middles of two there is a bar of length L/n, that is of stiffness E S n/L. */
static void bar_rates(const double *p, int n, double t, const double *x, double *f,
                      double *scale) {
    (void)t;
    double piece = p[3] / n, mass = p[1] * p[2] * piece, stiffness = p[0] * p[2] / piece;
    for (int i = 0; i < n; i++)
        f[i] = scale[i] = 0.0;
    if (x[0] < 0.0)
        f[0] = scale[0] = -p[4] * x[0] / mass;
    for (int i = 1; i < n; i++) {
        double pull = stiffness * (x[i] - x[i - 1]) / mass;
        double size = stiffness * (fabs(x[i]) + fabs(x[i - 1])) / mass;
        f[i - 1] += pull;
        f[i] -= pull;
        scale[i - 1] += size;
        scale[i] += size;
    }
}

static void bar_energy(const double *p, int n, double t, const double *x, double *e,
                       double *scale) {
    (void)t;
    double piece = p[3] / n, mass = p[1] * p[2] * piece, stiffness = p[0] * p[2] / piece;
    e[0] = x[0] < 0.0 ? 0.5 * p[4] * x[0] * x[0] : 0.0;
    scale[0] = e[0];
    for (int i = 0; i < n; i++) {
        double moving = 0.5 * mass * x[n + i] * x[n + i];
        double stretch = i ? x[i] - x[i - 1] : 0.0;
        double size = i ? fabs(x[i]) + fabs(x[i - 1]) : 0.0;
        e[0] += moving + 0.5 * stiffness * stretch * stretch;
        scale[0] += moving + stiffness * size * size;
    }
}

const struct twin twin_signorini_bar = {.model = "signorini_bar",
                                        .parameter = {"E", "rho", "S", "L", "wall"},
                                        .positions = 1,
                                        .velocities = 1,
                                        .sized = true,
                                        .rates = bar_rates,
                                        .invariants = 1,
                                        .invariant = bar_energy};
