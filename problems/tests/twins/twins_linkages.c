/* Twins of linkages of bars: rows of four-bar linkages, Bricard's linkage. Bars are added one
 * by one; Garcia de Jalon, Bayo, Kinematic and Dynamic Simulation of Multibody Systems (1994),
 * 4.2: a bar of mass m between two points has the kinetic energy m (a.a + a.b + b.b)/6 of
 * their velocities.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* Adds a bar between the velocities a and b of `count`; -1: that end is fixed. */
static void add_bar(int count, double m, int a, int b, double *mass) {
    if (a >= 0)
        mass[a * count + a] += m / 3.0;
    if (b >= 0)
        mass[b * count + b] += m / 3.0;
    if (a >= 0 && b >= 0) {
        mass[a * count + b] += m / 6.0;
        mass[b * count + a] += m / 6.0;
    }
}

static void add_weight(double weight, int place, double *force, double *size) {
    if (place < 0)
        return;
    force[place] -= weight;
    size[place] += fabs(weight);
}

static void clear(int count, double *force, double *size) {
    for (int i = 0; i < count; i++)
        force[i] = size[i] = 0.0;
}

/* Parameters m, l, g; state x[1..n], y[1..n] and their rates. */
static void row_dynamics(const double *p, int n, double t, const double *x, double *mass,
                         double *force, double *size) {
    (void)t, (void)x;
    clear(2 * n, force, size);
    for (int i = 0; i < n; i++) {
        for (int axis = 0; axis < 2; axis++) {
            int here = axis * n + i;
            add_bar(2 * n, p[0], -1, here, mass);
            if (i > 0)
                add_bar(2 * n, p[0], here - 1, here, mass);
        }
        add_weight(p[0] * p[2] / 2.0, n + i, force, size);
        for (int end = 0; i > 0 && end < 2; end++)
            add_weight(p[0] * p[2] / 2.0, n + i - end, force, size);
    }
}

static struct motion half_excess(int axes, const struct motion *apart, double length) {
    struct motion square = motion_rest(length * length);
    return motion_scale(0.5, motion_sub(motion_dot(axes, apart, apart), square));
}

static void row_joints(const double *p, int n, const struct motion *t,
                       const struct motion *x, struct motion *g) {
    (void)t;
    for (int i = 0; i < n; i++) {
        struct motion foot = motion_rest((i + 1) * p[1]);
        struct motion crank[2] = {motion_sub(x[i], foot), x[n + i]};
        g[i] = half_excess(2, crank, p[1]);
        if (i == 0)
            continue;
        struct motion coupler[2] = {motion_sub(x[i], x[i - 1]),
                                    motion_sub(x[n + i], x[n + i - 1])};
        g[n + i - 1] = half_excess(2, coupler, p[1]);
    }
}

static void row_energy(const double *p, int n, double t, const double *x, double *e,
                       double *scale) {
    (void)t;
    const double *y = x + n, *v[2] = {x + 2 * n, x + 3 * n};
    *e = *scale = 0.0;
    for (int i = 0; i < n; i++) {
        double middle = y[i] / 2.0, size = fabs(middle), square = 0.0, mixed = 0.0;
        if (i > 0) {
            middle += (y[i - 1] + y[i]) / 2.0;
            size += (fabs(y[i - 1]) + fabs(y[i])) / 2.0;
        }
        for (int axis = 0; axis < 2; axis++) {
            double a = v[axis][i], b = i > 0 ? v[axis][i - 1] : 0.0;
            square += (i > 0 ? 2.0 : 1.0) * a * a + b * b;
            mixed += a * b;
        }
        *e += p[0] * (p[2] * middle + (square + mixed) / 6.0);
        *scale += p[0] * (p[2] * size + (square + fabs(mixed)) / 6.0);
    }
}

const struct twin twin_four_bar = {.model = "four_bar",
                                   .parameter = {"m", "l", "g"},
                                   .positions = 2,
                                   .velocities = 2,
                                   .sized = true,
                                   .invariants = 1,
                                   .invariant = row_energy,
                                   .joints = 2,
                                   .more_joints = -1,
                                   .joint = row_joints,
                                   .dynamics = row_dynamics};

/* One angle: cranks turn about an end, the couplers, one less, only move. Parameters m, l, g,
 * cranks. */
static void reduced_rates(const double *p, int n, double t, const double *x, double *f,
                          double *scale) {
    (void)n, (void)t;
    double inertia = 0.0, moment = 0.0;
    for (int i = 0; i < (int)p[3]; i++) {
        inertia += (i > 0 ? 4.0 / 3.0 : 1.0 / 3.0) * p[0] * p[1] * p[1];
        moment += (i > 0 ? 1.5 : 0.5) * p[0] * p[1] * p[2];
    }
    f[0] = moment * sin(x[0]) / inertia;
    scale[0] = fabs(f[0]);
}

static void reduced_energy(const double *p, int n, double t, const double *x, double *e,
                           double *scale) {
    (void)n, (void)t;
    *e = *scale = 0.0;
    for (int i = 0; i < (int)p[3]; i++) {
        double speed = p[1] * x[1];
        double kinetic = (i > 0 ? 4.0 : 1.0) / 6.0 * p[0] * speed * speed;
        double height = (i > 0 ? 1.5 : 0.5) * p[0] * p[2] * p[1] * cos(x[0]);
        *e += kinetic + height;
        *scale += kinetic + fabs(height);
    }
}

const struct twin twin_four_bar_reduced = {.model = "four_bar_reduced",
                                           .parameter = {"m", "l", "g", "cranks"},
                                           .positions = 1,
                                           .velocities = 1,
                                           .invariants = 1,
                                           .rates = reduced_rates,
                                           .invariant = reduced_energy};

enum { HINGES = 6, BARS = 5, UNKNOWNS = 24 };

/* The columns of the rotation by yaw, pitch and roll, one turn after the other. */
static void find_columns(const double *angle, double column[3][3]) {
    static const int about[3] = {0, 1, 2}; /* roll first */
    for (int k = 0; k < 3; k++) {
        double *u = column[k];
        for (int i = 0; i < 3; i++)
            u[i] = i == k ? 1.0 : 0.0;
        for (int turn = 0; turn < 3; turn++) {
            int b = (about[turn] + 1) % 3, c = (about[turn] + 2) % 3;
            double co = cos(angle[2 - turn]), si = sin(angle[2 - turn]);
            double ub = co * u[b] - si * u[c], uc = si * u[b] + co * u[c];
            u[b] = ub;
            u[c] = uc;
        }
    }
}

/* The place of hinge k's point (or axis) among the unknowns, -1 when it is fixed. */
static int find_place(int k, bool is_axis) {
    return k == 0 || k == HINGES - 1 ? -1 : (is_axis ? 12 : 0) + 3 * (k - 1);
}

/* Parameters m, l, g, side, yaw, pitch, roll. A bar is a frame: its own direction, and the
 * axes of its hinges, along which it is as wide as `side`. */
static void ring_dynamics(const double *p, int n, double t, const double *x, double *mass,
                          double *force, double *size) {
    (void)n, (void)t, (void)x;
    clear(UNKNOWNS, force, size);
    for (int bar = 0; bar < BARS; bar++) {
        int from = find_place(bar, false), to = find_place(bar + 1, false);
        for (int i = 0; i < 3; i++)
            add_bar(UNKNOWNS, p[0], from < 0 ? -1 : from + i, to < 0 ? -1 : to + i, mass);
        for (int end = 0; end < 2; end++) {
            int axis = find_place(bar + end, true), point = end ? to : from;
            for (int i = 0; axis >= 0 && i < 3; i++)
                mass[(axis + i) * (UNKNOWNS + 1)] += p[0] * p[3] * p[3] / 12.0;
            add_weight(p[0] * p[2] / 2.0, point < 0 ? -1 : point + 1, force, size);
        }
    }
}

/* A fixed vector; its components are sums of products of sines. */
static void fix(const double *u, double length, struct motion *x) {
    for (int i = 0; i < 3; i++) {
        x[i] = motion_rest(length * u[i]);
        x[i].size[0] = 3.0 * fabs(length);
    }
}

static void ring_joints(const double *p, int n, const struct motion *t,
                        const struct motion *x, struct motion *g) {
    (void)n, (void)t;
    struct motion point[HINGES][3], axis[HINGES][3];
    double column[3][3];
    find_columns(p + 4, column);
    fix(column[0], 0.0, point[0]);
    fix(column[2], p[1], point[HINGES - 1]);
    fix(column[1], 1.0, axis[0]);
    fix(column[0], 1.0, axis[HINGES - 1]);
    for (int k = 1; k < HINGES - 1; k++) {
        for (int i = 0; i < 3; i++) {
            point[k][i] = x[find_place(k, false) + i];
            axis[k][i] = x[find_place(k, true) + i];
        }
        g[BARS + k - 1] = half_excess(3, axis[k], 1.0);
    }
    for (int k = 0; k < BARS; k++) {
        struct motion along[3];
        for (int i = 0; i < 3; i++)
            along[i] = motion_sub(point[k + 1][i], point[k][i]);
        g[k] = half_excess(3, along, p[1]);
        g[9 + k] = motion_dot(3, along, axis[k]);
        g[14 + k] = motion_dot(3, along, axis[k + 1]);
        g[19 + k] = motion_dot(3, axis[k], axis[k + 1]);
    }
}

const struct twin twin_bricard = {
    .model = "bricard",
    .parameter = {"m", "l", "g", "side", "yaw", "pitch", "roll"},
    .positions = UNKNOWNS,
    .velocities = UNKNOWNS,
    .invariants = 1,
    .more_joints = 24,
    .joint = ring_joints,
    .dynamics = ring_dynamics};
