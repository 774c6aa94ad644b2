/* What a system says of the model that it is: names, numbers, the start, quaternions, and the
 * pattern of its Jacobian.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_GUEST_MODEL_H
#define HARNESS_PLUGIN_GUEST_MODEL_H

#include "harness/plugin/guest/guest_system.h"

/* Fills those members of s->system. Nonzero: *d says why. Freed with guest_model_clear in any
 * case. */
int guest_model_make(struct guest_system *s, struct diagnostic *d);
void guest_model_clear(struct guest_system *s);

#endif
