/* Twins of the pendulums and the rotating bodies.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* Parameters m, l, g: m l^2 a'' = -m g l sin a. */
static void pendulum_rates(const double *p, int n, double t, const double *x, double *f,
                           double *scale) {
    (void)n, (void)t;
    f[0] = -(p[2] * sin(x[0]) / p[1]);
    scale[0] = fabs(f[0]);
}

static void pendulum_energy(const double *p, int n, double t, const double *x, double *e,
                            double *scale) {
    (void)n, (void)t;
    double speed = p[1] * x[1], height = -p[1] * cos(x[0]);
    e[0] = p[0] * (0.5 * speed * speed + p[2] * height);
    scale[0] = p[0] * (0.5 * speed * speed + p[2] * fabs(height));
}

const struct twin twin_pendulum = {.model = "pendulum",
                                   .parameter = {"m", "l", "g"},
                                   .positions = 1,
                                   .velocities = 1,
                                   .rates = pendulum_rates,
                                   .invariants = 1,
                                   .invariant = pendulum_energy};

/* Parameters m1, m2, l1, l2, g; x = (a, b, a', b'). Lagrange's equations for the angles,
 *     (m1 + m2) l1^2 a'' + m2 l1 l2 cos(a-b) b'' = -m2 l1 l2 sin(a-b) b'^2 - (m1+m2) g l1 sin a
 *     m2 l1 l2 cos(a-b) a'' + m2 l2^2 b''        =  m2 l1 l2 sin(a-b) a'^2 - m2 g l2 sin b,
 * solved by Cramer's rule. An angle of size A has an error of A units in the last place. */
static void double_pendulum_rates(const double *p, int n, double t, const double *x,
                                  double *f, double *scale) {
    (void)n, (void)t;
    double m1 = p[0], m2 = p[1], l1 = p[2], l2 = p[3], g = p[4];
    double a = x[0], b = x[1], u = x[2], w = x[3], angle = 1.0 + fabs(a) + fabs(b);
    double A = (m1 + m2) * l1 * l1, B = m2 * l1 * l2 * cos(a - b), C = m2 * l2 * l2;
    double turn = m2 * l1 * l2 * sin(a - b);
    double first = -turn * w * w - (m1 + m2) * g * l1 * sin(a);
    double second = turn * u * u - m2 * g * l2 * sin(b);
    double size1 = m2 * l1 * l2 * w * w + (m1 + m2) * g * l1;
    double size2 = m2 * l1 * l2 * u * u + m2 * g * l2;
    double determinant = A * C - B * B, condition = angle * A * C / determinant;
    f[0] = (C * first - B * second) / determinant;
    f[1] = (A * second - B * first) / determinant;
    scale[0] = condition * (C * size1 + m2 * l1 * l2 * size2) / determinant;
    scale[1] = condition * (A * size2 + m2 * l1 * l2 * size1) / determinant;
}

/* From the Cartesian velocities and the heights of the two masses. */
static void double_pendulum_energy(const double *p, int n, double t, const double *x,
                                   double *e, double *scale) {
    (void)n, (void)t;
    double m1 = p[0], m2 = p[1], l1 = p[2], l2 = p[3], g = p[4];
    double a = x[0], b = x[1], u = x[2], w = x[3], angle = 1.0 + fabs(a) + fabs(b);
    double vx1 = l1 * cos(a) * u, vy1 = l1 * sin(a) * u;
    double vx2 = vx1 + l2 * cos(b) * w, vy2 = vy1 + l2 * sin(b) * w;
    double height1 = -l1 * cos(a), height2 = height1 - l2 * cos(b);
    double speed = fabs(l1 * u) + fabs(l2 * w);
    e[0] = 0.5 * m1 * (vx1 * vx1 + vy1 * vy1) + 0.5 * m2 * (vx2 * vx2 + vy2 * vy2) +
           m1 * g * height1 + m2 * g * height2;
    scale[0] = angle * (m1 + m2) * (speed * speed + g * (l1 + l2));
}

const struct twin twin_double_pendulum = {.model = "double_pendulum",
                                          .parameter = {"m1", "m2", "l1", "l2", "g"},
                                          .positions = 2,
                                          .velocities = 2,
                                          .rates = double_pendulum_rates,
                                          .invariants = 1,
                                          .invariant = double_pendulum_energy};

/* The product of quaternions (w, x, y, z), and the magnitudes of its terms. */
static void multiply_quaternions(const double *a, const double *b, double *c,
                                 double *size) {
    static const int index[4][4] = {
        {0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
    static const int sign[4][4] = {
        {1, -1, -1, -1}, {1, 1, 1, -1}, {1, -1, 1, 1}, {1, 1, -1, 1}};
    for (int i = 0; i < 4; i++) {
        c[i] = size[i] = 0.0;
        for (int j = 0; j < 4; j++) {
            double term = a[j] * b[index[i][j]];
            c[i] += sign[i][j] * term;
            size[i] += fabs(term);
        }
    }
}

/* q' = q (0, omega)/2 with omega in body axes. */
static void quaternion_map(const double *p, int n, double t, const double *x, double *f,
                           double *scale) {
    (void)p, (void)n, (void)t;
    double omega[4] = {0.0, x[4], x[5], x[6]};
    multiply_quaternions(x, omega, f, scale);
    for (int i = 0; i < 4; i++)
        f[i] *= 0.5, scale[i] *= 0.5;
}

/* A vector in space axes from its body axes: q (0, body) q^-1. */
static void turn_to_space(const double *q, const double *body, double *space,
                          double *size) {
    double b[4] = {0.0, body[0], body[1], body[2]};
    double back[4] = {q[0], -q[1], -q[2], -q[3]}, half[4], c[4], unused[4];
    double nn = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    multiply_quaternions(q, b, half, unused);
    multiply_quaternions(half, back, c, unused);
    for (int i = 0; i < 3; i++)
        space[i] = c[i + 1] / nn;
    *size = 2.0 * (fabs(body[0]) + fabs(body[1]) + fabs(body[2]));
}

/* I omega' = (I omega) x omega + torque, for principal axes. */
static void euler_rates(const double *I, const double *omega, const double *torque,
                        double *f, double *scale) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double turn = omega[j] * omega[k];
        f[i] = ((I[j] * omega[j]) * omega[k] - (I[k] * omega[k]) * omega[j] + torque[i]) /
               I[i];
        scale[i] = ((I[j] + I[k]) * fabs(turn) + fabs(torque[i])) / I[i];
    }
}

/* Parameters I1, I2, I3. */
static void rigid_body_rates(const double *p, int n, double t, const double *x, double *f,
                             double *scale) {
    (void)n, (void)t;
    static const double none[3] = {0.0, 0.0, 0.0};
    euler_rates(p, x + 4, none, f, scale);
}

/* The square of |q|, the kinetic energy, the angular momentum in space axes. */
static void rigid_body_invariants(const double *p, int n, double t, const double *x,
                                  double *e, double *scale) {
    (void)n, (void)t;
    double body[3], size;
    e[0] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3];
    e[1] = 0.0;
    for (int i = 0; i < 3; i++) {
        body[i] = p[i] * x[4 + i];
        e[1] += 0.5 * body[i] * x[4 + i];
    }
    turn_to_space(x, body, e + 2, &size);
    scale[0] = e[0];
    scale[1] = e[1];
    scale[2] = scale[3] = scale[4] = size;
}

/* A quaternion of any length but zero. */
static void quaternion_place(struct sample *s, const double *p, int n, double *x) {
    (void)p, (void)n;
    double length = sample_uniform(s, 0.5, 2.0);
    sample_biased(s, 3, x + 1);
    x[0] = sample_choice(s, 2) ? length : -length;
}

const struct twin twin_rigid_body = {.model = "rigid_body",
                                     .parameter = {"I1", "I2", "I3"},
                                     .positions = 4,
                                     .velocities = 3,
                                     .rates = rigid_body_rates,
                                     .map = quaternion_map,
                                     .invariants = 5,
                                     .invariant = rigid_body_invariants,
                                     .place = quaternion_place};

/* Parameters I1, I2, I3, mgl. The weight m g acts at the distance l along the third axis:
 * the torque in body axes is l e3 x (-m g u), where u is the vertical in body axes, that is
 * the vector which the inverse quaternion makes of e3. */
static void vertical_in_body(const double *q, double *u) {
    static const double e3[3] = {0.0, 0.0, 1.0};
    double inverse[4] = {q[0], -q[1], -q[2], -q[3]}, size;
    turn_to_space(inverse, e3, u, &size);
}

static void heavy_top_rates(const double *p, int n, double t, const double *x, double *f,
                            double *scale) {
    (void)n, (void)t;
    double u[3];
    vertical_in_body(x, u);
    double torque[3] = {p[3] * u[1], -p[3] * u[0], 0.0};
    euler_rates(p, x + 4, torque, f, scale);
    for (int i = 0; i < 2; i++)
        scale[i] += p[3] / p[i];
}

/* The square of |q|, the energy, the angular momentum about the vertical. */
static void heavy_top_invariants(const double *p, int n, double t, const double *x,
                                 double *e, double *scale) {
    double u[3], all[5], size[5];
    rigid_body_invariants(p, n, t, x, all, size);
    vertical_in_body(x, u);
    e[0] = all[0];
    e[1] = all[1] + p[3] * u[2];
    e[2] = all[4];
    scale[0] = size[0];
    scale[1] = size[1] + p[3];
    scale[2] = size[4];
}

const struct twin twin_heavy_top = {.model = "heavy_top",
                                    .parameter = {"I1", "I2", "I3", "mgl"},
                                    .positions = 4,
                                    .velocities = 3,
                                    .rates = heavy_top_rates,
                                    .map = quaternion_map,
                                    .invariants = 3,
                                    .invariant = heavy_top_invariants,
                                    .place = quaternion_place};

/* Parameters m, l, g, J1, J2, J3: the weight acts at the distance l along the second axis; by
 * Steiner the other two moments grow by m l^2. */
static void turn_about_the_end(const double *p, double *I) {
    for (int i = 0; i < 3; i++)
        I[i] = p[3 + i] + (i == 1 ? 0.0 : p[0] * p[1] * p[1]);
}

static void heavy_top_bca_rates(const double *p, int n, double t, const double *x,
                                double *f, double *scale) {
    (void)n, (void)t;
    double I[3], u[3], weight = p[0] * p[1] * p[2];
    turn_about_the_end(p, I);
    vertical_in_body(x, u);
    double torque[3] = {-weight * u[2], 0.0, weight * u[0]};
    euler_rates(I, x + 4, torque, f, scale);
    scale[0] += weight / I[0];
    scale[2] += weight / I[2];
}

static void heavy_top_bca_invariants(const double *p, int n, double t, const double *x,
                                     double *e, double *scale) {
    double I[3], u[3], all[5], size[5], weight = p[0] * p[1] * p[2];
    turn_about_the_end(p, I);
    rigid_body_invariants(I, n, t, x, all, size);
    vertical_in_body(x, u);
    e[0] = all[0];
    e[1] = all[1] + weight * u[1];
    e[2] = all[4];
    scale[0] = size[0];
    scale[1] = size[1] + weight;
    scale[2] = size[4];
}

const struct twin twin_heavy_top_bca = {.model = "heavy_top_bca",
                                        .parameter = {"m", "l", "g", "J1", "J2", "J3"},
                                        .positions = 4,
                                        .velocities = 3,
                                        .rates = heavy_top_bca_rates,
                                        .map = quaternion_map,
                                        .invariants = 3,
                                        .invariant = heavy_top_bca_invariants,
                                        .place = quaternion_place};
