/* The order that steps have on a rotation: a unit quaternion that goes with a velocity whose axis
 * turns,
 *
 *     q' = q (0, w)/2,   w' = constant,
 *
 * so that rotations do not commute. Probes have no quaternions, of which some integrators go along
 * the group, and not along N(q) v.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ROTATION_H
#define HARNESS_ROTATION_H

#include "harness/fingerprint/measure/measure_attempt.h"

struct rotation {
    bool made;    /* its steps could be made, and their errors fall by one power of h */
    double order; /* that, less 1 */
    double
        pace; /* how far the shortest one turns, over how far it should; 0: elsewhere */
    bool in_space; /* it turns about the axes of space, q' = (0, w) q/2 */
};

/* In double, for integrators that take positions. Nonzero: out of memory. */
int rotation_measure(struct rotation *r, const struct bench *b);

#endif
