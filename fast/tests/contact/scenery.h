/* A point without weight, in the plane, and one contact that it may meet on its way.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_SCENERY_H
#define FAST_TESTS_SCENERY_H

#include "fast/system.h"

enum { pegs = 3 };

struct scenery {
    double peg[pegs][2], radius; /* round pegs */
    double high, wave;           /* or the ground high sin(wave x) */
    double hump, place; /* or, if hump is not 0, high exp(-(hump (x - place))^2) */
};

/* The gap at x[2], and its slope[2]. */
double scenery_gap(const struct scenery *s, const double *x, double *slope);
/* The point's system, with this restitution; it and *s are not copied. */
struct integrator_system scenery_system(struct scenery *s, const double *restitution);
/* When a straight way from x[4] first meets a peg within h; NaN: never. */
double scenery_meet_pegs(const struct scenery *s, const double *x, double h);

#endif
