/* Telling a listener of decisions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/pair/base/internal.h"

void pair_listen(struct pair *integrator,
                 void (*listener)(void *context, const struct pair_decision *decision),
                 void *context) {
    integrator->listener = listener;
    integrator->listener_context = context;
}

void fast_tell_listener(struct pair *integrator, enum pair_decision_kind kind,
                        int outcome, double t, double h, double value, double limit) {
    const struct pair_decision decision = {kind, outcome, t, h, value, limit};
    integrator->listener(integrator->listener_context, &decision);
}
