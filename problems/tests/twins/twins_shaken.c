/* The twin of the dimer on a plate that is shaken: two points and what each of them feels, put
 * together as kinetic energy and as places.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* Parameters m, l, g, A, W; state x, y, a, u, v, w. Two points of mass m at half of l from their
 * centre: together 2 m, and m (l/2)^2 each about it. */
static void dimer_dynamics(const double *p, int n, double t, const double *x,
                           double *mass, double *force, double *size) {
    (void)n, (void)t, (void)x;
    const double arm = p[1] / 2.0;
    mass[0] = mass[4] = p[0] + p[0];
    mass[8] = p[0] * arm * arm + p[0] * arm * arm;
    for (int i = 0; i < 3; i++)
        force[i] = size[i] = 0.0;
    force[1] = -(p[0] * p[2] + p[0] * p[2]);
    size[1] = fabs(force[1]);
}

/* The height and speed of both points. */
static void dimer_energy(const double *p, int n, double t, const double *x, double *e,
                         double *scale) {
    (void)n, (void)t;
    *e = *scale = 0.0;
    for (int side = -1; side <= 1; side += 2) {
        const double dx = side * p[1] / 2.0 * cos(x[2]);
        const double dy = side * p[1] / 2.0 * sin(x[2]);
        const double u = x[3] - x[5] * dy, v = x[4] + x[5] * dx;
        const double motion = 0.5 * p[0] * (u * u + v * v);
        *e += motion + p[0] * p[2] * (x[1] + dy);
        *scale += motion + p[0] * p[2] * (fabs(x[1]) + fabs(dy)) +
                  p[0] * fabs(x[5]) * (fabs(x[3] * dy) + fabs(x[4] * dx));
    }
}

/* The plate's height from the phase W t, the height of each point from the angle, and the velocity
 * along the plate of the point of the rod at the plate's height, which turns about its centre. */
static int dimer_contacts(const double *p, int n, const struct motion *t,
                          const struct motion *x, struct twin_contact *c) {
    (void)n;
    const struct motion plate = motion_scale(p[3], motion_sin(motion_scale(p[4], *t)));
    const struct motion above = motion_sub(x[1], plate);
    for (int i = 0; i < 2; i++) {
        const double arm = (i == 0 ? -0.5 : 0.5) * p[1];
        c[i] = (struct twin_contact){
            .gap = motion_add(above, motion_scale(arm, motion_sin(x[2]))),
            .slides = 1,
            .slide = {motion_add(x[3], motion_mul(x[5], above))}};
    }
    return 2;
}

const struct twin twin_shaken_dimer = {.model = "shaken_dimer",
                                       .parameter = {"m", "l", "g", "A", "W"},
                                       .positions = 3,
                                       .velocities = 3,
                                       .invariants = 1,
                                       .invariant = dimer_energy,
                                       .contact = dimer_contacts,
                                       .dynamics = dimer_dynamics};
