/* Twins of systems whose joints move or are of velocities: a bead on a wire, a skate, a car's
 * axis.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

static void set_diagonal(int count, const double *m, double *mass) {
    for (int i = 0; i < count; i++)
        mass[i * count + i] = m[i];
}

/* Parameters m, g, omega, phase; state x, y, u, v. */
static void wire_dynamics(const double *p, int n, double t, const double *x, double *mass,
                          double *force, double *size) {
    (void)n, (void)t, (void)x;
    const double m[2] = {p[0], p[0]};
    set_diagonal(2, m, mass);
    force[0] = size[0] = 0.0;
    force[1] = -p[0] * p[1];
    size[1] = fabs(force[1]);
}

/* The bead's distance from the wire, to the left. */
static void wire_joint(const double *p, int n, const struct motion *t,
                       const struct motion *x, struct motion *g) {
    (void)n;
    struct motion angle = motion_add(motion_scale(p[2], *t), motion_rest(p[3]));
    struct motion ahead = motion_mul(x[0], motion_sin(angle));
    g[0] = motion_sub(motion_mul(x[1], motion_cos(angle)), ahead);
}

const struct twin twin_rotating_wire = {.model = "rotating_wire",
                                        .parameter = {"m", "g", "omega", "phase"},
                                        .positions = 2,
                                        .velocities = 2,
                                        .more_joints = 1,
                                        .joint = wire_joint,
                                        .dynamics = wire_dynamics};

/* Parameters m, J, g, slope; state x, y, a, u, v, w. */
static void skate_dynamics(const double *p, int n, double t, const double *x,
                           double *mass, double *force, double *size) {
    (void)n, (void)t, (void)x;
    const double m[3] = {p[0], p[0], p[1]};
    set_diagonal(3, m, mass);
    force[0] = p[0] * (p[2] * sin(p[3]));
    force[1] = force[2] = size[1] = size[2] = 0.0;
    size[0] = fabs(force[0]);
}

/* The velocity across the blade, to the left. */
static void skate_joint(const double *p, int n, const struct motion *t,
                        const struct motion *x, struct motion *g) {
    (void)p, (void)n, (void)t;
    struct motion left[2] = {motion_scale(-1.0, motion_sin(x[2])), motion_cos(x[2])};
    g[0] = motion_dot(2, left, x + 3);
}

static void skate_invariants(const double *p, int n, double t, const double *x, double *e,
                             double *scale) {
    (void)n, (void)t;
    double kinetic = 0.5 * p[0] * (x[3] * x[3] + x[4] * x[4]) + 0.5 * p[1] * x[5] * x[5];
    double down = p[0] * p[2] * sin(p[3]) * x[0];
    e[0] = kinetic - down;
    scale[0] = kinetic + fabs(down);
    e[1] = x[5];
    scale[1] = fabs(x[5]);
}

const struct twin twin_skate = {.model = "skate",
                                .parameter = {"m", "J", "g", "slope"},
                                .positions = 3,
                                .velocities = 3,
                                .invariants = 2,
                                .invariant = skate_invariants,
                                .more_joints = 1,
                                .joint = skate_joint,
                                .dynamics = skate_dynamics};

enum { AXIS, SPRING, MASS, EPS, WEIGHT, BUMP, PACE, PHASE };

/* A spring from the wheel to an end of the chassis: its force on that end, times 1/k. */
static void add_spring(const double *p, const double *wheel, const double *wheel_size,
                       const double *end, double *force, double *size) {
    double apart[2], length, reach = 0.0;
    for (int i = 0; i < 2; i++) {
        apart[i] = end[i] - wheel[i];
        reach += fabs(end[i]) + wheel_size[i];
    }
    length = hypot(apart[0], apart[1]);
    for (int i = 0; i < 2; i++) {
        double spread = (fabs(end[i]) + wheel_size[i]) / length;
        force[i] += p[SPRING] * (apart[i] / length) - apart[i];
        size[i] +=
            (p[SPRING] * (1.0 + reach / length) + reach) * (spread + reach / length);
    }
}

/* Parameters in the order above; state xl, yl, xr, yr and their rates. The right wheel is on
 * the bump, at the axis' length from the left one. */
static void car_dynamics(const double *p, int n, double t, const double *x, double *mass,
                         double *force, double *size) {
    (void)n;
    double phase = p[PACE] * t + p[PHASE], height = p[BUMP] * sin(phase);
    double right[2] = {sqrt(p[AXIS] * p[AXIS] - height * height), height};
    double right_size[2] = {p[AXIS] * p[AXIS] / right[0] * (1.0 + fabs(phase)),
                            p[BUMP] * (1.0 + fabs(phase))};
    const double origin[2] = {0.0, 0.0};
    double m = 0.5 * p[MASS] * p[EPS] * p[EPS];
    const double diagonal[4] = {m, m, m, m};
    set_diagonal(4, diagonal, mass);
    for (int i = 0; i < 4; i++) {
        force[i] = i % 2 ? -m * p[WEIGHT] : 0.0;
        size[i] = fabs(force[i]);
    }
    add_spring(p, origin, origin, x, force, size);
    add_spring(p, right, right_size, x + 2, force + 2, size + 2);
}

static void car_joints(const double *p, int n, const struct motion *t,
                       const struct motion *x, struct motion *g) {
    (void)n;
    struct motion phase = motion_add(motion_scale(p[PACE], *t), motion_rest(p[PHASE]));
    struct motion wheel[2], apart[2], square = motion_rest(p[AXIS] * p[AXIS]);
    wheel[1] = motion_scale(p[BUMP], motion_sin(phase));
    wheel[0] = motion_sqrt(motion_sub(square, motion_mul(wheel[1], wheel[1])));
    for (int i = 0; i < 2; i++)
        apart[i] = motion_sub(x[i], x[2 + i]);
    g[0] = motion_scale(-1.0, motion_dot(2, x, wheel));
    g[1] = motion_sub(square, motion_dot(2, apart, apart));
}

const struct twin twin_car_axis = {
    .model = "car_axis",
    .parameter = {"L", "L0", "M", "eps", "g", "r", "omega", "phase"},
    .positions = 4,
    .velocities = 4,
    .more_joints = 2,
    .joint = car_joints,
    .dynamics = car_dynamics};
