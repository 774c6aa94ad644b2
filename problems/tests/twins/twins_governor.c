/* Twin of the flyball governor: moments of forces in the plane of a rod, in Cartesian
 * coordinates (distance from the axis, height).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

enum { ROD, LENGTH, SIDE, BALL, SLIDER, CUBE, HINGE, GRAVITY, STIFFNESS, DAMPING, REST };
enum { PSI, ANGLE, HEIGHT, SPIN, TURN, SPEED };

/* Inertia about the axis, and its derivative by the angle: two sides, each of a rod's two
 * own moments, of the rod in its middle and the ball at its tip; axis and slider. */
struct spin_inertia {
    double value, slope, size;
};

static struct spin_inertia find_inertia(const double *p, double angle) {
    double side = p[ROD] * p[SIDE] * p[SIDE] / 12.0;
    double across = p[ROD] * p[LENGTH] * p[LENGTH] / 12.0 + side, along = 2.0 * side;
    double c = cos(angle), s = sin(angle);
    struct spin_inertia j = {along + p[SLIDER] * p[CUBE] * p[CUBE] / 6.0, 0.0, 0.0};
    const double mass[2] = {p[ROD], p[BALL]}, reach[2] = {p[LENGTH] / 2.0, p[LENGTH]};
    j.value += 2.0 * (along * s * s + across * c * c);
    j.slope += 2.0 * (along - across) * sin(2.0 * angle);
    j.size = j.value + 4.0 * across;
    for (int i = 0; i < 2; i++) {
        double out = p[HINGE] + reach[i] * c;
        j.value += 2.0 * mass[i] * out * out;
        j.slope -= 4.0 * mass[i] * out * reach[i] * s;
        j.size += 4.0 * mass[i] * pow(p[HINGE] + reach[i], 2.0);
    }
    return j;
}

/* Force of one spring with its damper on the rod's middle; the slider feels the opposite. */
struct pull {
    double out, up, size;
};

static struct pull find_pull(const double *p, const double *x, double angle_size) {
    double half = p[LENGTH] / 2.0, c = cos(x[ANGLE]), s = sin(x[ANGLE]);
    double out = half * c, up = (p[LENGTH] - half * s) - x[HEIGHT];
    double length = hypot(out, up);
    double parting =
        (-out * half * s * x[TURN] - up * (half * c * x[TURN] + x[SPEED])) / length;
    double tension = p[STIFFNESS] * (length - p[REST]) + p[DAMPING] * parting;
    double spread = (2.0 * p[LENGTH] + fabs(x[HEIGHT])) / length;
    struct pull f = {-tension * out / length, -tension * up / length, 0.0};
    f.size = angle_size * spread *
             (p[STIFFNESS] * (2.0 * p[LENGTH] + fabs(x[HEIGHT]) + p[REST]) +
              p[DAMPING] * spread * (fabs(x[TURN]) + fabs(x[SPEED])));
    return f;
}

static void governor_rates(const double *p, int n, double t, const double *x, double *f,
                           double *scale) {
    (void)n, (void)t;
    double angle_size = 1.0 + fabs(x[ANGLE]), half = p[LENGTH] / 2.0;
    double c = cos(x[ANGLE]), s = sin(x[ANGLE]);
    struct spin_inertia j = find_inertia(p, x[ANGLE]);
    struct pull pull = find_pull(p, x, angle_size);
    double about = p[ROD] * (p[LENGTH] * p[LENGTH] + p[SIDE] * p[SIDE]) / 12.0 +
                   p[ROD] * half * half + p[BALL] * p[LENGTH] * p[LENGTH];
    double weight = p[GRAVITY] * (p[ROD] * half + p[BALL] * p[LENGTH]);
    double swing = j.slope * x[SPIN] * x[SPIN] / 4.0;
    double moment = -half * (s * pull.out + c * pull.up);
    f[0] = -j.slope * x[TURN] * x[SPIN] / j.value;
    f[1] = (swing + weight * c + moment) / about;
    f[2] = -(2.0 * pull.up / p[SLIDER]) - p[GRAVITY];
    double slope_size = j.size * angle_size;
    scale[0] = slope_size * fabs(x[TURN] * x[SPIN]) / j.value * (1.0 + j.size / j.value);
    scale[1] =
        (slope_size * x[SPIN] * x[SPIN] + weight * angle_size + p[LENGTH] * pull.size) /
        about;
    scale[2] = p[GRAVITY] + 2.0 * pull.size / p[SLIDER];
}

static void governor_momentum(const double *p, int n, double t, const double *x,
                              double *e, double *scale) {
    (void)n, (void)t;
    struct spin_inertia j = find_inertia(p, x[ANGLE]);
    e[0] = j.value * x[SPIN];
    scale[0] = j.size * (1.0 + fabs(x[ANGLE])) * fabs(x[SPIN]);
}

const struct twin twin_flyball = {.model = "flyball",
                                  .parameter = {"rod", "length", "side", "ball", "slider",
                                                "cube", "r", "g", "k", "c", "rest"},
                                  .positions = 3,
                                  .velocities = 3,
                                  .rates = governor_rates,
                                  .invariants = 1,
                                  .invariant = governor_momentum};
