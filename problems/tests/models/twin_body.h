/* Rigid bodies in space along a motion, for twins: a quaternion of any length turns vectors by
 * q (0, u) q*, without division, and the angular velocity is about the axes of space.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_TWIN_BODY_H
#define PROBLEMS_TESTS_TWIN_BODY_H

#include "problems/tests/twins/twins.h"

/* Each body has 7 positions, quaternion and centre, and 6 velocities, angular and of the
 * centre, in this order. */
enum { BODY_POSITIONS = 7, BODY_VELOCITIES = 6 };

struct body {
    struct motion centre[3], axis[3][3]; /* axis[k]: where the body's axis k points */
    struct motion turn[3], speed[3];     /* angular velocity, velocity of the centre */
};

/* Body i of `bodies`, from the motions of (q, v) of all. */
struct body body_read(const struct motion *x, int bodies, int i);

/* velocity := that of the body's material at a place in space; values only. */
void body_velocity(const struct body *b, const struct motion *place,
                   struct motion *velocity);

/* The corner at `arm` of one body, on the plane of another one's face: its axis `up`, times
 * side (1 or -1), points out of it, at the distance half from the centre. The gap, and how the
 * first body slides past the second, at the foot of the corner on the plane, along the
 * second's axes `first` and `second`, times `sign`. */
struct corner {
    double arm[3];
    int up, first, second;
    double side, half, sign;
};
struct twin_contact body_corner(const struct body *b, const struct body *plane,
                                const struct corner *corner);

/* The same on the floor: the plane of zero second coordinate, along x and z. */
struct twin_contact body_on_floor(const struct body *b, const double *arm);

/* q' = (0, w) q/2 and the centre's velocity, of `bodies` bodies. */
void body_map(int bodies, const double *x, double *f, double *scale);

/* M and force of `bodies` bodies with the same moment about every axis. */
void body_dynamics(int bodies, const double *m, const double *J, const double *gravity,
                   double *mass, double *force, double *size);

/* Their kinetic energy and the work against gravity. */
void body_energy(int bodies, const double *m, const double *J, const double *gravity,
                 const double *x, double *e, double *scale);

#endif
