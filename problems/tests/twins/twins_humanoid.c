/* Twin of a human body in flight: Kane's equations with a full mass matrix, M u' = Q - b from
 * the Jacobians of all segments, where the model's come from a recursion.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>
#include <stdlib.h>

#include "problems/tests/models/twin_dense.h"

enum { SEGMENTS = 16, POSITIONS = 43, VELOCITIES = 35, GROUND = -1 };
enum { MASS, GRAVITY, STIFFNESS, REST };
enum kind { FREE, BALL, HINGE };

/* Where its first position and velocity are; place, axis, centre of mass and radii of gyration,
 * in metres along the axes of the segment before or its own. */
struct segment {
    int parent, position, velocity;
    enum kind kind;
    double place[3];
    int axis;
    double part, center[3], radius[3];
    int rests; /* its spring is slack at `rest`, or at 0 */
};

/* Pelvis, waist, chest and head; left and right upper arm, forearm and hand; left and right
 * thigh, shank and foot. */
#define PLACE(x, y, z)                                                                   \
    { x, y, z }
#define SEGMENT(...) {__VA_ARGS__},
static const struct segment segments[SEGMENTS] = {
#include "problems/tests/twins/humanoid_segments.def"
};
#undef SEGMENT
#undef PLACE

/* A segment in space: its axes (by columns), its joint and centre of mass, how it turns; and its
 * accelerations where all u' are zero, of the joint and of the centre. */
struct place {
    double axes[3][3], joint[3], center[3], turning[3];
    double turning_rate[3], joint_rate[3], center_rate[3];
    double far, fast, rate; /* sizes: of places, of turning, of accelerations */
};

/* How a velocity moves a segment: turns it, and moves its centre. */
struct column {
    double turns[3], moves[3];
};

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double length(const double *a) {
    return sqrt(dot(a, a));
}

/* sum += a x b. */
static void add_cross(const double *a, const double *b, double *sum) {
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        sum[i] += a[j] * b[k] - a[k] * b[j];
    }
}

/* space := the axes times what is along them. */
static void turn(const struct place *of, const double *along, double *space) {
    for (int i = 0; i < 3; i++)
        space[i] = dot(of->axes[i], along);
}

/* By a quaternion of any length: what the axes become is the vector part of q e_k q*. */
static void rotate_by_quaternion(const double *q, double axes[3][3]) {
    const double *u = q + 1, square = q[0] * q[0] + dot(u, u);
    for (int k = 0; k < 3; k++) {
        double unit[3] = {0}, once[3] = {0}, twice[3] = {0};
        unit[k] = 1;
        add_cross(u, unit, once);
        add_cross(u, once, twice);
        for (int i = 0; i < 3; i++)
            axes[i][k] = unit[i] + 2 * (q[0] * once[i] + twice[i]) / square;
    }
}

/* About one of the axes, which a negative number turns round. */
static void rotate_by_angle(int axis, double angle, double axes[3][3]) {
    const int i = abs(axis) - 1, j = (i + 1) % 3, k = (i + 2) % 3;
    const double s = axis < 0 ? -sin(angle) : sin(angle);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            axes[row][column] = row == column;
    axes[j][j] = axes[k][k] = cos(angle);
    axes[j][k] = -s;
    axes[k][j] = s;
}

/* Of a hinge in space: an axis that its own rotation leaves as it is. */
static void find_axis(const struct segment *s, const struct place *of, double *axis) {
    const int k = abs(s->axis) - 1;
    for (int i = 0; i < 3; i++)
        axis[i] = s->axis < 0 ? -of->axes[i][k] : of->axes[i][k];
}

/* The angular velocity that the joint adds, in space. */
static void find_turning(const struct segment *s, const struct place *of, const double *u,
                         double *turning) {
    if (s->kind != HINGE) {
        turn(of, u + s->velocity + (s->kind == FREE ? 3 : 0), turning);
        return;
    }
    find_axis(s, of, turning);
    for (int i = 0; i < 3; i++)
        turning[i] *= u[s->velocity];
}

/* a := a0 + the acceleration of the end of an arm that turns with the body. */
static void accelerate(const struct place *body, const double *arm, const double *a0,
                       double *a) {
    double across[3] = {0};
    add_cross(body->turning, arm, across);
    for (int i = 0; i < 3; i++)
        a[i] = a0[i];
    add_cross(body->turning_rate, arm, a);
    add_cross(body->turning, across, a);
}

/* The joint, on the parent or where a free one has led to; and the axes. */
static void put_joint(const struct segment *s, const struct place *parent,
                      const double *x, struct place *of) {
    double own[3][3], arm[3] = {0};
    if (s->kind == HINGE)
        rotate_by_angle(s->axis, x[s->position], own);
    else
        rotate_by_quaternion(x + s->position + (s->kind == FREE ? 3 : 0), own);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const double along[3] = {own[0][k], own[1][k], own[2][k]};
            of->axes[i][k] = parent == NULL ? own[i][k] : dot(parent->axes[i], along);
        }
    for (int i = 0; i < 3; i++)
        of->joint_rate[i] = 0;
    if (parent != NULL) {
        turn(parent, s->place, arm);
        accelerate(parent, arm, parent->joint_rate, of->joint_rate);
    }
    for (int i = 0; i < 3; i++)
        of->joint[i] = parent == NULL ? x[i] : parent->joint[i] + arm[i];
}

/* The whole segment. What a joint adds to the turning is fixed in both or in this one, so that
 * it changes by the parent's turning alone. */
static void put(const struct segment *s, const struct place *parent, const double *x,
                struct place *of) {
    static const struct place ground = {.far = 0};
    const struct place *before = parent == NULL ? &ground : parent;
    double own[3], arm[3];
    put_joint(s, parent, x, of);
    find_turning(s, of, x + POSITIONS, own);
    for (int i = 0; i < 3; i++) {
        of->turning[i] = before->turning[i] + own[i];
        of->turning_rate[i] = before->turning_rate[i];
    }
    add_cross(before->turning, own, of->turning_rate);
    turn(of, s->center, arm);
    accelerate(of, arm, of->joint_rate, of->center_rate);
    for (int i = 0; i < 3; i++)
        of->center[i] = of->joint[i] + arm[i];
    of->far = before->far + length(of->joint) + length(arm);
    of->fast = before->fast + length(own);
    of->rate = before->rate + of->fast * of->fast * (1 + of->far);
}

static void put_all(const double *x, struct place *place) {
    for (int i = 0; i < SEGMENTS; i++) {
        const struct segment *s = &segments[i];
        put(s, s->parent == GROUND ? NULL : &place[s->parent], x, &place[i]);
    }
}

/* Columns of segment i for all velocities; those that do not move it stay zero. */
static void find_columns(const struct place *place, int i,
                         struct column column[VELOCITIES]) {
    for (int j = 0; j < VELOCITIES; j++)
        column[j] = (struct column){{0}, {0}};
    for (int a = i; a != GROUND; a = segments[a].parent) {
        const struct segment *s = &segments[a];
        const int first = s->velocity + (s->kind == FREE ? 3 : 0);
        double arm[3];
        for (int k = 0; k < 3; k++) {
            arm[k] = place[i].center[k] - place[a].joint[k];
            if (s->kind == FREE)
                column[k].moves[k] = 1;
        }
        for (int k = 0; k < (s->kind == HINGE ? 1 : 3); k++) {
            struct column *c = &column[first + k];
            if (s->kind == HINGE)
                find_axis(s, &place[a], c->turns);
            for (int row = 0; s->kind != HINGE && row < 3; row++)
                c->turns[row] = place[a].axes[row][k];
            add_cross(c->turns, arm, c->moves);
        }
    }
}

/* The moment of inertia times a vector in space. */
static void multiply_inertia(const struct segment *s, const struct place *of, double mass,
                             const double *a, double *result) {
    double own[3];
    for (int k = 0; k < 3; k++) {
        const double along[3] = {of->axes[0][k], of->axes[1][k], of->axes[2][k]};
        own[k] = mass * s->radius[k] * s->radius[k] * dot(along, a);
    }
    turn(of, own, result);
}

/* m[][] += one segment's; size[][], that of its terms, too. */
static void add_mass(const struct segment *s, const struct place *of, double mass,
                     const struct column *column, double *m, double *size) {
    for (int j = 0; j < VELOCITIES; j++) {
        double spin[3];
        multiply_inertia(s, of, mass, column[j].turns, spin);
        for (int i = 0; i < VELOCITIES; i++) {
            const double moved = dot(column[i].moves, column[j].moves);
            m[i * VELOCITIES + j] += mass * moved + dot(column[i].turns, spin);
            size[i * VELOCITIES + j] += mass * (1 + of->far) * (1 + of->far);
        }
    }
}

/* b[] += one segment's weight less what its accelerations without u' take. */
static void add_force(const struct segment *s, const struct place *of, double mass,
                      double g, const struct column *column, double *b, double *size) {
    double spin[3], moment[3];
    multiply_inertia(s, of, mass, of->turning, spin);
    multiply_inertia(s, of, mass, of->turning_rate, moment);
    add_cross(of->turning, spin, moment);
    for (int j = 0; j < VELOCITIES; j++) {
        const double *moves = column[j].moves;
        b[j] -= mass * (dot(moves, of->center_rate) + g * moves[2]);
        b[j] -= dot(column[j].turns, moment);
        size[j] += mass * (1 + of->far) * (of->rate + of->fast * of->fast + fabs(g));
    }
}

/* The sum of all hinges' angles, which their sines and cosines are off by, and 1. */
static double sum_angles(const double *x) {
    double sum = 1;
    for (int i = 0; i < SEGMENTS; i++)
        if (segments[i].kind == HINGE)
            sum += fabs(x[segments[i].position]);
    return sum;
}

static void humanoid_rates(const double *p, int n, double t, const double *x, double *f,
                           double *scale) {
    (void)n, (void)t;
    enum { N = VELOCITIES };
    double m[N * N] = {0}, size_m[N * N] = {0}, b[N] = {0}, size_b[N] = {0};
    double inverse[N * N];
    struct place place[SEGMENTS];
    struct column column[N];
    put_all(x, place);
    for (int i = 0; i < SEGMENTS; i++) {
        const struct segment *s = &segments[i];
        const double mass = s->part * p[MASS];
        find_columns(place, i, column);
        add_mass(s, &place[i], mass, column, m, size_m);
        add_force(s, &place[i], mass, p[GRAVITY], column, b, size_b);
        if (s->kind != HINGE)
            continue;
        const double slack = s->rests ? p[REST] : 0, angle = x[s->position];
        b[s->velocity] -= p[STIFFNESS] * (angle - slack);
        size_b[s->velocity] += p[STIFFNESS] * (fabs(angle) + fabs(slack));
    }
    const double angles = sum_angles(x);
    twin_dense_invert(N, m, inverse);
    twin_dense_solve(N, inverse, size_m, 1, b, size_b, f, scale);
    for (int i = 0; i < N; i++)
        scale[i] *= angles;
}

/* A quaternion's rates are half its product with the angular velocity along the body's axes. */
static void turn_quaternion(const double *q, const double *w, double *f, double *scale) {
    f[0] = -0.5 * dot(q + 1, w);
    for (int i = 0; i < 3; i++)
        f[1 + i] = 0.5 * q[0] * w[i];
    const double half[3] = {0.5 * q[1], 0.5 * q[2], 0.5 * q[3]};
    add_cross(half, w, f + 1);
    for (int i = 0; i < 4; i++)
        scale[i] = (fabs(q[0]) + length(q + 1)) * length(w);
}

static void humanoid_map(const double *p, int n, double t, const double *x, double *f,
                         double *scale) {
    (void)p, (void)n, (void)t;
    for (int i = 0; i < SEGMENTS; i++) {
        const struct segment *s = &segments[i];
        const double *u = x + POSITIONS + s->velocity;
        const int free = s->kind == FREE ? 3 : 0;
        for (int k = 0; k < (s->kind == HINGE ? 1 : free); k++) {
            f[s->position + k] = u[k];
            scale[s->position + k] = fabs(u[k]);
        }
        if (s->kind != HINGE)
            turn_quaternion(x + s->position + free, u + free, f + s->position + free,
                            scale + s->position + free);
    }
}

/* The velocities of a segment's centre, from its columns. */
static void find_speed(const struct place *place, int i, const double *u, double *speed) {
    struct column column[VELOCITIES];
    find_columns(place, i, column);
    for (int k = 0; k < 3; k++)
        speed[k] = 0;
    for (int j = 0; j < VELOCITIES; j++)
        for (int k = 0; k < 3; k++)
            speed[k] += column[j].moves[k] * u[j];
}

/* Energy, momentum along x and y, angular momentum about the vertical axis. */
static void humanoid_invariants(const double *p, int n, double t, const double *x,
                                double *value, double *scale) {
    (void)n, (void)t;
    const double *u = x + POSITIONS;
    const double angles = sum_angles(x);
    struct place place[SEGMENTS];
    double spring = 0;
    put_all(x, place);
    for (int k = 0; k < 4; k++)
        value[k] = scale[k] = 0;
    for (int i = 0; i < SEGMENTS; i++) {
        const struct segment *s = &segments[i];
        const double mass = s->part * p[MASS], *c = place[i].center;
        double v[3], spin[3];
        find_speed(place, i, u, v);
        multiply_inertia(s, &place[i], mass, place[i].turning, spin);
        value[0] += (mass * dot(v, v) + dot(spin, place[i].turning)) / 2;
        value[0] += mass * p[GRAVITY] * c[2];
        value[1] += mass * v[0];
        value[2] += mass * v[1];
        value[3] += mass * (c[0] * v[1] - c[1] * v[0]) + spin[2];
        const double far = 1 + place[i].far, fast = length(u) + place[i].fast * far;
        scale[0] += mass * (fast * fast + fabs(p[GRAVITY]) * far);
        scale[1] += mass * fast;
        scale[3] += mass * far * fast;
        const double off = x[s->position] - (s->rests ? p[REST] : 0);
        spring += s->kind == HINGE ? p[STIFFNESS] * off * off / 2 : 0;
    }
    value[0] += spring;
    scale[0] += 2 * spring + p[STIFFNESS] * p[REST] * p[REST];
    scale[2] = scale[1];
    for (int k = 0; k < 4; k++)
        scale[k] *= angles;
}

const struct twin twin_humanoid = {.model = "humanoid",
                                   .parameter = {"M", "g", "k", "rest"},
                                   .positions = POSITIONS,
                                   .velocities = VELOCITIES,
                                   .rates = humanoid_rates,
                                   .map = humanoid_map,
                                   .invariants = 4,
                                   .invariant = humanoid_invariants};
