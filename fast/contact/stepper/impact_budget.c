/* How much of an expansion an impact's energy allows. An impulse r between the velocities u0
 * and u1 changes the kinetic energy, relative to what moves by itself, by r . (u0 + u1) / 2;
 * what compression has taken is what expansion may give.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>

#include "fast/contact/stepper/stepper.h"

/* An expansion is whole if it asks for more than there is by rounding only. */
static const double rounding = 8 * DBL_EPSILON;

/* What impulses r[rows] and l[joints] from u_before, joint_before to u1 take, l with the joints'
 * velocities zero in the end. */
double stepper_energy_spent(const struct contact_stepper *c, const double *u1,
                            const double *r, const double *l) {
    const struct stepper *s = c->stepper;
    double gained = 0;
    for (int i = 0; i < c->scene->rows; i++)
        gained += r[i] * (s->u_before[i] + u1[i]) / 2;
    for (int i = 0; i < c->scene->joints; i++)
        gained += l[i] * s->joint_before[i] / 2;
    return -gained;
}

/* The largest s <= 1 with s x + s^2 q <= budget. */
double stepper_find_cap(double x, double q, double budget) {
    if (x + q <= budget * (1 + rounding) || !(q > 0))
        return 1;
    const double root = sqrt(x * x + 4 * q * fmax(budget, 0));
    /* Of the two forms of the root the one without cancellation. */
    const double s = x > 0 ? 2 * fmax(budget, 0) / (x + root) : (root - x) / (2 * q);
    return fmin(fmax(s, 0), 1);
}
