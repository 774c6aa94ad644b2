/* Points in the plane with contacts and joints, written by hand.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_CONTACT_PLANE_H
#define FAST_TESTS_CONTACT_PLANE_H

#include <stdbool.h>

#include "fast/system.h"

/* A point (x, y) of mass m under the acceleration g, with the floor y >= 0 beneath; its slide
 * is x' - belt. */
struct plane {
    double m, g[2];
    double restitution, static_friction, dynamic_friction, viscous_friction;
    double belt;        /* the floor's speed along x */
    double floor;       /* its height, which grows ... */
    double lift;        /* ... at this speed */
    double ceiling;     /* height that comes down ... */
    double drop;        /* ... at this speed; second contact, without friction */
    int calls, failing; /* callbacks that have been made; the one that fails, from 1 */
    bool spoils;        /* it writes NaN rather than report failure */
};

/* The point and the floor. */
struct integrator_system plane_point(struct plane *plane);
/* The same between floor and ceiling. */
struct integrator_system plane_press(struct plane *plane);
/* The point outside a dome of radius 1 about the origin; its slide is along the dome. */
struct integrator_system plane_dome(struct plane *plane);
/* The same as plane_point on a rod of length 1 from the origin: (x^2 + y^2 - 1) / 2 = 0. The
 * joint of plane_lift, which has floor and ceiling, says y = floor + lift t. */
struct integrator_system plane_swing(struct plane *plane);
struct integrator_system plane_lift(struct plane *plane);

#endif
