/* Twins of the models with positions, velocities and another state: bristles, a current.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* Parameters m, s0, s1, s2, FS, FC, vs, still, k, F, w, phase; x = (q, v, z). */
static void bristle_rates(const double *p, int n, double t, const double *x, double *f,
                          double *scale) {
    (void)n;
    double ratio = x[1] / p[6], decay = exp(-ratio * ratio);
    double level = p[4] * decay + p[5] * (1.0 - decay);
    double recover = p[1] / level * hypot(x[1], p[7]) * x[2];
    double bend = x[1] - recover, bend_size = fabs(x[1]) + fabs(recover);
    double friction = p[1] * x[2] + p[2] * bend + p[3] * x[1];
    double push = p[9] * cos(p[10] * t + p[11]) - p[8] * x[0];
    f[0] = (push - friction) / p[0];
    f[1] = bend;
    scale[0] = (p[9] * (1.0 + fabs(p[10] * t) + p[11]) + p[8] * fabs(x[0]) +
                p[1] * fabs(x[2]) + p[2] * bend_size + p[3] * fabs(x[1])) /
               p[0];
    scale[1] = bend_size;
}

/* Speeds of Stribeck's curve and deflections of bristles that slip. */
static void bristle_place(struct sample *s, const double *p, int n, double *x) {
    (void)n;
    x[1] = p[6] * sample_uniform(s, -2.0, 2.0);
    x[2] = p[4] / p[1] * sample_uniform(s, -2.0, 2.0);
}

const struct twin twin_lugre_block = {.model = "lugre_block",
                                      .parameter = {"m", "s0", "s1", "s2", "FS", "FC",
                                                    "vs", "still", "k", "F", "w",
                                                    "phase"},
                                      .positions = 1,
                                      .velocities = 1,
                                      .others = 1,
                                      .rates = bristle_rates,
                                      .place = bristle_place};

/* Parameters I, weight, c, L, R, K, U, w, phase; the powers U z - R z^2 and K z^2 u are those of
 * the circuit and of the shaft. */
static void motor_rates(const double *p, int n, double t, const double *x, double *f,
                        double *scale) {
    (void)n;
    double angle = p[7] * t + p[8], supply = p[6] + p[6] / 2.0 * cos(angle);
    double torque = p[5] * (x[2] * x[2]), brake = p[2] * x[1];
    double load = p[1] * sin(x[0]), induced = p[5] * x[1] * x[2], lost = p[4] * x[2];
    f[0] = torque / p[0] - brake / p[0] - load / p[0];
    f[1] = (supply - lost - induced) / p[3];
    scale[0] = (torque + fabs(brake) + fabs(load)) / p[0];
    scale[1] = (p[6] * (2.0 + fabs(p[7] * t) + p[8]) + fabs(lost) + fabs(induced)) / p[3];
}

const struct twin twin_series_motor = {
    .model = "series_motor",
    .parameter = {"I", "weight", "c", "L", "R", "K", "U", "w", "phase"},
    .positions = 1,
    .velocities = 1,
    .others = 1,
    .rates = motor_rates};
