/* Twins of a block, of balls and of bricks in space.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "problems/tests/models/twin_body.h"

enum { MOST = 32 };

/* The moments of a cuboid with the half edges h about the axes of space, by the axes of its
 * body: sum_k J_k a_k a_k^T. */
static void find_inertia(double m, const double *h, const double *q, double J[3][3]) {
    struct motion x[BODY_POSITIONS + BODY_VELOCITIES];
    for (int i = 0; i < BODY_POSITIONS + BODY_VELOCITIES; i++)
        x[i] = motion_rest(i < BODY_POSITIONS ? q[i] : 0.0);
    struct body b = body_read(x, 1, 0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            J[i][j] = 0.0;
            for (int k = 0; k < 3; k++) {
                double next = h[(k + 1) % 3], last = h[(k + 2) % 3];
                double moment = m * (next * next + last * last) / 3.0;
                J[i][j] += moment * b.axis[k][i].value[0] * b.axis[k][j].value[0];
            }
        }
}

/* Parameters m, g, slope, a, b, c. Euler's equation J w' = (J w) x w. */
static void block_dynamics(const double *p, int n, double t, const double *x,
                           double *mass, double *force, double *size) {
    (void)n, (void)t;
    double J[3][3], L[3] = {0.0, 0.0, 0.0}, large = 0.0;
    const double *w = x + BODY_POSITIONS;
    const double gravity[3] = {p[1] * sin(p[2]), -p[1] * cos(p[2]), 0.0};
    find_inertia(p[0], p + 3, x, J);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            L[i] += J[i][j] * w[j];
            large += sqrt(fabs(J[i][i] * J[j][j])) * fabs(w[j]);
        }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        for (int l = 0; l < 3; l++)
            mass[6 * i + l] = J[i][l];
        force[i] = L[j] * w[k] - L[k] * w[j];
        size[i] = large * (fabs(w[j]) + fabs(w[k]));
        mass[7 * (3 + i)] = p[0];
        force[3 + i] = p[0] * gravity[i];
        size[3 + i] = fabs(force[3 + i]);
    }
}

static void block_map(const double *p, int n, double t, const double *x, double *f,
                      double *scale) {
    (void)p, (void)n, (void)t;
    body_map(1, x, f, scale);
}

static int block_contacts(const double *p, int n, const struct motion *t,
                          const struct motion *x, struct twin_contact *c) {
    (void)n, (void)t;
    struct body b = body_read(x, 1, 0);
    for (int i = 0; i < 4; i++) {
        const double arm[3] = {i < 2 ? -p[3] : p[3], -p[4], i % 2 ? p[5] : -p[5]};
        c[i] = body_on_floor(&b, arm);
    }
    return 4;
}

static void block_energy(const double *p, int n, double t, const double *x, double *e,
                         double *scale) {
    (void)n, (void)t;
    const double none = 0.0, *w = x + BODY_POSITIONS;
    const double gravity[3] = {p[1] * sin(p[2]), -p[1] * cos(p[2]), 0.0};
    double J[3][3];
    body_energy(1, p, &none, gravity, x, e, scale);
    find_inertia(p[0], p + 3, x, J);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            *e += 0.5 * w[i] * J[i][j] * w[j];
            *scale += 0.5 * fabs(w[i] * w[j]) * sqrt(fabs(J[i][i] * J[j][j]));
        }
}

const struct twin twin_sliding_block = {.model = "sliding_block",
                                        .parameter = {"m", "g", "slope", "a", "b", "c"},
                                        .positions = BODY_POSITIONS,
                                        .velocities = BODY_VELOCITIES,
                                        .map = block_map,
                                        .invariants = 1,
                                        .invariant = block_energy,
                                        .contact = block_contacts,
                                        .dynamics = block_dynamics};

/* Parameters m, r, g, top. */
static void ball_masses(const double *p, int n, double *m, double *J) {
    for (int i = 0; i < n; i++) {
        m[i] = i + 1 < n ? p[0] : p[0] * p[3];
        J[i] = 0.4 * m[i] * p[1] * p[1];
    }
}

static void balls_map(const double *p, int n, double t, const double *x, double *f,
                      double *scale) {
    (void)p, (void)t;
    body_map(n, x, f, scale);
}

static void balls_dynamics(const double *p, int n, double t, const double *x,
                           double *mass, double *force, double *size) {
    (void)t, (void)x;
    double m[MOST], J[MOST];
    const double gravity[3] = {0.0, -p[2], 0.0};
    ball_masses(p, n, m, J);
    body_dynamics(n, m, J, gravity, mass, force, size);
}

static void balls_energy(const double *p, int n, double t, const double *x, double *e,
                         double *scale) {
    (void)t;
    double m[MOST], J[MOST];
    const double gravity[3] = {0.0, -p[2], 0.0};
    ball_masses(p, n, m, J);
    body_energy(n, m, J, gravity, x, e, scale);
}

/* Two balls touch half-way. The first tangent is normal to z and to the line of centres, and
 * the second to both of them. */
static struct twin_contact touch(const struct body *b, const struct body *under,
                                 double radius) {
    struct motion apart[3], half[3], v[3], w[3], slip[3], first[3], second[3];
    for (int l = 0; l < 3; l++) {
        apart[l] = motion_sub(b->centre[l], under->centre[l]);
        half[l] = motion_scale(0.5, motion_add(b->centre[l], under->centre[l]));
    }
    body_velocity(b, half, v);
    body_velocity(under, half, w);
    for (int l = 0; l < 3; l++)
        slip[l] = motion_sub(v[l], w[l]);
    struct motion flat = motion_sqrt(motion_dot(2, apart, apart));
    struct motion distance = motion_sqrt(motion_dot(3, apart, apart));
    first[0] = motion_div(apart[1], flat);
    first[1] = motion_scale(-1.0, motion_div(apart[0], flat));
    first[2] = motion_rest(0.0);
    for (int l = 0; l < 3; l++) {
        int j = (l + 1) % 3, k = (l + 2) % 3;
        second[l] =
            motion_sub(motion_mul(first[j], apart[k]), motion_mul(first[k], apart[j]));
        second[l] = motion_div(second[l], distance);
    }
    struct twin_contact c = {.slides = 2};
    c.gap = motion_sub(distance, motion_rest(2.0 * radius));
    c.slide[0] = motion_dot(3, slip, first);
    c.slide[1] = motion_dot(3, slip, second);
    return c;
}

static int balls_contacts(const double *p, int n, const struct motion *t,
                          const struct motion *x, struct twin_contact *c) {
    (void)t;
    static const double middle[3] = {0.0, 0.0, 0.0};
    struct body under = body_read(x, n, 0);
    c[0] = body_on_floor(&under, middle);
    c[0].gap = motion_sub(c[0].gap, motion_rest(p[1]));
    for (int i = 1; i < n; i++) {
        struct body b = body_read(x, n, i);
        c[i] = touch(&b, &under, p[1]);
        under = b;
    }
    return n;
}

const struct twin twin_sphere_stack = {.model = "sphere_stack",
                                       .parameter = {"m", "r", "g", "top"},
                                       .positions = BODY_POSITIONS,
                                       .velocities = BODY_VELOCITIES,
                                       .sized = true,
                                       .map = balls_map,
                                       .invariants = 1,
                                       .invariant = balls_energy,
                                       .contact = balls_contacts,
                                       .dynamics = balls_dynamics};

/* Parameters m, g, slope, a, b, top, bottom. */
static void brick_masses(const double *p, int n, double *m, double *J) {
    for (int i = 0; i < n; i++)
        m[i] = p[0];
    m[0] *= p[6];
    m[n - 1] *= p[5];
    for (int i = 0; i < n; i++)
        J[i] = m[i] * (p[3] * p[3] + p[4] * p[4]) / 3.0;
}

static void bricks_dynamics(const double *p, int n, double t, const double *x,
                            double *mass, double *force, double *size) {
    (void)t, (void)x;
    double m[MOST], J[MOST];
    const double gravity[3] = {p[1] * sin(p[2]), -p[1] * cos(p[2]), 0.0};
    brick_masses(p, n, m, J);
    body_dynamics(n, m, J, gravity, mass, force, size);
}

static void bricks_energy(const double *p, int n, double t, const double *x, double *e,
                          double *scale) {
    (void)t;
    double m[MOST], J[MOST];
    const double gravity[3] = {p[1] * sin(p[2]), -p[1] * cos(p[2]), 0.0};
    brick_masses(p, n, m, J);
    body_energy(n, m, J, gravity, x, e, scale);
}

/* Corner number i of the face below, at (+-a, -b, +-c), z first. */
static void set_corner(double *arm, int i, double a, double b, double c) {
    arm[0] = i < 2 ? -a : a;
    arm[1] = -b;
    arm[2] = i % 2 ? c : -c;
}

static int bricks_contacts(const double *p, int n, const struct motion *t,
                           const struct motion *x, struct twin_contact *c) {
    (void)t;
    struct corner corner = {.up = 1, .second = 2, .side = 1.0, .half = p[4], .sign = 1.0};
    for (int i = 0; i < n; i++) {
        struct body b = body_read(x, n, i), under = body_read(x, n, i > 0 ? i - 1 : 0);
        for (int k = 0; k < 4; k++) {
            set_corner(corner.arm, k, p[3], p[4], p[3]);
            c[4 * i + k] =
                i == 0 ? body_on_floor(&b, corner.arm) : body_corner(&b, &under, &corner);
        }
    }
    return 4 * n;
}

const struct twin twin_brick_stack = {
    .model = "brick_stack",
    .parameter = {"m", "g", "slope", "a", "b", "top", "bottom"},
    .positions = BODY_POSITIONS,
    .velocities = BODY_VELOCITIES,
    .sized = true,
    .map = balls_map,
    .invariants = 1,
    .invariant = bricks_energy,
    .contact = bricks_contacts,
    .dynamics = bricks_dynamics};

/* Parameters rows, columns, rise, m, g, a, b, c: the length of a row, from 0, and the number of
 * a brick in it. */
static int row_length(const double *p, int row) {
    return (int)p[1] - (p[2] > 1.0 ? row : 0);
}

static int wall_bodies(const double *p, int n) {
    (void)n;
    int count = 0;
    for (int row = 0; row < (int)p[0]; row++)
        count += row_length(p, row);
    return count;
}

static int find_brick(const double *p, int row, int place) {
    for (int i = 0; i < row; i++)
        place += row_length(p, i);
    return place;
}

static void wall_map(const double *p, int n, double t, const double *x, double *f,
                     double *scale) {
    (void)t;
    body_map(wall_bodies(p, n), x, f, scale);
}

/* A brick's moments about its three axes, their mean. */
static void wall_masses(const double *p, int count, double *m, double *J) {
    double squares = p[5] * p[5] + p[6] * p[6] + p[7] * p[7];
    for (int i = 0; i < count; i++) {
        m[i] = p[3];
        J[i] = p[3] / 3.0 * (2.0 * squares) / 3.0;
    }
}

static void wall_dynamics(const double *p, int n, double t, const double *x, double *mass,
                          double *force, double *size) {
    (void)t, (void)x;
    double m[MOST], J[MOST];
    const double gravity[3] = {0.0, -p[4], 0.0};
    wall_masses(p, wall_bodies(p, n), m, J);
    body_dynamics(wall_bodies(p, n), m, J, gravity, mass, force, size);
}

static void wall_energy(const double *p, int n, double t, const double *x, double *e,
                        double *scale) {
    (void)t;
    double m[MOST], J[MOST];
    const double gravity[3] = {0.0, -p[4], 0.0};
    wall_masses(p, wall_bodies(p, n), m, J);
    body_energy(wall_bodies(p, n), m, J, gravity, x, e, scale);
}

/* The rectangle that the faces of two bricks have in common, the upper one to the right of the
 * lower one for side = 1: two corners of each on the other. */
static struct twin_contact *stack_pair(const double *p, const struct body *upper,
                                       const struct body *lower, double side,
                                       struct twin_contact *c) {
    for (int l = 0; l < 4; l++) {
        bool own = l < 2;
        struct corner corner = {.up = 1, .second = 2, .half = p[6]};
        corner.side = corner.sign = own ? 1.0 : -1.0;
        set_corner(corner.arm, l % 2, p[5], p[6], p[7]);
        corner.arm[0] = own ? -side * p[5] : side * p[5];
        corner.arm[1] = own ? -p[6] : p[6];
        *c++ =
            own ? body_corner(upper, lower, &corner) : body_corner(lower, upper, &corner);
    }
    return c;
}

/* In a wall rows 2, 4, ... stand to the right of the rows below and above. */
static int wall_contacts(const double *p, int n, const struct motion *t,
                         const struct motion *x, struct twin_contact *c) {
    (void)t;
    struct twin_contact *next = c;
    int count = wall_bodies(p, n);
    for (int i = 0; i < row_length(p, 0); i++)
        for (int k = 0; k < 4; k++) {
            double arm[3];
            struct body b = body_read(x, count, i);
            set_corner(arm, k, p[5], p[6], p[7]);
            *next++ = body_on_floor(&b, arm);
        }
    for (int row = 1; row < (int)p[0]; row++)
        for (int i = 0; i < row_length(p, row); i++)
            for (int s = 0; s < 2; s++) {
                int under = i + s - (p[2] < 2.0 && row % 2 == 0 ? 1 : 0);
                if (under < 0 || under >= row_length(p, row - 1))
                    continue;
                struct body upper = body_read(x, count, find_brick(p, row, i));
                struct body lower = body_read(x, count, find_brick(p, row - 1, under));
                next = stack_pair(p, &upper, &lower, s ? -1.0 : 1.0, next);
            }
    return (int)(next - c);
}

const struct twin twin_brick_wall = {
    .model = "brick_wall",
    .parameter = {"rows", "columns", "rise", "m", "g", "a", "b", "c"},
    .positions = BODY_POSITIONS,
    .velocities = BODY_VELOCITIES,
    .bodies = wall_bodies,
    .map = wall_map,
    .invariants = 1,
    .invariant = wall_energy,
    .contact = wall_contacts,
    .dynamics = wall_dynamics};
