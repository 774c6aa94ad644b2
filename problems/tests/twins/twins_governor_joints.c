/* Twin of the governor whose bodies have coordinates of their own: points, springs between
 * points, rods that turn by azimuth and elevation.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

enum { COUNT = 19 };
enum { ROD, LENGTH, SIDE, BALL, SLIDER, CUBE, HINGE, GRAVITY, STIFFNESS, DAMPING, REST };
enum { PSI, TURN, HEIGHT, MIDDLE = 3, AZIMUTH = 9, ELEVATION = 11, TIP = 13 };

/* Inertia of a rod about its own axis, and across. */
static double find_along(const double *p) {
    return p[ROD] * p[SIDE] * p[SIDE] / 6.0;
}

static double find_across(const double *p) {
    return p[ROD] * (p[LENGTH] * p[LENGTH] + p[SIDE] * p[SIDE]) / 12.0;
}

/* The spring from the slider's arm, a point on a circle, to the middle of rod k. */
static void add_spring(const double *p, int k, const double *q, const double *v,
                       double *force, double *size) {
    double sign = k ? -1.0 : 1.0, arm[2], apart[3], speed[3];
    double reach[3], pace[3], length = 0.0, parting = 0.0, parting_size = 0.0, far = 0.0;
    arm[0] = sign * p[HINGE] * cos(q[TURN]);
    arm[1] = sign * p[HINGE] * sin(q[TURN]);
    for (int i = 0; i < 3; i++) {
        int here = MIDDLE + 2 * i + k;
        double end = i == 2 ? q[HEIGHT] : arm[i];
        double end_rate = i == 2 ? v[HEIGHT] : (i ? arm[0] : -arm[1]) * v[TURN];
        double end_size = i == 2 ? fabs(end) : p[HINGE] * (1.0 + fabs(q[TURN]));
        apart[i] = q[here] - end;
        speed[i] = v[here] - end_rate;
        reach[i] = fabs(q[here]) + end_size;
        pace[i] = fabs(v[here]) + (i == 2 ? fabs(v[HEIGHT]) : end_size * fabs(v[TURN]));
        length += apart[i] * apart[i];
        far += reach[i];
    }
    length = sqrt(length);
    for (int i = 0; i < 3; i++) {
        parting += apart[i] * speed[i] / length;
        parting_size += reach[i] * pace[i] / length;
    }
    double pull = p[STIFFNESS] * (length - p[REST]) + p[DAMPING] * parting;
    double pull_size = (p[STIFFNESS] * (far + p[REST]) + p[DAMPING] * parting_size) *
                       (1.0 + far / length);
    double along[3], along_size[3];
    for (int i = 0; i < 3; i++) {
        int here = MIDDLE + 2 * i + k;
        along[i] = pull * apart[i] / length;
        along_size[i] = pull_size * reach[i] / length * (1.0 + far / length);
        force[here] -= along[i];
        size[here] += along_size[i];
    }
    force[HEIGHT] += along[2];
    size[HEIGHT] += along_size[2];
    force[TURN] += arm[0] * along[1] - arm[1] * along[0];
    size[TURN] += p[HINGE] * (1.0 + fabs(q[TURN])) * (along_size[0] + along_size[1]);
}

static void governor_dynamics(const double *p, int n, double t, const double *x,
                              double *mass, double *force, double *size) {
    (void)n, (void)t;
    const double *v = x + COUNT;
    double along = find_along(p), across = find_across(p), m[COUNT];
    for (int i = 0; i < COUNT; i++) {
        m[i] = i < AZIMUTH ? p[ROD] : p[BALL];
        force[i] = size[i] = 0.0;
    }
    m[PSI] = along;
    m[TURN] = p[SLIDER] * p[CUBE] * p[CUBE] / 6.0;
    m[HEIGHT] = p[SLIDER];
    for (int k = 0; k < 2; k++) {
        double a = x[ELEVATION + k], turned = 1.0 + fabs(a);
        double twice = sin(2.0 * a), spin = v[AZIMUTH + k];
        m[AZIMUTH + k] = across + (along - across) * sin(a) * sin(a);
        m[ELEVATION + k] = across;
        force[AZIMUTH + k] = (across - along) * twice * spin * v[ELEVATION + k];
        force[ELEVATION + k] = -(across - along) * twice / 2.0 * spin * spin;
        size[AZIMUTH + k] = across * turned * fabs(spin * v[ELEVATION + k]);
        size[ELEVATION + k] = across * turned * spin * spin;
    }
    const int falls[5] = {HEIGHT, MIDDLE + 4, MIDDLE + 5, TIP + 4, TIP + 5};
    for (int i = 0; i < 5; i++) {
        force[falls[i]] -= m[falls[i]] * p[GRAVITY];
        size[falls[i]] += fabs(m[falls[i]] * p[GRAVITY]);
    }
    for (int k = 0; k < 2; k++)
        add_spring(p, k, x, v, force, size);
    for (int i = 0; i < COUNT; i++)
        mass[i * COUNT + i] = m[i];
}

/* The keys, then rods, then balls, each coordinate for side 1 and 2: a rod's middle is half a
 * rod from its hinge, its ball is half a rod further. */
static void governor_joints(const double *p, int n, const struct motion *t,
                            const struct motion *x, struct motion *g) {
    (void)n, (void)t;
    g[0] = motion_sub(x[TURN], x[PSI]);
    for (int k = 0; k < 2; k++) {
        double sign = k ? -1.0 : 1.0, half = 0.5 * p[LENGTH];
        struct motion a = x[ELEVATION + k], b = x[AZIMUTH + k], arm[3], hinge[3];
        struct motion level = motion_scale(sign * half, motion_cos(a));
        arm[0] = motion_mul(level, motion_cos(b));
        arm[1] = motion_mul(level, motion_sin(b));
        arm[2] = motion_scale(-half, motion_sin(a));
        hinge[0] = motion_scale(sign * p[HINGE], motion_cos(x[PSI]));
        hinge[1] = motion_scale(sign * p[HINGE], motion_sin(x[PSI]));
        hinge[2] = motion_rest(p[LENGTH]);
        g[1 + k] = motion_sub(b, x[PSI]);
        for (int i = 0; i < 3; i++) {
            struct motion middle = x[MIDDLE + 2 * i + k], tip = x[TIP + 2 * i + k];
            g[3 + 2 * i + k] = motion_sub(motion_sub(middle, hinge[i]), arm[i]);
            g[9 + 2 * i + k] = motion_sub(motion_sub(tip, middle), arm[i]);
        }
    }
}

const struct twin twin_flyball_joints = {.model = "flyball_joints",
                                         .parameter = {"rod", "length", "side", "ball",
                                                       "slider", "cube", "hinge", "g",
                                                       "k", "c", "rest"},
                                         .positions = COUNT,
                                         .velocities = COUNT,
                                         .invariants = 1,
                                         .more_joints = 15,
                                         .joint = governor_joints,
                                         .dynamics = governor_dynamics};
