/* Around what a callback does.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/plugin/guest/guest_system.h"

void guest_system_begin(struct guest_system *s, enum activity_callback callback) {
    if (s->turn != NULL)
        s->turn(s->of_turn);
    atomic_store(&s->activity->callback, callback);
    s->calls[callback]++;
    modes_enter(&s->activity->modes, &s->visit);
}

int guest_system_end(struct guest_system *s, int failed, const double *value, int count) {
    double zero = 0; /* not a number as soon as one of the values is not finite */
    for (int i = 0; i < count && !failed; i++)
        zero += 0 * value[i];
    modes_leave(&s->visit);
    atomic_store(&s->activity->callback, CALLBACK_NONE);
    if (failed)
        return HALFSTEP_NO_VALUE;
    return zero == 0 ? 0 : HALFSTEP_NOT_FINITE;
}
