/* How many evaluations of the rates a subject has asked for, those for Jacobians
 * included.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EVALUATIONS_H
#define HARNESS_EVALUATIONS_H

#include <stdbool.h>

struct subject; /* harness/integrators/subject.h */

/* Since its start. A Jacobian that an integrator was given (one that does not count those
 * of its Jacobians) is worth as many as it has columns. */
double evaluations_of(const struct subject *s, int columns);

/* A run may be given up for its evaluations; asking at every step would cost more than
 * some steps do. Whether they have passed `most`, at each EVALUATIONS_INTERVAL-th step
 * only. */
enum { EVALUATIONS_INTERVAL = 32 };
bool evaluations_exceed(const struct subject *s, int columns, long step, double most);

#endif
