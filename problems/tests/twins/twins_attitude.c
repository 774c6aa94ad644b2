/* Twins of bodies whose attitude is a quaternion and whose axes are those of space, or whose
 * place is held by joints: with rotation matrices.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* The rotation of a quaternion (w, u) of any length: (w^2 - u.u) I + 2 u u^T + 2 w [u]x, over
 * its square. */
static void find_rotation(const double *q, double r[3][3]) {
    const double *u = q + 1;
    double square = q[0] * q[0] + u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    double diagonal = q[0] * q[0] - (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double cross =
                i == j ? 0.0 : u[3 - i - j] * ((j - i + 3) % 3 == 1 ? -1.0 : 1.0);
            r[i][j] = (i == j ? diagonal : 0.0) + 2.0 * u[i] * u[j] + 2.0 * q[0] * cross;
            r[i][j] /= square;
        }
}

/* Half of the product of two quaternions, the first or the second of which is a vector. */
static void space_map(const double *p, int n, double t, const double *x, double *f,
                      double *scale) {
    (void)p, (void)n, (void)t;
    const double *q = x, *a = x + 4;
    f[0] = scale[0] = 0.0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        f[0] -= 0.5 * a[i] * q[1 + i];
        scale[0] += fabs(0.5 * a[i] * q[1 + i]);
        f[1 + i] = 0.5 * (q[0] * a[i] + a[j] * q[1 + k] - a[k] * q[1 + j]);
        scale[1 + i] =
            0.5 * (fabs(q[0] * a[i]) + fabs(a[j] * q[1 + k]) + fabs(a[k] * q[1 + j]));
    }
}

/* x' = the quaternion times the body's angular velocity, then the centre's velocity. */
static void body_map(const double *p, int n, double t, const double *x, double *f,
                     double *scale) {
    (void)p, (void)n, (void)t;
    const double *q = x, *a = x + 7;
    f[0] = scale[0] = 0.0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        f[0] -= 0.5 * a[i] * q[1 + i];
        scale[0] += fabs(0.5 * a[i] * q[1 + i]);
        f[1 + i] = 0.5 * (q[0] * a[i] + q[1 + j] * a[k] - q[1 + k] * a[j]);
        scale[1 + i] =
            0.5 * (fabs(q[0] * a[i]) + fabs(q[1 + j] * a[k]) + fabs(q[1 + k] * a[j]));
        f[4 + i] = x[10 + i];
        scale[4 + i] = fabs(f[4 + i]);
    }
}

/* The angular velocity in body axes; all terms are at most its length. */
static double turn_back(double r[3][3], const double *a, double *body) {
    double size = 0.0;
    for (int i = 0; i < 3; i++) {
        body[i] = r[0][i] * a[0] + r[1][i] * a[1] + r[2][i] * a[2];
        size += fabs(a[i]);
    }
    return size;
}

/* Parameters I1, I2, I3. */
static void rotation_rates(const double *p, int n, double t, const double *x, double *f,
                           double *scale) {
    (void)n, (void)t;
    double r[3][3], a[3], rate[3], size, most = 0.0;
    find_rotation(x, r);
    size = turn_back(r, x + 4, a);
    for (int i = 0; i < 3; i++) {
        double second = p[(i + 1) % 3], third = p[(i + 2) % 3];
        rate[i] = (second - third) * a[(i + 1) % 3] * a[(i + 2) % 3] / p[i];
        most += (fabs(second) + fabs(third)) / p[i] * size * size;
    }
    for (int i = 0; i < 3; i++) {
        f[i] = r[i][0] * rate[0] + r[i][1] * rate[1] + r[i][2] * rate[2];
        scale[i] = most;
    }
}

static void rotation_invariants(const double *p, int n, double t, const double *x,
                                double *e, double *scale) {
    (void)n, (void)t;
    double r[3][3], a[3], size, most = 0.0;
    find_rotation(x, r);
    size = turn_back(r, x + 4, a);
    e[0] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3];
    scale[0] = e[0];
    e[1] = 0.0;
    for (int i = 0; i < 3; i++) {
        e[1] += 0.5 * p[i] * a[i] * a[i];
        most += p[i] * size;
    }
    scale[1] = most * size;
    for (int i = 0; i < 3; i++) {
        e[2 + i] = r[i][0] * p[0] * a[0] + r[i][1] * p[1] * a[1] + r[i][2] * p[2] * a[2];
        scale[2 + i] = most;
    }
}

const struct twin twin_free_rotation = {.model = "free_rotation",
                                        .parameter = {"I1", "I2", "I3"},
                                        .positions = 4,
                                        .velocities = 3,
                                        .rates = rotation_rates,
                                        .map = space_map,
                                        .invariants = 5,
                                        .invariant = rotation_invariants};

/* Parameters m, l, g, J1, J2, J3; state quaternion, centre, body rates, its velocity. */
static void held_dynamics(const double *p, int n, double t, const double *x, double *mass,
                          double *force, double *size) {
    (void)n, (void)t;
    const double *J = p + 3, *a = x + 7;
    for (int i = 0; i < 3; i++) {
        double b = a[(i + 1) % 3], c = a[(i + 2) % 3];
        mass[7 * i] = J[i];
        mass[7 * (3 + i)] = p[0];
        force[i] = (J[(i + 1) % 3] - J[(i + 2) % 3]) * b * c;
        size[i] = (J[(i + 1) % 3] + J[(i + 2) % 3]) * fabs(b * c);
        force[3 + i] = i == 2 ? -p[0] * p[2] : 0.0;
        size[3 + i] = fabs(force[3 + i]);
    }
}

/* The second column of the rotation: v (2 w u x .. ) as in find_rotation, along a motion. */
static void held_joints(const double *p, int n, const struct motion *t,
                        const struct motion *x, struct motion *g) {
    (void)n, (void)t;
    const struct motion *u = x + 1, *centre = x + 4;
    struct motion vector = motion_dot(3, u, u), real = motion_mul(x[0], x[0]);
    struct motion square = motion_add(real, vector);
    struct motion column[3] = {motion_mul(u[0], u[1]), motion_mul(u[1], u[1]),
                               motion_mul(u[2], u[1])};
    column[0] = motion_sub(column[0], motion_mul(x[0], u[2]));
    column[2] = motion_add(column[2], motion_mul(x[0], u[0]));
    for (int i = 0; i < 3; i++) {
        column[i] = motion_scale(2.0, column[i]);
        if (i == 1)
            column[i] = motion_add(column[i], motion_sub(real, vector));
        column[i] = motion_scale(p[1], motion_div(column[i], square));
        g[i] = motion_sub(centre[i], column[i]);
    }
}

static void held_invariants(const double *p, int n, double t, const double *x, double *e,
                            double *scale) {
    (void)n, (void)t;
    const double *J = p + 3, *c = x + 4, *a = x + 7, *v = x + 10;
    double r[3][3], height = p[0] * p[2] * c[2];
    find_rotation(x, r);
    e[0] = scale[0] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3];
    e[1] = height;
    scale[1] = fabs(height);
    e[2] = p[0] * (c[0] * v[1] - c[1] * v[0]);
    scale[2] = p[0] * (fabs(c[0] * v[1]) + fabs(c[1] * v[0]));
    for (int i = 0; i < 3; i++) {
        double kinetic = 0.5 * (J[i] * a[i] * a[i] + p[0] * v[i] * v[i]);
        e[1] += kinetic;
        scale[1] += kinetic;
        e[2] += r[2][i] * J[i] * a[i];
        scale[2] += J[i] * fabs(a[i]);
    }
}

const struct twin twin_heavy_top_joints = {.model = "heavy_top_joints",
                                           .parameter = {"m", "l", "g", "J1", "J2", "J3"},
                                           .positions = 7,
                                           .velocities = 6,
                                           .map = body_map,
                                           .invariants = 3,
                                           .invariant = held_invariants,
                                           .more_joints = 3,
                                           .joint = held_joints,
                                           .dynamics = held_dynamics};
