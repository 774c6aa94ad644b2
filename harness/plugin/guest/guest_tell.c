/* What an integrator of version 2 tells besides its state.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/plugin/guest/guest.h"

static double ask_number(struct guest *g, int (*function)(void *self, double *value)) {
    double value = NAN;
    if (function == NULL || g->self == NULL)
        return NAN;
    activity_begin(g->activity, CALL_TELL);
    const int none = function(g->self, &value);
    activity_end(g->activity);
    return none ? NAN : value;
}

/* number[count] := what the function gives; false: nothing. */
static bool ask_numbers(struct guest *g, int (*function)(void *self, double *value),
                        double *number, int count) {
    for (int i = 0; i < count; i++)
        number[i] = NAN;
    if (function == NULL || g->self == NULL || count == 0)
        return false;
    activity_begin(g->activity, CALL_TELL);
    const int none = function(g->self, number);
    activity_end(g->activity);
    for (int i = 0; i < count && none; i++)
        number[i] = NAN;
    return !none;
}

int guest_tell(struct guest *g, struct packet *answer) {
    const struct halfstep_system *s = &g->system.system;
    const struct halfstep_integrator *it = g->it;
    const int contacts = s->contacts, joints = s->joints;
    const int rows = contacts > 0 ? s->contact_pattern->columns : 0;
    answer->kind = OUTCOME_DONE;
    if (packet_make_room(answer, 2 + contacts + rows + joints))
        return -1;
    double *number = answer->number;
    answer->numbers = 2 + contacts + rows + joints;
    number[0] = ask_number(g, it->own_time);
    number[1] = ask_number(g, it->energy);
    if (!ask_numbers(g, it->gaps, number + 2, contacts) && contacts > 0)
        s->gaps(s->context, g->t, g->x, number + 2);
    ask_numbers(g, it->impulses, number + 2 + contacts, rows);
    ask_numbers(g, it->multipliers, number + 2 + contacts + rows, joints);
    return 0;
}
