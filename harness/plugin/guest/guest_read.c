/* What an integrator tells: time and state, the error estimate, its counters; each is looked
 * at before anybody uses it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/plugin/guest/guest.h"
#include "problems/model.h"

/* More counters than this are a counting that does not end. */
enum { most_counters = 256, longest_name = 64 };

/* What is wrong with an array that the integrator has filled. */
static enum packet_outcome judge(struct guest *g, const char *what,
                                 const struct guarded *array) {
    int i = 0;
    enum guarded_finding finding = guarded_check(array, &i);
    g->is_not_finite = finding == GUARDED_NOT_FINITE;
    if (finding == GUARDED_FINE)
        return OUTCOME_DONE;
    if (finding == GUARDED_BEFORE)
        message_set(&g->why,
                    "the integrator's %s wrote before the beginning of its array", what);
    else if (finding == GUARDED_BEHIND)
        message_set(&g->why,
                    "the integrator's %s wrote past the end of its array of %d numbers",
                    what, g->nx);
    else if (finding == GUARDED_UNSET)
        message_set(&g->why, "the integrator's %s left component %d of %d (%s) unset",
                    what, i + 1, g->nx, g->model->state[i]);
    else
        message_set(&g->why, "the integrator's %s is not finite: %s = %g", what,
                    g->model->state[i], array->value[i]);
    return OUTCOME_BROKEN;
}

enum packet_outcome guest_read_state(struct guest *g, double *t) {
    struct guarded *array = &g->state;
    guarded_prepare(array);
    *t = array->value[0]; /* the pattern */
    const double unset = *t;
    activity_begin(g->activity, CALL_STATE);
    g->it->state(g->self, t, array->value);
    activity_end(g->activity);
    if (guest_is_lost(g))
        return OUTCOME_BROKEN;
    if (memcmp(t, &unset, sizeof unset) == 0)
        return message_fail(OUTCOME_BROKEN, &g->why,
                            "the integrator's state left the time unset");
    if (!isfinite(*t))
        return message_fail(OUTCOME_BROKEN, &g->why,
                            "the integrator's state is not finite: t = %g", *t);
    return judge(g, "state", array);
}

static void set_to_none(double *error, int count) {
    for (int i = 0; i < count; i++)
        error[i] = NAN;
}

enum packet_outcome guest_read_estimate(struct guest *g) {
    struct guarded *array = &g->estimate;
    if (g->it->estimate == NULL)
        return OUTCOME_DONE;
    guarded_prepare(array);
    activity_begin(g->activity, CALL_ESTIMATE);
    int none = g->it->estimate(g->self, array->value);
    activity_end(g->activity);
    if (guest_is_lost(g))
        return OUTCOME_BROKEN;
    if (none && guarded_check_surroundings(array) == GUARDED_FINE) {
        set_to_none(g->error, g->nx);
        return OUTCOME_DONE;
    }
    enum packet_outcome outcome = judge(g, "estimate", array);
    if (outcome == OUTCOME_DONE)
        memcpy(g->error, array->value, (size_t)g->nx * sizeof *g->error);
    return outcome;
}

static int add_counter(struct packet *answer, char *names, const char *name,
                       double value) {
    if (answer->numbers >= most_counters)
        return -1;
    size_t length = strlen(names);
    size_t more = name == NULL ? 0 : strcspn(name, "\n");
    if (more > longest_name)
        more = longest_name;
    if (more > 0)
        memcpy(names + length, name, more);
    memcpy(names + length + more, "\n", 2);
    answer->number[answer->numbers++] = value;
    return 0;
}

static void ask_counters(struct guest *g, struct packet *answer, char *names) {
    for (int i = 0, ended = g->it->statistic == NULL; !ended; i++) {
        const char *name = NULL;
        double value = NAN;
        activity_begin(g->activity, CALL_STATISTIC);
        ended = g->it->statistic(g->self, i, &name, &value);
        activity_end(g->activity);
        ended = ended || add_counter(answer, names, name, value);
    }
}

static void add_calls(const struct guest *g, struct packet *answer, char *names) {
    char name[longest_name];
    for (int i = CALLBACK_DERIVATIVE; i < CALLBACKS; i++) {
        snprintf(name, sizeof name, "%s_calls", activity_callback_name(i));
        if (i <= CALLBACK_JACOBIAN || g->system.calls[i] > 0)
            add_counter(answer, names, name, (double)g->system.calls[i]);
    }
}

int guest_statistics(struct guest *g, struct packet *answer) {
    char *names = calloc(most_counters, longest_name + 2);
    answer->numbers = 0;
    if (names == NULL || packet_make_room(answer, most_counters)) {
        free(names);
        return -1;
    }
    answer->numbers = 0;
    add_calls(g, answer, names);
    ask_counters(g, answer, names);
    packet_set_text(answer, names);
    free(names);
    return 0;
}
