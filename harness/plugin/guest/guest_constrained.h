/* A system's mass matrix, joints and contacts as callbacks: M(q) v' + G^T lambda = force + J^T r.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_GUEST_CONSTRAINED_H
#define HARNESS_PLUGIN_GUEST_CONSTRAINED_H

#include "harness/plugin/guest/guest_system.h"

/* Fills those members of s->system, for an integrator that wants them. Nonzero: *d says why. Freed
 * with guest_constrained_clear in any case. */
int guest_constrained_make(struct guest_system *s, struct diagnostic *d);
void guest_constrained_clear(struct guest_system *s);

#endif
