/* Models of bodies in trees, as texts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_TREES_H
#define PROBLEMS_TESTS_TREES_H

/* Joints of every kind, branches, bodies without mass, frames that are turned. */
extern const char trees_every_joint[];

/* The same under gravity and forces. */
extern const char trees_pushed[];

/* n rods in the plane, each hinged to the one before. */
extern const char trees_chain[];

#endif
