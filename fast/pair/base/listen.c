/* Telling a listener of decisions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/pair/base/internal.h"

void fast_listen(fast *integrator,
                 void (*listener)(void *context, const struct fast_decision *decision),
                 void *context) {
    integrator->listener = listener;
    integrator->listener_context = context;
}

void fast_tell_listener(fast *integrator, enum fast_decision_kind kind, int outcome,
                        double t, double h, double value, double limit) {
    const struct fast_decision decision = {kind, outcome, t, h, value, limit};
    integrator->listener(integrator->listener_context, &decision);
}
