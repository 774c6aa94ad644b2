/* A rigid body on a ball joint: positions with a quaternion, so that N is not the identity.
 *
 * Seen to fail: with dg/dq in the place of (dg/dq) N, with v in the place of N v in the bias.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "problems/model.h"
#include "problems/tests/reading.h"
#include "problems/tests/sample.h"

/* Angular velocity in body axes; the centre of mass is at (rx, ry, rz) from the joint, which is
 * the origin, in body axes. */
static const char *const BODY =
    "param M = 1.9, A = 0.7, B = 1.1, C = 1.6, g = 9.81, rx = 0.3, ry = -0.2, rz = 0.5\n"
    "position w = 1, x = 0, y = 0, z = 0, cx = rx, cy = ry, cz = rz\n"
    "velocity p = 0, r = 0, s = 0, vx = 0, vy = 0, vz = 0\n"
    "quaternion attitude = w, x, y, z\n"
    "w' = (-x*p - y*r - z*s)/2\nx' = (w*p - z*r + y*s)/2\ny' = (z*p + w*r - x*s)/2\n"
    "z' = (-y*p + x*r + w*s)/2\ncx' = vx\ncy' = vy\ncz' = vz\n"
    "mass p, p = A\nmass r, r = B\nmass s, s = C\n"
    "mass vx, vx = M\nmass vy, vy = M\nmass vz, vz = M\n"
    "force p = (B - C)*r*s\nforce r = (C - A)*s*p\nforce s = (A - B)*p*r\n"
    "force vx = 0\nforce vy = 0\nforce vz = -M*g\n"
    "joint bx = cx - ((w^2 + x^2 - y^2 - z^2)*rx + 2*(x*y - w*z)*ry + 2*(x*z + w*y)*rz)\n"
    "joint by = cy - (2*(x*y + w*z)*rx + (w^2 - x^2 + y^2 - z^2)*ry + 2*(y*z - w*x)*rz)\n"
    "joint bz = cz - (2*(x*z - w*y)*rx + 2*(y*z + w*x)*ry + (w^2 - x^2 - y^2 + "
    "z^2)*rz)\n";

static const double MASS = 1.9, INERTIA[] = {0.7, 1.1, 1.6}, ARM[] = {0.3, -0.2, 0.5};
static const double GRAVITY = 9.81;

static void cross(const double *a, const double *b, double *c) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static void rotation(const double *q, double R[3][3]) {
    double w = q[0], x = q[1], y = q[2], z = q[3];
    const double turned[3][3] = {
        {1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
        {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
        {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    for (int i = 0; i < 9; i++)
        R[i / 3][i % 3] = turned[i / 3][i % 3];
}

static double determinant(double J[3][3]) {
    double c[3];
    cross(J[1], J[2], c);
    return J[0][0] * c[0] + J[0][1] * c[1] + J[0][2] * c[2];
}

/* Euler's equation about the joint: J w' = -w x J w + M r x R^T (-g e_z), where
 * J = I + M (|r|^2 - r r^T), solved by Cramer's rule; all in body axes. */
static void turn(const double *omega, double R[3][3], double *rate) {
    double J[3][3], momentum[3], torque[3], weight[3], gyro[3], square = 0;
    for (int i = 0; i < 3; i++)
        square += ARM[i] * ARM[i];
    for (int i = 0; i < 3; i++) {
        momentum[i] = 0;
        for (int j = 0; j < 3; j++) {
            J[i][j] = (i == j ? INERTIA[i] + MASS * square : 0) - MASS * ARM[i] * ARM[j];
            momentum[i] += J[i][j] * omega[j];
        }
        weight[i] = -MASS * GRAVITY * R[2][i];
    }
    cross(ARM, weight, torque);
    cross(omega, momentum, gyro);
    for (int k = 0; k < 3; k++) {
        double replaced[3][3];
        for (int i = 0; i < 9; i++)
            replaced[i / 3][i % 3] =
                i % 3 == k ? torque[i / 3] - gyro[i / 3] : J[i / 3][i % 3];
        rate[k] = determinant(replaced) / determinant(J);
    }
}

static void to_space(double R[3][3], const double *body, double *space) {
    for (int i = 0; i < 3; i++)
        space[i] = R[i][0] * body[0] + R[i][1] * body[1] + R[i][2] * body[2];
}

/* A state on the constraints at a random attitude. */
static void random_state(struct sample *s, double *x, double R[3][3]) {
    double square = 0, swing[3];
    for (int i = 0; i < 4; i++)
        x[i] = sample_uniform(s, -1, 1);
    for (int i = 0; i < 4; i++)
        square += x[i] * x[i];
    for (int i = 0; i < 4; i++)
        x[i] /= sqrt(square);
    for (int i = 7; i < 10; i++)
        x[i] = sample_uniform(s, -2, 2);
    rotation(x, R);
    to_space(R, ARM, x + 4);
    cross(x + 7, ARM, swing);
    to_space(R, swing, x + 10);
}

Test(ball_joint, turns_the_body_as_eulers_equations_about_the_joint_do) {
    struct model *m = reading_model(BODY, NULL);
    struct sample s = sample_begin();
    cr_assert(m->quaternions == 1 && !m->map_is_identity && m->masses == 6);
    for (int i = 0; i < 4; i++)
        cr_expect_eq(m->quaternion[0].position[i], i);
    for (int trial = 0; trial < 50; trial++) {
        double x[13], R[3][3], rate[3], swing[3], turned[3], lift[3];
        random_state(&s, x, R);
        turn(x + 7, R, rate);
        /* c'' = R (w' x r + w x (w x r)), and M c'' = -M g e_z - lambda. */
        cross(x + 7, ARM, swing);
        cross(x + 7, swing, turned);
        cross(rate, ARM, swing);
        for (int i = 0; i < 3; i++)
            turned[i] += swing[i];
        to_space(R, turned, lift);
        for (int i = 0; i < 3; i++) {
            double found = reading_value(m, m->rates[i], 0, x);
            double lambda = reading_value(m, m->multiplier[i], 0, x);
            double push = -MASS * (lift[i] + (i == 2 ? GRAVITY : 0));
            cr_expect(isfinite(found) && fabs(found - rate[i]) <= 1e-13,
                      "seed %llu, w'[%d]: %.17g, not %.17g", (unsigned long long)s.seed,
                      i, found, rate[i]);
            cr_expect(isfinite(lambda) && fabs(lambda - push) <= 1e-12,
                      "seed %llu, lambda[%d]: %.17g, not %.17g",
                      (unsigned long long)s.seed, i, lambda, push);
        }
    }
}
