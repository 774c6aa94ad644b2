/* Products of quaternions and crosses, on motions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/models/twin_body.h"

#include <math.h>

/* (a b)_0 = a0 b0 - a.b; (a b)_i = a0 bi + ai b0 + (a x b)_i. */
static void multiply(const struct motion *a, const struct motion *b, struct motion *c) {
    c[0] = motion_sub(motion_mul(a[0], b[0]), motion_dot(3, a + 1, b + 1));
    for (int i = 1; i < 4; i++) {
        int j = i % 3 + 1, k = j % 3 + 1;
        struct motion outer = motion_sub(motion_mul(a[j], b[k]), motion_mul(a[k], b[j]));
        c[i] =
            motion_add(motion_add(motion_mul(a[0], b[i]), motion_mul(a[i], b[0])), outer);
    }
}

static void cross(const struct motion *a, const struct motion *b, struct motion *c) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = motion_sub(motion_mul(a[j], b[k]), motion_mul(a[k], b[j]));
    }
}

struct body body_read(const struct motion *x, int bodies, int i) {
    const struct motion *q = x + BODY_POSITIONS * i;
    const struct motion *v = x + BODY_POSITIONS * bodies + BODY_VELOCITIES * i;
    struct motion back[4] = {q[0]}, half[4], turned[4];
    struct body b;
    for (int k = 1; k < 4; k++)
        back[k] = motion_scale(-1.0, q[k]);
    for (int k = 0; k < 3; k++) {
        struct motion unit[4];
        for (int l = 0; l < 4; l++)
            unit[l] = motion_rest(l == k + 1 ? 1.0 : 0.0);
        multiply(q, unit, half);
        multiply(half, back, turned);
        for (int l = 0; l < 3; l++)
            b.axis[k][l] = turned[l + 1];
        b.centre[k] = q[4 + k];
        b.turn[k] = v[k];
        b.speed[k] = v[3 + k];
    }
    return b;
}

/* place := the point of the body at `arm` in body axes. */
static void body_point(const struct body *b, const double *arm, struct motion *place) {
    for (int l = 0; l < 3; l++) {
        place[l] = b->centre[l];
        for (int k = 0; k < 3; k++)
            place[l] = motion_add(place[l], motion_scale(arm[k], b->axis[k][l]));
    }
}

void body_velocity(const struct body *b, const struct motion *place,
                   struct motion *velocity) {
    struct motion arm[3], whirl[3];
    for (int l = 0; l < 3; l++)
        arm[l] = motion_sub(place[l], b->centre[l]);
    cross(b->turn, arm, whirl);
    for (int l = 0; l < 3; l++)
        velocity[l] = motion_add(b->speed[l], whirl[l]);
}

struct twin_contact body_corner(const struct body *b, const struct body *plane,
                                const struct corner *corner) {
    struct motion place[3], apart[3], normal[3], foot[3], v[3], w[3], slip[3];
    struct twin_contact c = {.slides = 2};
    body_point(b, corner->arm, place);
    for (int l = 0; l < 3; l++) {
        apart[l] = motion_sub(place[l], plane->centre[l]);
        normal[l] = motion_scale(corner->side, plane->axis[corner->up][l]);
    }
    c.gap = motion_sub(motion_dot(3, apart, normal), motion_rest(corner->half));
    for (int l = 0; l < 3; l++)
        foot[l] = motion_sub(place[l], motion_mul(c.gap, normal[l]));
    body_velocity(b, foot, v);
    body_velocity(plane, foot, w);
    for (int l = 0; l < 3; l++)
        slip[l] = motion_scale(corner->sign, motion_sub(v[l], w[l]));
    c.slide[0] = motion_dot(3, slip, plane->axis[corner->first]);
    c.slide[1] = motion_dot(3, slip, plane->axis[corner->second]);
    return c;
}

struct twin_contact body_on_floor(const struct body *b, const double *arm) {
    struct motion foot[3], v[3];
    body_point(b, arm, foot);
    struct twin_contact c = {.gap = foot[1], .slides = 2};
    foot[1] = motion_rest(0.0);
    body_velocity(b, foot, v);
    c.slide[0] = v[0];
    c.slide[1] = v[2];
    return c;
}

void body_map(int bodies, const double *x, double *f, double *scale) {
    for (int b = 0; b < bodies; b++) {
        const double *q = x + BODY_POSITIONS * b;
        const double *w = x + BODY_POSITIONS * bodies + BODY_VELOCITIES * b;
        double *rate = f + BODY_POSITIONS * b, *size = scale + BODY_POSITIONS * b;
        rate[0] = size[0] = 0.0;
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            double outer = w[j] * q[1 + k], inner = w[k] * q[1 + j];
            rate[0] -= 0.5 * w[i] * q[1 + i];
            size[0] += fabs(0.5 * w[i] * q[1 + i]);
            rate[1 + i] = 0.5 * (w[i] * q[0] + outer - inner);
            size[1 + i] = 0.5 * (fabs(w[i] * q[0]) + fabs(outer) + fabs(inner));
            rate[4 + i] = w[3 + i];
            size[4 + i] = fabs(w[3 + i]);
        }
    }
}

void body_dynamics(int bodies, const double *m, const double *J, const double *gravity,
                   double *mass, double *force, double *size) {
    int nv = BODY_VELOCITIES * bodies;
    for (int i = 0; i < nv; i++) {
        int b = i / BODY_VELOCITIES, k = i % BODY_VELOCITIES;
        mass[i * nv + i] = k < 3 ? J[b] : m[b];
        force[i] = k < 3 ? 0.0 : m[b] * gravity[k - 3];
        size[i] = fabs(force[i]);
    }
}

void body_energy(int bodies, const double *m, const double *J, const double *gravity,
                 const double *x, double *e, double *scale) {
    *e = *scale = 0.0;
    for (int b = 0; b < bodies; b++) {
        const double *centre = x + BODY_POSITIONS * b + 4;
        const double *v = x + BODY_POSITIONS * bodies + BODY_VELOCITIES * b;
        for (int k = 0; k < 3; k++) {
            double motion = 0.5 * (J[b] * v[k] * v[k] + m[b] * v[3 + k] * v[3 + k]);
            double work = -m[b] * gravity[k] * centre[k];
            *e += motion + work;
            *scale += fabs(motion) + fabs(work);
        }
    }
}
