/* Systems of the recorded cases, written so that rounding errors are the original's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>

#include "fast/tests/projected_systems.h"

static int spring(void *context, double t, const double *x, double *ydot) {
    const struct body *body = context;
    (void)t;
    ydot[0] = (-body->k * x[0] - body->c * x[1]) / body->m;
    return 0;
}

static int pendulum(void *context, double t, const double *x, double *ydot) {
    const struct body *body = context;
    (void)t;
    ydot[0] = -(body->g / body->L) * sin(x[0]) - body->c * x[1];
    return 0;
}

struct integrator_system make_spring(struct body *body) {
    struct integrator_system system = {
        .nq = 1, .nv = 1, .context = body, .rates = spring};
    return system;
}

struct integrator_system make_pendulum(struct body *body) {
    struct integrator_system system = {
        .nq = 1, .nv = 1, .context = body, .rates = pendulum};
    return system;
}

/* A point of mass 1 on a rod of length 1: g = |q| - 1, G = n^T with n = q/|q|. Some
 * hundred of the longest runs' 40000 decisions are rounding's, and so depend on how this
 * is written: as here all of them are the original's. */
static int rod_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t, (void)x;
    ydot[0] = ydot[2] = 0;
    ydot[1] = -9.81;
    return 0;
}

static double length(const double *q) {
    return sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
}

static double along(const double *q, const double *v) {
    const double r = length(q);
    return q[0] / r * v[0] + q[1] / r * v[1] + q[2] / r * v[2];
}

static int rod_dynamics(void *context, double t, const double *x, double *ydot,
                        double *bias, double *matrix, double *response) {
    const double r = length(x), rate = along(x, x + 3);
    double square = 0;
    rod_rates(context, t, x, ydot);
    for (int i = 0; i < 3; i++)
        matrix[i] = response[i] = x[i] / r;
    for (int i = 0; i < 3; i++) {
        const double across = x[3 + i] - rate * x[i] / r;
        square += across * across;
    }
    *bias = square / r;
    return 0;
}

static int rod_position(void *context, double t, const double *x, double *error,
                        double *matrix) {
    const double r = length(x);
    (void)context, (void)t;
    *error = r - 1;
    for (int i = 0; i < 3 && matrix != NULL; i++)
        matrix[i] = x[i] / r;
    return 0;
}

static int rod_velocity(void *context, double t, const double *x, double *error,
                        double *matrix) {
    (void)context, (void)t;
    *error = along(x, x + 3);
    for (int i = 0; i < 3 && matrix != NULL; i++)
        matrix[i] = x[i] / length(x);
    return 0;
}

const struct integrator_system point_on_rod = {.nq = 3,
                                               .nv = 3,
                                               .rates = rod_rates,
                                               .joints = 1,
                                               .holonomic = 1,
                                               .dynamics = rod_dynamics,
                                               .position = rod_position,
                                               .velocity = rod_velocity};

/* The context: masses[2], or NULL where they are 1. g = y - a sin(k x), G = (-a k cos(k x), 1),
 * G v' + a k^2 sin(k x) u^2 = 0. */
static const double wave_a = 0.01, wave_k = 200;

static void wire_direction(const double *x, double *matrix) {
    matrix[0] = -wave_a * wave_k * cos(wave_k * x[0]);
    matrix[1] = 1;
}

static int wire_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t, (void)x;
    ydot[0] = ydot[1] = 0;
    return 0;
}

static int wire_dynamics(void *context, double t, const double *x, double *ydot,
                         double *bias, double *matrix, double *response) {
    wire_rates(context, t, x, ydot);
    wire_direction(x, matrix);
    const double *masses = context;
    for (int i = 0; i < 2; i++)
        response[i] = matrix[i] / (masses != NULL ? masses[i] : 1);
    *bias = wave_a * wave_k * wave_k * sin(wave_k * x[0]) * x[2] * x[2];
    return 0;
}

static int wire_position(void *context, double t, const double *x, double *error,
                         double *matrix) {
    (void)context, (void)t;
    *error = x[1] - wave_a * sin(wave_k * x[0]);
    if (matrix != NULL)
        wire_direction(x, matrix);
    return 0;
}

static int wire_velocity(void *context, double t, const double *x, double *error,
                         double *matrix) {
    double g[2];
    (void)context, (void)t;
    wire_direction(x, g);
    *error = g[0] * x[2] + g[1] * x[3];
    if (matrix != NULL)
        wire_direction(x, matrix);
    return 0;
}

const struct integrator_system bead_on_wire = {.nq = 2,
                                               .nv = 2,
                                               .rates = wire_rates,
                                               .joints = 1,
                                               .holonomic = 1,
                                               .dynamics = wire_dynamics,
                                               .position = wire_position,
                                               .velocity = wire_velocity};

/* A free body's angular velocity in space, w' = R I^-1 (L x R^T w) with L = I R^T w, and
 * its orientation q' = (0, w) q / 2. */
static void rotate(const double *q, const double *from, double sign, double *to) {
    const double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double w = q[0] / size;
    const double e[] = {sign * q[1] / size, sign * q[2] / size, sign * q[3] / size};
    const double c[] = {e[1] * from[2] - e[2] * from[1] + w * from[0],
                        e[2] * from[0] - e[0] * from[2] + w * from[1],
                        e[0] * from[1] - e[1] * from[0] + w * from[2]};
    to[0] = from[0] + 2 * (e[1] * c[2] - e[2] * c[1]);
    to[1] = from[1] + 2 * (e[2] * c[0] - e[0] * c[2]);
    to[2] = from[2] + 2 * (e[0] * c[1] - e[1] * c[0]);
}

static int body_rates(void *context, double t, const double *x, double *ydot) {
    static const double inertia[] = {1, 2, 3};
    double w[3], L[3], rate[3];
    (void)context, (void)t;
    rotate(x, x + 4, -1, w);
    for (int i = 0; i < 3; i++)
        L[i] = inertia[i] * w[i];
    rate[0] = (L[1] * w[2] - L[2] * w[1]) / inertia[0];
    rate[1] = (L[2] * w[0] - L[0] * w[2]) / inertia[1];
    rate[2] = (L[0] * w[1] - L[1] * w[0]) / inertia[2];
    rotate(x, rate, 1, ydot);
    return 0;
}

static int body_map(void *context, const double *q, const double *v, double *qdot) {
    (void)context;
    qdot[0] = (-q[1] * v[0] - q[2] * v[1] - q[3] * v[2]) / 2;
    qdot[1] = (q[0] * v[0] + q[3] * v[1] - q[2] * v[2]) / 2;
    qdot[2] = (q[0] * v[1] + q[1] * v[2] - q[3] * v[0]) / 2;
    qdot[3] = (q[0] * v[2] + q[2] * v[0] - q[1] * v[1]) / 2;
    return 0;
}

static const int quaternion[] = {0, 1, 2, 3};

const struct integrator_system free_body = {.nq = 4,
                                            .nv = 3,
                                            .rates = body_rates,
                                            .map = body_map,
                                            .quaternions = 1,
                                            .quaternion = quaternion};
