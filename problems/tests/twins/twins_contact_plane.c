/* Twins of rigid bodies and pendulums that strike something in a plane. What slides is the
 * point of the body at the foot of the gap.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* A body of mass m and moment J under gravity, with its velocities at these places; energy of
 * the body with its height at `up`. */
struct planar {
    double m, J, gravity;
    int turn, along, up, nv;
};

static void planar_dynamics(const struct planar *b, double *mass, double *force,
                            double *size) {
    const int place[3] = {b->turn, b->along, b->up};
    for (int i = 0; i < 3; i++) {
        mass[place[i] * (b->nv + 1)] = i == 0 ? b->J : b->m;
        force[place[i]] = size[place[i]] = 0.0;
    }
    force[b->up] = -b->m * b->gravity;
    size[b->up] = fabs(force[b->up]);
}

static void planar_energy(const struct planar *b, const double *x, double *e,
                          double *scale) {
    const double *v = x + b->nv;
    double speed = v[b->along] * v[b->along] + v[b->up] * v[b->up];
    double motion = 0.5 * (b->J * v[b->turn] * v[b->turn] + b->m * speed);
    double height = b->m * b->gravity * x[b->up];
    *e = motion + height;
    *scale = fabs(motion) + fabs(height);
}

/* The point of a body at the height zero: its velocity along the floor, from the arm that
 * leads down from the centre: u - w (-y). */
static struct motion slide_at_floor(struct motion u, struct motion w, struct motion y) {
    struct motion arm = motion_scale(-1.0, y);
    return motion_sub(u, motion_mul(w, arm));
}

/* Parameters m, s, g, J; state a, x, y, w, u, v, and with a fourth coordinate z, c. */
static struct planar find_rod(const double *p, int nv) {
    return (struct planar){p[0], p[3], p[2], 0, 1, 2, nv};
}

static void flat_dynamics(const double *p, int n, double t, const double *x, double *mass,
                          double *force, double *size) {
    (void)n, (void)t, (void)x;
    struct planar b = find_rod(p, 3);
    planar_dynamics(&b, mass, force, size);
}

static void flat_energy(const double *p, int n, double t, const double *x, double *e,
                        double *scale) {
    (void)n, (void)t;
    struct planar b = find_rod(p, 3);
    planar_energy(&b, x, e, scale);
}

/* The height of the end of a rod at a distance s from its centre. */
static struct motion end_height(double s, const struct motion *x) {
    return motion_add(x[2], motion_scale(s, motion_sin(x[0])));
}

static int flat_contacts(const double *p, int n, const struct motion *t,
                         const struct motion *x, struct twin_contact *c) {
    (void)n, (void)t;
    for (int i = 0; i < 2; i++)
        c[i] = (struct twin_contact){.gap = end_height(i == 0 ? -p[1] : p[1], x)};
    return 2;
}

const struct twin twin_rod_flat = {.model = "rod_flat",
                                   .parameter = {"m", "s", "g", "J"},
                                   .positions = 3,
                                   .velocities = 3,
                                   .invariants = 1,
                                   .invariant = flat_energy,
                                   .contact = flat_contacts,
                                   .dynamics = flat_dynamics};

static int rough_contacts(const double *p, int n, const struct motion *t,
                          const struct motion *x, struct twin_contact *c) {
    flat_contacts(p, n, t, x, c);
    for (int i = 0; i < 2; i++) {
        c[i].slides = 1;
        c[i].slide[0] = slide_at_floor(x[4], x[3], x[2]);
    }
    return 2;
}

const struct twin twin_rod_on_floor = {.model = "rod_on_floor",
                                       .parameter = {"m", "s", "g", "J"},
                                       .positions = 3,
                                       .velocities = 3,
                                       .invariants = 1,
                                       .invariant = flat_energy,
                                       .contact = rough_contacts,
                                       .dynamics = flat_dynamics};

static void impact_dynamics(const double *p, int n, double t, const double *x,
                            double *mass, double *force, double *size) {
    (void)n, (void)t, (void)x;
    struct planar b = find_rod(p, 4);
    planar_dynamics(&b, mass, force, size);
    mass[15] = b.m;
    force[3] = size[3] = 0.0;
}

static void impact_energy(const double *p, int n, double t, const double *x, double *e,
                          double *scale) {
    (void)n, (void)t;
    struct planar b = find_rod(p, 4);
    double across = 0.5 * b.m * x[7] * x[7];
    planar_energy(&b, x, e, scale);
    *e += across;
    *scale += across;
}

/* The tangents point against z and x. */
static int impact_contact(const double *p, int n, const struct motion *t,
                          const struct motion *x, struct twin_contact *c) {
    (void)n, (void)t;
    c[0] = (struct twin_contact){.gap = end_height(p[1], x), .slides = 2};
    c[0].slide[0] = motion_scale(-1.0, x[7]);
    c[0].slide[1] = motion_scale(-1.0, slide_at_floor(x[5], x[4], x[2]));
    return 1;
}

const struct twin twin_rod_impact = {.model = "rod_impact",
                                     .parameter = {"m", "s", "g", "J"},
                                     .positions = 4,
                                     .velocities = 4,
                                     .invariants = 1,
                                     .invariant = impact_energy,
                                     .contact = impact_contact,
                                     .dynamics = impact_dynamics};

/* Parameters m, R, g, c; state x, y, a, u, v, w. */
static struct planar find_wheel(const double *p) {
    return (struct planar){p[0], p[3] * p[0] * p[1] * p[1], p[2], 2, 0, 1, 3};
}

static void wheel_dynamics(const double *p, int n, double t, const double *x,
                           double *mass, double *force, double *size) {
    (void)n, (void)t, (void)x;
    struct planar b = find_wheel(p);
    planar_dynamics(&b, mass, force, size);
}

static void wheel_energy(const double *p, int n, double t, const double *x, double *e,
                         double *scale) {
    (void)n, (void)t;
    struct planar b = find_wheel(p);
    planar_energy(&b, x, e, scale);
}

static int wheel_contact(const double *p, int n, const struct motion *t,
                         const struct motion *x, struct twin_contact *c) {
    (void)n, (void)t;
    c[0].gap = motion_sub(x[1], motion_rest(p[1]));
    c[0].slides = 1;
    c[0].slide[0] = slide_at_floor(x[3], x[5], x[1]);
    return 1;
}

const struct twin twin_rotating_ball = {.model = "rotating_ball",
                                        .parameter = {"m", "R", "g", "c"},
                                        .positions = 3,
                                        .velocities = 3,
                                        .invariants = 1,
                                        .invariant = wheel_energy,
                                        .contact = wheel_contact,
                                        .dynamics = wheel_dynamics};

/* Two rods that hang on each other: rod i has its centre of mass at the fraction `centre` of
 * its length and the moment J[i] about it. The centres are moved by the derivatives (px, py)
 * of their places by the two angles. */
struct two_rods {
    double m[2], l[2], J[2], centre, g;
};

static void rods_dynamics(const struct two_rods *r, const double *x, double *mass,
                          double *force, double *size) {
    for (int k = 0; k < 2; k++)
        force[k] = size[k] = 0.0;
    for (int i = 0; i < 2; i++) {
        double px[2], py[2], ax = 0.0, ay = r->g, large = r->g;
        for (int k = 0; k < 2; k++) {
            double arm = k > i ? 0.0 : k == i ? r->centre * r->l[k] : r->l[k];
            px[k] = arm * cos(x[k]);
            py[k] = arm * sin(x[k]);
            ax -= arm * sin(x[k]) * x[2 + k] * x[2 + k];
            ay += arm * cos(x[k]) * x[2 + k] * x[2 + k];
            large += fabs(arm) * x[2 + k] * x[2 + k];
        }
        for (int k = 0; k < 2; k++) {
            for (int l = 0; l < 2; l++)
                mass[2 * k + l] += r->m[i] * (px[k] * px[l] + py[k] * py[l]);
            force[k] -= r->m[i] * (px[k] * ax + py[k] * ay);
            size[k] += r->m[i] * large * (fabs(px[k]) + fabs(py[k])) *
                       (1.0 + fabs(x[0]) + fabs(x[1]));
        }
        mass[3 * i] += r->J[i];
    }
}

static void rods_energy(const struct two_rods *r, const double *x, double *e,
                        double *scale) {
    double u = 0.0, v = 0.0, height = 0.0, speed = 0.0, reach = 0.0;
    *e = *scale = 0.0;
    for (int i = 0; i < 2; i++) {
        double s = r->centre * r->l[i], w = x[2 + i];
        double cu = u + s * cos(x[i]) * w, cv = v + s * sin(x[i]) * w;
        *e += 0.5 * r->m[i] * (cu * cu + cv * cv) + 0.5 * r->J[i] * w * w +
              r->m[i] * r->g * (height - s * cos(x[i]));
        u += r->l[i] * cos(x[i]) * w;
        v += r->l[i] * sin(x[i]) * w;
        height -= r->l[i] * cos(x[i]);
        speed += r->l[i] * fabs(w);
        reach += r->l[i];
        *scale += (r->m[i] * (speed * speed + r->g * reach) + r->J[i] * w * w) *
                  (1.0 + fabs(x[0]) + fabs(x[1]));
    }
}

/* Parameters m, l, g, a0, b0, h0; state a, b, u, w. */
static struct two_rods find_kane(const double *p) {
    double J = p[0] * p[1] * p[1] / 12.0;
    return (struct two_rods){{p[0], p[0]}, {p[1], p[1]}, {J, J}, 0.5, p[2]};
}

static void kane_dynamics(const double *p, int n, double t, const double *x, double *mass,
                          double *force, double *size) {
    (void)n, (void)t;
    struct two_rods r = find_kane(p);
    rods_dynamics(&r, x, mass, force, size);
}

static void kane_energy(const double *p, int n, double t, const double *x, double *e,
                        double *scale) {
    (void)n, (void)t;
    struct two_rods r = find_kane(p);
    rods_energy(&r, x, e, scale);
}

/* The tip above the floor, which is h0 below where the tip starts; the tip's velocity. */
static int kane_contact(const double *p, int n, const struct motion *t,
                        const struct motion *x, struct twin_contact *c) {
    (void)n, (void)t;
    double start = -p[1] * cos(p[3]) - p[1] * cos(p[4]);
    struct motion tip =
        motion_scale(-p[1], motion_add(motion_cos(x[0]), motion_cos(x[1])));
    struct motion along = motion_rest(0.0);
    for (int i = 0; i < 2; i++)
        along = motion_add(along, motion_scale(p[1], motion_sin(x[i])));
    c[0].gap = motion_sub(tip, motion_rest(start - p[5]));
    c[0].gap.size[0] += fabs(start);
    c[0].slides = 1;
    c[0].slide[0] = motion_of(along.value[1], 0.0, 0.0);
    c[0].slide[0].size[0] = along.size[1];
    return 1;
}

const struct twin twin_kane_pendulum = {.model = "kane_pendulum",
                                        .parameter = {"m", "l", "g", "a0", "b0", "h0"},
                                        .positions = 2,
                                        .velocities = 2,
                                        .invariants = 1,
                                        .invariant = kane_energy,
                                        .contact = kane_contact,
                                        .dynamics = kane_dynamics};

/* Parameters m1, m2, l1, l2, g; state a, b, u, w. */
static struct two_rods find_swing(const double *p) {
    return (struct two_rods){{p[0], p[1]}, {p[2], p[3]}, {0.0, 0.0}, 1.0, p[4]};
}

static void swing_dynamics(const double *p, int n, double t, const double *x,
                           double *mass, double *force, double *size) {
    (void)n, (void)t;
    struct two_rods r = find_swing(p);
    rods_dynamics(&r, x, mass, force, size);
}

static void swing_energy(const double *p, int n, double t, const double *x, double *e,
                         double *scale) {
    (void)n, (void)t;
    struct two_rods r = find_swing(p);
    rods_energy(&r, x, e, scale);
}

/* The masses' distances from the wall. */
static int swing_contacts(const double *p, int n, const struct motion *t,
                          const struct motion *x, struct twin_contact *c) {
    (void)n, (void)t;
    struct motion place = motion_rest(0.0);
    for (int i = 0; i < 2; i++) {
        place = motion_add(place, motion_scale(p[2 + i], motion_sin(x[i])));
        c[i] = (struct twin_contact){.gap = place};
    }
    return 2;
}

const struct twin twin_wall_pendulum = {.model = "wall_pendulum",
                                        .parameter = {"m1", "m2", "l1", "l2", "g"},
                                        .positions = 2,
                                        .velocities = 2,
                                        .invariants = 1,
                                        .invariant = swing_energy,
                                        .contact = swing_contacts,
                                        .dynamics = swing_dynamics};

/* Parameters mM, JM, mS, JS, k, g, lM, lG, lS, hM, hS, rO, rM, angles; state y, m, s and rates.
 * The bird's centre moves across the pole and along it with the velocities times across[] and
 * along[], which turn[] changes: of small angles nothing is across, and along is (1, lM, lG). */
struct bird {
    double across[3], along[3], turn[2];
};

static struct bird bird_at(const double *p, const double *x) {
    struct bird b = {{0.0, 0.0, 0.0}, {1.0, p[6], p[7]}, {0.0, 0.0}};
    for (int i = 1; i < 3 && p[13] > 1.0; i++) {
        const double arm = p[5 + i], w = x[3 + i];
        b.along[i] = arm * cos(x[i]);
        b.across[i] = -arm * sin(x[i]);
        b.turn[0] -= b.along[i] * w * w;
        b.turn[1] += b.across[i] * w * w;
    }
    return b;
}

static void bird_dynamics(const double *p, int n, double t, const double *x, double *mass,
                          double *force, double *size) {
    (void)n, (void)t;
    const struct bird b = bird_at(p, x);
    const double moment[3] = {0.0, p[1], p[3]};
    double torque = p[4] * (x[1] - x[2]), large = p[4] * (fabs(x[1]) + fabs(x[2]));
    double fast = fabs(b.turn[0]) + fabs(b.turn[1]);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            mass[3 * i + j] =
                p[2] * (b.along[i] * b.along[j] + b.across[i] * b.across[j]);
        mass[4 * i] += moment[i];
        force[i] = -p[2] * (b.along[i] * (p[5] + b.turn[1]) + b.across[i] * b.turn[0]) +
                   (i == 1   ? -torque
                    : i == 2 ? torque
                             : 0.0);
        size[i] = p[2] * (p[5] + fast) * (fabs(b.along[i]) + fabs(b.across[i])) +
                  (i > 0 ? large : 0.0);
    }
    mass[0] += p[0];
    force[0] -= p[0] * p[5];
    size[0] += p[0] * p[5];
}

static double sine(const double *p, double angle) {
    return p[13] > 1.0 ? sin(angle) : angle;
}

static void bird_energy(const double *p, int n, double t, const double *x, double *e,
                        double *scale) {
    (void)n, (void)t;
    const struct bird b = bird_at(p, x);
    const double *v = x + 3;
    double up = 0.0, off = 0.0, fast = 0.0, twist = x[1] - x[2];
    for (int i = 0; i < 3; i++) {
        up += b.along[i] * v[i];
        off += b.across[i] * v[i];
        fast += (fabs(b.along[i]) + fabs(b.across[i])) * fabs(v[i]);
    }
    double height = x[0] + p[6] * sine(p, x[1]) + p[7] * sine(p, x[2]);
    double high = fabs(x[0]) + fabs(p[6] * x[1]) + fabs(p[7] * x[2]);
    double own = 0.5 * (p[0] * v[0] * v[0] + p[1] * v[1] * v[1] + p[3] * v[2] * v[2]);
    *e = own + 0.5 * p[2] * (up * up + off * off) + 0.5 * p[4] * twist * twist +
         p[5] * (p[0] * x[0] + p[2] * height);
    *scale = own + p[2] * fast * fast + p[4] * (x[1] * x[1] + x[2] * x[2]) +
             p[5] * (p[0] * fabs(x[0]) + p[2] * high);
}

/* Where the point (a, b) of a body at an angle is, across the pole. */
static struct motion across_pole(const double *p, double a, double b,
                                 struct motion angle) {
    if (!(p[13] > 1.0))
        return motion_sub(motion_rest(a), motion_scale(b, angle));
    return motion_sub(motion_scale(a, motion_cos(angle)),
                      motion_scale(b, motion_sin(angle)));
}

/* How fast it moves along the pole for its body's spin. */
static struct motion along_pole(const double *p, double a, double b, struct motion angle,
                                struct motion spin) {
    if (!(p[13] > 1.0))
        return motion_scale(a, spin);
    return motion_mul(across_pole(p, a, b, angle), spin);
}

static int bird_contacts(const double *p, int n, const struct motion *t,
                         const struct motion *x, struct twin_contact *c) {
    (void)n, (void)t;
    const double sum = p[6] + p[7] + p[8];
    c[0].gap = motion_add(across_pole(p, p[6], 0.0, x[1]),
                          across_pole(p, p[7] - p[8], p[10], x[2]));
    c[0].slide[0] = motion_add(along_pole(p, p[6], 0.0, x[1], x[4]),
                               along_pole(p, p[7] - p[8], p[10], x[2], x[5]));
    c[0].gap.size[0] += sum;
    c[0].slide[0].size[0] += sum * fabs(x[5].value[0]);
    for (int i = 1; i < 3; i++) {
        const double edge = i == 1 ? -p[9] : p[9];
        c[i].gap = across_pole(p, p[12], edge, x[1]);
        c[i].slide[0] = along_pole(p, p[12], edge, x[1], x[4]);
    }
    for (int i = 0; i < 3; i++) {
        c[i].gap = motion_sub(c[i].gap, motion_rest(p[11]));
        c[i].gap.size[0] += p[12] + p[11];
        c[i].slide[0] = motion_add(x[3], c[i].slide[0]);
        c[i].slides = 1;
    }
    return 3;
}

const struct twin twin_woodpecker = {.model = "woodpecker",
                                     .parameter = {"mM", "JM", "mS", "JS", "k", "g", "lM",
                                                   "lG", "lS", "hM", "hS", "rO", "rM",
                                                   "angles"},
                                     .positions = 3,
                                     .velocities = 3,
                                     .invariants = 1,
                                     .invariant = bird_energy,
                                     .contact = bird_contacts,
                                     .dynamics = bird_dynamics};

/* Parameters m, l, g, depth; state x, y, u, v. */
static void hung_dynamics(const double *p, int n, double t, const double *x, double *mass,
                          double *force, double *size) {
    (void)n, (void)t, (void)x;
    mass[0] = mass[3] = p[0];
    force[0] = size[0] = 0.0;
    force[1] = -p[0] * p[2];
    size[1] = fabs(force[1]);
}

static void hung_joint(const double *p, int n, const struct motion *t,
                       const struct motion *x, struct motion *g) {
    (void)n, (void)t;
    g[0] = motion_sub(motion_sqrt(motion_dot(2, x, x)), motion_rest(p[1]));
}

static int hung_contact(const double *p, int n, const struct motion *t,
                        const struct motion *x, struct twin_contact *c) {
    (void)n, (void)t;
    c[0].gap = motion_sub(x[1], motion_rest(-p[3]));
    c[0].slides = 1;
    c[0].slide[0] = x[2];
    return 1;
}

static void hung_energy(const double *p, int n, double t, const double *x, double *e,
                        double *scale) {
    (void)n, (void)t;
    double motion = 0.5 * p[0] * (x[2] * x[2] + x[3] * x[3]), height = p[0] * p[2] * x[1];
    *e = motion + height;
    *scale = fabs(motion) + fabs(height);
}

const struct twin twin_pendulum_on_floor = {.model = "pendulum_on_floor",
                                            .parameter = {"m", "l", "g", "depth"},
                                            .positions = 2,
                                            .velocities = 2,
                                            .invariants = 1,
                                            .invariant = hung_energy,
                                            .more_joints = 1,
                                            .joint = hung_joint,
                                            .contact = hung_contact,
                                            .dynamics = hung_dynamics};
