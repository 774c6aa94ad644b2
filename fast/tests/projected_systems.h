/* Systems of the recorded cases, written so that rounding errors are the original's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_MECHANICAL_SYSTEMS_H
#define FAST_TESTS_MECHANICAL_SYSTEMS_H

#include "fast/system.h"

/* Of springs and pendulums; the callbacks' context. */
struct body {
    double m, k, c, L, g;
};

struct integrator_system make_spring(struct body *body);   /* v' = (-k q - c v)/m */
struct integrator_system make_pendulum(struct body *body); /* v' = -(g/L) sin q - c v */

/* A point of mass 1 on a rod of length 1 in space, 9.81 along -y; one holonomic row. */
extern const struct integrator_system point_on_rod;

/* A bead without forces on the wire y = sin(200 x)/100, so bent that what takes it back to the
 * wire turns the wire's direction; one holonomic row. Its kinetic energy is constant. The context:
 * the masses of its two directions, NULL: 1. */
extern const struct integrator_system bead_on_wire;

/* A body of moments 1, 2, 3 with its angular velocity in space; one quaternion. */
extern const struct integrator_system free_body;

#endif
