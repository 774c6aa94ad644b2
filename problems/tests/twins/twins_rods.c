/* Twins of point masses on rods, in Cartesian coordinates: what a rod says is written as it is
 * measured, as a distance between two points.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* Equal masses under gravity along the second of `axes` coordinates; state: all first
 * coordinates, then all second ones. */
static void weigh_points(int points, int axes, const double *mass, double gravity,
                         double *m, double *force, double *size) {
    int count = points * axes;
    for (int i = 0; i < count; i++) {
        double here = mass[i % points];
        m[i * count + i] = here;
        force[i] = i / points == 1 ? -here * gravity : 0.0;
        size[i] = fabs(force[i]);
    }
}

/* Kinetic energy and height of `points` masses. */
static void points_energy(int points, int axes, const double *mass, double gravity,
                          const double *q, const double *v, double *e, double *scale) {
    *e = *scale = 0.0;
    for (int i = 0; i < points * axes; i++) {
        double here = mass[i % points];
        double height = i / points == 1 ? here * gravity * q[i] : 0.0;
        *e += 0.5 * here * v[i] * v[i] + height;
        *scale += 0.5 * here * v[i] * v[i] + fabs(height);
    }
}

/* |x|^2 of the point with these coordinates. */
static struct motion find_square(int axes, const struct motion *x) {
    return motion_dot(axes, x, x);
}

/* Parameters m, l, g; state x, y, z, u, v, w. */
static void rod_dynamics(const double *p, int n, double t, const double *x, double *mass,
                         double *force, double *size) {
    (void)n, (void)t, (void)x;
    weigh_points(1, 3, p, p[2], mass, force, size);
}

static void rod_joint(const double *p, int n, const struct motion *t,
                      const struct motion *x, struct motion *g) {
    (void)n, (void)t;
    g[0] = motion_sub(motion_sqrt(find_square(3, x)), motion_rest(p[1]));
}

static void rod_invariants(const double *p, int n, double t, const double *x, double *e,
                           double *scale) {
    (void)n, (void)t;
    points_energy(1, 3, p, p[2], x, x + 3, e, scale);
    double left = p[0] * x[2] * x[3], right = p[0] * x[0] * x[5];
    e[1] = left - right;
    scale[1] = fabs(left) + fabs(right);
}

const struct twin twin_rod_pendulum = {.model = "rod_pendulum",
                                       .parameter = {"m", "l", "g"},
                                       .positions = 3,
                                       .velocities = 3,
                                       .invariants = 2,
                                       .invariant = rod_invariants,
                                       .more_joints = 1,
                                       .joint = rod_joint,
                                       .dynamics = rod_dynamics};

/* Parameters m, l, g; state x, y, u, v. */
static void circle_dynamics(const double *p, int n, double t, const double *x,
                            double *mass, double *force, double *size) {
    (void)n, (void)t, (void)x;
    weigh_points(1, 2, p, p[2], mass, force, size);
}

static void circle_joint(const double *p, int n, const struct motion *t,
                         const struct motion *x, struct motion *g) {
    (void)n, (void)t;
    struct motion excess = motion_sub(find_square(2, x), motion_rest(p[1] * p[1]));
    g[0] = motion_scale(0.5, excess);
}

static void circle_energy(const double *p, int n, double t, const double *x, double *e,
                          double *scale) {
    (void)n, (void)t;
    points_energy(1, 2, p, p[2], x, x + 2, e, scale);
}

const struct twin twin_circle_pendulum = {.model = "circle_pendulum",
                                          .parameter = {"m", "l", "g"},
                                          .positions = 2,
                                          .velocities = 2,
                                          .invariants = 1,
                                          .invariant = circle_energy,
                                          .more_joints = 1,
                                          .joint = circle_joint,
                                          .dynamics = circle_dynamics};

/* Length, square, and place times velocity. */
static void doubled_joints(const double *p, int n, const struct motion *t,
                           const struct motion *x, struct motion *g) {
    struct motion length = motion_sqrt(find_square(2, x));
    g[0] = motion_sub(length, motion_rest(p[1]));
    circle_joint(p, n, t, x, g + 1);
    g[2] = motion_dot(2, x, x + 2);
}

const struct twin twin_doubled_rod = {.model = "doubled_rod",
                                      .parameter = {"m", "l", "g"},
                                      .positions = 2,
                                      .velocities = 2,
                                      .invariants = 1,
                                      .invariant = circle_energy,
                                      .more_joints = 3,
                                      .joint = doubled_joints,
                                      .dynamics = circle_dynamics};

/* Half of |end - begin|^2 - length^2. */
static struct motion find_excess(const struct motion *begin, const struct motion *end,
                                 double length) {
    struct motion apart[2];
    for (int i = 0; i < 2; i++)
        apart[i] = motion_sub(end[i], begin[i]);
    struct motion square = motion_rest(length * length);
    return motion_scale(0.5, motion_sub(find_square(2, apart), square));
}

/* Parameters m1, m2, l1, l2, g; state x1, y1, x2, y2 and their rates. */
static void double_dynamics(const double *p, int n, double t, const double *x,
                            double *mass, double *force, double *size) {
    (void)n, (void)t, (void)x;
    for (int i = 0; i < 4; i++) {
        double here = p[i / 2];
        mass[5 * i] = here;
        force[i] = i % 2 ? -here * p[4] : 0.0;
        size[i] = fabs(force[i]);
    }
}

static void double_joints(const double *p, int n, const struct motion *t,
                          const struct motion *x, struct motion *g) {
    (void)n, (void)t;
    const struct motion origin[2] = {motion_rest(0.0), motion_rest(0.0)};
    g[0] = find_excess(origin, x, p[2]);
    g[1] = find_excess(x, x + 2, p[3]);
}

static void double_energy(const double *p, int n, double t, const double *x, double *e,
                          double *scale) {
    double part, size;
    *e = *scale = 0.0;
    for (int i = 0; i < 2; i++) {
        const double alone[3] = {p[i], 0.0, p[4]};
        const double state[4] = {x[2 * i], x[2 * i + 1], x[4 + 2 * i], x[5 + 2 * i]};
        circle_energy(alone, n, t, state, &part, &size);
        *e += part;
        *scale += size;
    }
}

const struct twin twin_double_pendulum_cartesian = {
    .model = "double_pendulum_cartesian",
    .parameter = {"m1", "m2", "l1", "l2", "g"},
    .positions = 4,
    .velocities = 4,
    .invariants = 1,
    .invariant = double_energy,
    .more_joints = 2,
    .joint = double_joints,
    .dynamics = double_dynamics};

/* Parameters m, l, g; state x[1..n], y[1..n] and their rates. */
static void chain_dynamics(const double *p, int n, double t, const double *x,
                           double *mass, double *force, double *size) {
    (void)t, (void)x;
    double each[128];
    for (int i = 0; i < n && i < 128; i++)
        each[i] = p[0];
    weigh_points(n, 2, each, p[2], mass, force, size);
}

static void chain_joints(const double *p, int n, const struct motion *t,
                         const struct motion *x, struct motion *g) {
    (void)t;
    struct motion before[2] = {motion_rest(0.0), motion_rest(0.0)};
    for (int i = 0; i < n; i++) {
        const struct motion here[2] = {x[i], x[n + i]};
        g[i] = find_excess(before, here, p[1]);
        before[0] = here[0];
        before[1] = here[1];
    }
}

static void chain_energy(const double *p, int n, double t, const double *x, double *e,
                         double *scale) {
    (void)t;
    double each[128];
    for (int i = 0; i < n && i < 128; i++)
        each[i] = p[0];
    points_energy(n, 2, each, p[2], x, x + 2 * n, e, scale);
}

const struct twin twin_chain_cartesian = {.model = "chain_cartesian",
                                          .parameter = {"m", "l", "g"},
                                          .positions = 2,
                                          .velocities = 2,
                                          .sized = true,
                                          .invariants = 1,
                                          .invariant = chain_energy,
                                          .joints = 1,
                                          .joint = chain_joints,
                                          .dynamics = chain_dynamics};
