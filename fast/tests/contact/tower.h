/* A tower of bricks with four contacts a face, stepped by semi-explicit Euler: for tests
 * of the solver, not of a stepper.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_TOWER_H
#define FAST_TESTS_TOWER_H

#include "fast/tests/contact/posed.h"

enum { most_bricks = 20 };

/* Bricks 1 x 1 x 0.5, brick i on i - 1 (the floor: -1). */
struct tower {
    int bricks;
    double mass[most_bricks];
    double centre[most_bricks][3], axes[most_bricks][9]; /* columns: the brick's axes */
    double velocity[most_bricks][6];                     /* of the centre; angular */
    double gap[4 * most_bricks];
    double h;
    struct posed posed;
};

void tower_open(struct tower *tower, int bricks, double friction);
/* Random velocities up to this in all coordinates. */
void tower_kick(struct tower *tower, double speed, struct random *random);
/* One step: poses the problem, solves and measures it, and moves; the verdict. */
enum contact_verdict tower_step(struct tower *tower);

#endif
