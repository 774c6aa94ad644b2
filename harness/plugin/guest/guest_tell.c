/* What an integrator of version 2 tells besides its state.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/plugin/guest/guest.h"

enum { of_gaps = 2 }; /* of the questions */

struct question {
    const char *name;
    int (*function)(void *self, double *value);
    int count;
    int (*function_at)(void *self, double t, double *value); /* instead, of a time */
    double t;
};

/* number[count] := what the function gives, NaN where that is nothing. *told: whether it gives
 * them; nonzero: it has written elsewhere, or memory runs out. */
static int ask(struct guest *g, const struct question *q, double *number, bool *told) {
    struct guarded array;
    *told = false;
    for (int i = 0; i < q->count; i++)
        number[i] = NAN;
    if ((q->function == NULL && q->function_at == NULL) || g->self == NULL ||
        q->count == 0)
        return 0;
    if (guarded_alloc(&array, q->count))
        return message_set(&g->why, "out of memory");
    guarded_prepare(&array);
    activity_begin(g->activity, CALL_TELL);
    *told = (q->function != NULL ? q->function(g->self, array.value)
                                 : q->function_at(g->self, q->t, array.value)) == 0;
    activity_end(g->activity);
    const enum guarded_finding finding = guarded_check_surroundings(&array);
    if (*told)
        memcpy(number, array.value, (size_t)q->count * sizeof *number);
    guarded_free(&array);
    return finding == GUARDED_FINE
               ? 0
               : message_set(&g->why,
                             "the integrator's %s wrote %s its array of %d numbers",
                             q->name,
                             finding == GUARDED_BEFORE ? "before the beginning of"
                                                       : "past the end of",
                             q->count);
}

int guest_tell(struct guest *g, struct packet *answer) {
    const struct halfstep_system *s = &g->system.system;
    const struct halfstep_integrator *it = g->it;
    const int rows = s->contacts > 0 ? s->contact_pattern->columns : 0;
    const struct question questions[] = {
        {.name = "own_time", .function = it->own_time, .count = 1},
        {.name = "energy", .function = it->energy, .count = 1},
        {.name = "gaps", .function = it->gaps, .count = s->contacts},
        {.name = "impulses", .function = it->impulses, .count = rows},
        {.name = "multipliers", .function = it->multipliers, .count = s->joints}};
    const int numbers = 2 + s->contacts + rows + s->joints;
    int failed = 0;
    if (packet_make_room(answer, numbers))
        return -1;
    answer->numbers = numbers;
    double *number = answer->number;
    for (size_t i = 0; i < sizeof questions / sizeof *questions && !failed; i++) {
        bool told;
        failed = ask(g, &questions[i], number, &told);
        if (i == of_gaps && !told && !failed && s->contacts > 0)
            s->gaps(s->context, g->t, g->x, number);
        number += questions[i].count;
    }
    answer->kind = failed ? OUTCOME_BROKEN : OUTCOME_DONE;
    if (failed)
        packet_set_text(answer, g->why.text);
    return 0;
}

int guest_interpolate(struct guest *g, double t, struct packet *answer) {
    const struct question question = {
        .name = "interpolate", .count = g->nx, .function_at = g->it->interpolate, .t = t};
    bool told;
    if (packet_make_room(answer, g->nx))
        return -1;
    const int failed = ask(g, &question, answer->number, &told);
    answer->numbers = told ? g->nx : 0;
    answer->kind = failed ? OUTCOME_BROKEN : OUTCOME_DONE;
    if (failed)
        packet_set_text(answer, g->why.text);
    return 0;
}
