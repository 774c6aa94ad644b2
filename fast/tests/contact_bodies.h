/* Systems with contacts, written by hand: sliders on a line, a rod in the plane, and free
 * bricks and spheres in space, on a plane y = 0 and on one another.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_CONTACT_BODIES_H
#define FAST_TESTS_CONTACT_BODIES_H

#include "fast/contact.h"

enum {
    MOST_BODIES = 40,
    MOST_CONTACTS = 4 * MOST_BODIES,
    MOST_STATES = 13 * MOST_BODIES
};

/* Sliders of these masses at q, of width 1: contact i is the gap between sliders i and i + 1,
 * or, on a floor, between slider i and what is below it. Velocities grow upwards. */
struct sliders {
    int n;
    bool has_floor;
    double mass[MOST_BODIES], g;
    double width; /* of a slider */
};
struct integrator_system sliders_system(struct sliders *sliders);

/* A rod (angle, x, y) of half length 1 with velocities (angular, vx, vy): ends at angle and
 * angle + pi, in this order where there are two. With friction the first sliding direction
 * is out of the plane, the second is -x. */
struct rod {
    double m, inertia;
    int ends;
    bool has_friction;
};
struct integrator_system falling_rod_system(struct rod *rod);

/* Free bodies, each with a quaternion and a position (all quaternions and positions body by
 * body) and velocities (angular in space axes, linear): spheres of this radius, or bricks of
 * these half dimensions, with their origin this high above the centre. Body i lies on body i -
 * 1, the first on y = 0. A brick has four contacts, its lower corners, in the order (-,-) (-,+)
 * (+,-) (+,+) of (x, z); sliding directions are -z and -x of the body below. */
struct bodies {
    int n;
    bool are_spheres;
    double half[3], mass[MOST_BODIES];
    double origin;
    double gravity[3];
};
struct integrator_system bodies_system(struct bodies *bodies);
/* The state of bodies at rest with these centres, upright; the centre of body i. */
void bodies_place(const struct bodies *bodies, double (*centre)[3], double *x);
void bodies_find_centre(const struct bodies *bodies, const double *x, int i,
                        double *centre);

/* Sets all contacts' coefficients; arrays are kept in static memory of each test process. */
void set_contact_laws(struct integrator_system *system, double restitution,
                      double mu_static, double mu_dynamic);

/* The usual options, with steps of this size. */
struct integrator_options contact_fixed(double h);

/* A stepper that has started at t = 0; the test ends where it cannot. The caller frees it. */
contact_stepper *contact_started(const struct integrator_system *system,
                                 const struct integrator_options *options,
                                 const double *x);

#endif
