/* Twins of contacts on a line, and of blocks that slide along one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* count bodies of these masses under gravity. */
static void weigh(int count, const double *m, double gravity, double *mass, double *force,
                  double *size) {
    for (int i = 0; i < count; i++) {
        mass[i * count + i] = m[i];
        force[i] = -m[i] * gravity;
        size[i] = fabs(force[i]);
    }
}

/* Kinetic energy and height. */
static void find_energy(int count, const double *m, double gravity, const double *q,
                        const double *v, double *e, double *scale) {
    *e = *scale = 0.0;
    for (int i = 0; i < count; i++) {
        double motion = 0.5 * m[i] * v[i] * v[i], height = m[i] * gravity * q[i];
        *e += motion + height;
        *scale += fabs(motion) + fabs(height);
    }
}

/* Parameters m, g; state z, v. */
static void ball_dynamics(const double *p, int n, double t, const double *x, double *mass,
                          double *force, double *size) {
    (void)n, (void)t, (void)x;
    weigh(1, p, p[1], mass, force, size);
}

static int ball_contact(const double *p, int n, const struct motion *t,
                        const struct motion *x, struct twin_contact *c) {
    (void)p, (void)n, (void)t;
    c[0] = (struct twin_contact){.gap = x[0]};
    return 1;
}

static void ball_energy(const double *p, int n, double t, const double *x, double *e,
                        double *scale) {
    (void)n, (void)t;
    find_energy(1, p, p[1], x, x + 1, e, scale);
}

const struct twin twin_bouncing_ball = {.model = "bouncing_ball",
                                        .parameter = {"m", "g"},
                                        .positions = 1,
                                        .velocities = 1,
                                        .invariants = 1,
                                        .invariant = ball_energy,
                                        .contact = ball_contact,
                                        .dynamics = ball_dynamics};

enum { MOST = 128 };

/* Masses of the stack of parameters m, g, even, bottom, top, r, from below. */
static void stack_masses(const double *p, int n, double *m) {
    for (int i = 0; i < n; i++) {
        m[i] = p[0];
        if (i % 2 == 1)
            m[i] *= p[2];
    }
    m[0] *= p[3];
    m[n - 1] *= p[4];
}

static void stack_dynamics(const double *p, int n, double t, const double *x,
                           double *mass, double *force, double *size) {
    (void)t, (void)x;
    double m[MOST];
    stack_masses(p, n, m);
    weigh(n, m, p[1], mass, force, size);
}

/* The distance of two discs' rims, or of a disc from the floor. */
static int stack_contacts(const double *p, int n, const struct motion *t,
                          const struct motion *x, struct twin_contact *c) {
    (void)t;
    struct motion top = motion_rest(0.0), radius = motion_rest(p[5]);
    for (int i = 0; i < n; i++) {
        struct motion bottom = motion_sub(x[i], radius);
        c[i] = (struct twin_contact){.gap = motion_sub(bottom, top)};
        top = motion_add(x[i], radius);
    }
    return n;
}

static void stack_energy(const double *p, int n, double t, const double *x, double *e,
                         double *scale) {
    (void)t;
    double m[MOST];
    stack_masses(p, n, m);
    find_energy(n, m, p[1], x, x + n, e, scale);
}

const struct twin twin_slider_stack = {
    .model = "slider_stack",
    .parameter = {"m", "g", "even", "bottom", "top", "r"},
    .positions = 1,
    .velocities = 1,
    .sized = true,
    .invariants = 1,
    .invariant = stack_energy,
    .contact = stack_contacts,
    .dynamics = stack_dynamics};

/* Parameters m, growth, middle, r; state x[1..n], v[1..n]. */
static void cradle_masses(const double *p, int n, double *m) {
    double grown = p[0];
    for (int i = 0; i < n; i++, grown *= p[1])
        m[i] = 2 * i == n - 1 ? grown * p[2] : grown;
}

static void cradle_dynamics(const double *p, int n, double t, const double *x,
                            double *mass, double *force, double *size) {
    (void)t, (void)x;
    double m[MOST];
    cradle_masses(p, n, m);
    weigh(n, m, 0.0, mass, force, size);
}

static int cradle_contacts(const double *p, int n, const struct motion *t,
                           const struct motion *x, struct twin_contact *c) {
    (void)t;
    for (int i = 0; i + 1 < n; i++) {
        struct motion apart = motion_sub(x[i + 1], x[i]);
        c[i].gap = motion_sub(apart, motion_rest(2.0 * p[3]));
        c[i].slides = 0;
    }
    return n - 1;
}

/* Momentum and energy. */
static void cradle_invariants(const double *p, int n, double t, const double *x,
                              double *e, double *scale) {
    (void)t;
    double m[MOST];
    cradle_masses(p, n, m);
    e[0] = scale[0] = 0.0;
    for (int i = 0; i < n; i++) {
        e[0] += m[i] * x[n + i];
        scale[0] += fabs(m[i] * x[n + i]);
    }
    find_energy(n, m, 0.0, x, x + n, e + 1, scale + 1);
}

const struct twin twin_cradle = {.model = "cradle",
                                 .parameter = {"m", "growth", "middle", "r"},
                                 .positions = 1,
                                 .velocities = 1,
                                 .sized = true,
                                 .invariants = 2,
                                 .invariant = cradle_invariants,
                                 .contact = cradle_contacts,
                                 .dynamics = cradle_dynamics};

/* Parameters E, rho, S, L; state q[1..n], v[1..n]: the force on a mass is that of the spring
 * after it less that of the one before. */
static void bar_dynamics(const double *p, int n, double t, const double *x, double *mass,
                         double *force, double *size) {
    (void)t;
    double k = p[0] * p[2] * n / p[3];
    for (int i = 0; i < n; i++) {
        mass[i * n + i] = p[1] * p[2] * p[3] / n;
        double after = i + 1 < n ? k * (x[i + 1] - x[i]) : 0.0;
        double before = i > 0 ? k * (x[i] - x[i - 1]) : 0.0;
        force[i] = after - before;
        size[i] = k * (2.0 * fabs(x[i]) + (i + 1 < n ? fabs(x[i + 1]) : 0.0) +
                       (i > 0 ? fabs(x[i - 1]) : 0.0));
    }
}

static void bar_energy(const double *p, int n, double t, const double *x, double *e,
                       double *scale) {
    (void)t;
    double m[MOST], k = p[0] * p[2] * n / p[3];
    for (int i = 0; i < n; i++)
        m[i] = p[1] * p[2] * p[3] / n;
    find_energy(n, m, 0.0, x, x + n, e, scale);
    for (int i = 0; i + 1 < n; i++) {
        double stretch = x[i + 1] - x[i], size = fabs(x[i + 1]) + fabs(x[i]);
        *e += 0.5 * k * stretch * stretch;
        *scale += 0.5 * k * size * size;
    }
}

const struct twin twin_impacting_bar = {.model = "impacting_bar",
                                        .parameter = {"E", "rho", "S", "L"},
                                        .positions = 1,
                                        .velocities = 1,
                                        .sized = true,
                                        .invariants = 1,
                                        .invariant = bar_energy,
                                        .contact = ball_contact,
                                        .dynamics = bar_dynamics};

/* Parameters m, g, k, belt, F, f, phase; state x, y, u, v. */
static void belt_dynamics(const double *p, int n, double t, const double *x, double *mass,
                          double *force, double *size) {
    (void)n;
    mass[0] = mass[3] = p[0];
    double push = p[4] * cos(p[5] * t + p[6]), pull = p[2] * x[0];
    force[0] = push - pull;
    size[0] = fabs(p[4]) * (1.0 + fabs(p[5] * t) + fabs(p[6])) + fabs(pull);
    force[1] = -p[0] * p[1];
    size[1] = fabs(force[1]);
}

static int belt_contact(const double *p, int n, const struct motion *t,
                        const struct motion *x, struct twin_contact *c) {
    (void)n, (void)t;
    c[0] = (struct twin_contact){.gap = x[1], .slides = 1};
    c[0].slide[0] = motion_sub(x[2], motion_rest(p[3]));
    return 1;
}

const struct twin twin_block_on_belt = {
    .model = "block_on_belt",
    .parameter = {"m", "g", "k", "belt", "F", "f", "phase"},
    .positions = 2,
    .velocities = 2,
    .contact = belt_contact,
    .dynamics = belt_dynamics};

/* Parameters m, half, Fx, Fy; state x, y, u, v. */
static void wedge_dynamics(const double *p, int n, double t, const double *x,
                           double *mass, double *force, double *size) {
    (void)n, (void)t, (void)x;
    for (int i = 0; i < 2; i++) {
        mass[3 * i] = p[0];
        force[i] = p[2 + i];
        size[i] = fabs(force[i]);
    }
}

/* The walls' inward normals are (1, 0) and (-1, 0) turned up by the half angle; what slides
 * is the component along the wall, upwards. */
static int wedge_contacts(const double *p, int n, const struct motion *t,
                          const struct motion *x, struct twin_contact *c) {
    (void)n, (void)t;
    for (int i = 0; i < 2; i++) {
        double side = i == 0 ? 1.0 : -1.0;
        const double normal[2] = {side * cos(p[1]), sin(p[1])};
        const double along[2] = {-side * normal[1], side * normal[0]};
        c[i].gap =
            motion_add(motion_scale(normal[0], x[0]), motion_scale(normal[1], x[1]));
        c[i].slides = 1;
        c[i].slide[0] =
            motion_add(motion_scale(along[0], x[2]), motion_scale(along[1], x[3]));
    }
    return 2;
}

/* The force does work. */
static void wedge_energy(const double *p, int n, double t, const double *x, double *e,
                         double *scale) {
    (void)n, (void)t;
    double motion = 0.5 * p[0] * (x[2] * x[2] + x[3] * x[3]);
    *e = motion - (p[2] * x[0] + p[3] * x[1]);
    *scale = fabs(motion) + fabs(p[2] * x[0]) + fabs(p[3] * x[1]);
}

const struct twin twin_wedge = {.model = "wedge",
                                .parameter = {"m", "half", "Fx", "Fy"},
                                .positions = 2,
                                .velocities = 2,
                                .invariants = 1,
                                .invariant = wedge_energy,
                                .contact = wedge_contacts,
                                .dynamics = wedge_dynamics};
