/* How a guest ends, or is ended, and what is told of that.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/message.h"
#include "harness/plugin/activity.h"
#include "harness/plugin/guest/child.h"
#include "harness/plugin/guest/ending.h"
#include "harness/plugin/guest/guest.h"
#include "harness/plugin/guest/attendant.h"
#include "harness/plugin/host/host.h"

/* For a guest to end when it has closed its socket, and for what it has started to be ended. */
static const double seconds_to_end = 2;

/* Waits for the guest's end, and kills it when that does not come in time, with all that it has
 * started; there is no guest after that. Returns whether it has ended by itself; *status := how,
 * as waitpid has it. */
static bool reap(struct host *h, double seconds, int *status) {
    int of_keeper;
    bool by_itself = child_ends_within(h->guest, seconds);
    if (!by_itself)
        kill(h->guest, SIGTERM);
    child_reap(h->guest, seconds_to_end, &of_keeper);
    *status = atomic_load(&h->activity->status);
    close(h->socket);
    h->socket = -1;
    h->guest = 0;
    attendant_end(h->attendant);
    h->attendant = NULL;
    return by_itself;
}

static void note(struct host *h, const struct diagnostic *fault) {
    struct plugin_record *record = h->plugin->record;
    if (record != NULL && record->faults++ == 0)
        record->first = *fault;
}

enum packet_outcome host_note_fault(struct host *h) {
    note(h, &h->why);
    return OUTCOME_BROKEN;
}

/* Loading a library changes the modes when it was linked for fast and loose arithmetic; a call
 * that does so has taken what is its caller's. */
void host_note_modes(struct host *h) {
    struct diagnostic text;
    char modes[128];
    int changes = atomic_exchange(&h->activity->modes_changes, 0);
    int call = atomic_load(&h->activity->modes_call);
    if (changes == 0)
        return;
    modes_name(modes, sizeof modes, changes);
    if (call != CALL_LOAD) {
        message_set(&text, "the integrator's %s changed %s, which was put back after it",
                    activity_call_name(call), modes);
        note(h, &text);
    } else if (h->plugin->record != NULL) {
        message_set(&h->plugin->record->remark,
                    "loading the integrator changes %s for the whole process (a library "
                    "linked with -ffast-math does so); it was put back",
                    modes);
    }
}

static void count_excess(struct host *h) {
    if (h->plugin->tally != NULL)
        atomic_fetch_add(&h->plugin->tally->excesses, 1);
}

static bool has_used_too_much(const struct host *h) {
    return atomic_load(&h->activity->excess) != EXCESS_NONE;
}

static enum packet_outcome tell_excess(struct host *h, const char *call) {
    count_excess(h);
    if (atomic_load(&h->activity->excess) == EXCESS_PROCESSES)
        message_set(&h->why,
                    "the integrator had more than %d processes at a time, and was ended "
                    "in %s",
                    ACTIVITY_MOST_PROCESSES, call);
    else
        message_set(&h->why,
                    "the integrator used more than %g MB of memory, and was ended in %s",
                    h->plugin->memory_limit / PLUGIN_MEGABYTE, call);
    return host_note_fault(h);
}

/* Of one that has ended without having been asked to, or badly. */
static enum packet_outcome tell_ending(struct host *h, int status) {
    int call = (int)activity_call_now(h->activity); /* that it has come to by now */
    if (has_used_too_much(h))
        return tell_excess(h, activity_call_name(call));
    ending_describe(&h->why, status, call, atomic_load(&h->activity->callback));
    return host_note_fault(h);
}

enum packet_outcome host_lose(struct host *h) {
    int status = 0;
    if (reap(h, seconds_to_end, &status))
        return tell_ending(h, status);
    message_set(&h->why,
                "the integrator's process does not answer any more (%s): it closed "
                "files that are not its own, or wrote where it must not",
                activity_call_name((int)activity_call_now(h->activity)));
    return host_note_fault(h);
}

enum packet_outcome host_end_late(struct host *h, double limit) {
    int call = (int)activity_call_now(h->activity);
    int ignored, callback = atomic_load(&h->activity->callback);
    reap(h, 0, &ignored);
    h->late_calls++;
    count_excess(h);
    if (call == CALL_LOAD)
        message_set(&h->why, "the integrator was not loaded within %g s", limit);
    else if (call == CALL_NONE)
        message_set(
            &h->why,
            "the integrator's process did not answer within %g s between two calls",
            limit);
    else
        message_set(&h->why, "the integrator's %s did not return within %g s%s%s",
                    activity_call_name(call), limit,
                    callback != CALLBACK_NONE ? ", and was in its call of " : "",
                    callback != CALLBACK_NONE ? activity_callback_name(callback) : "");
    return host_note_fault(h);
}

void host_discard(struct host *h) {
    int ignored;
    reap(h, 0, &ignored);
}

static bool ends_late_as_a_rule(const struct host *h) {
    return h->plugin->tally != NULL && atomic_load(&h->plugin->tally->late_ends) > 0;
}

enum packet_outcome host_end(struct host *h) {
    int status = 0;
    if (h->guest == 0)
        return OUTCOME_DONE;
    h->request.kind = REQUEST_END;
    h->request.numbers = 0;
    if (ends_late_as_a_rule(h) || packet_send(h->socket, &h->request)) {
        host_discard(h);
        return OUTCOME_DONE;
    }
    if (!child_ends_within(h->guest, h->plugin->seconds_limit)) {
        if (h->plugin->tally != NULL)
            atomic_fetch_add(&h->plugin->tally->late_ends, 1);
        return host_end_late(h, h->plugin->seconds_limit);
    }
    status = atomic_load(&h->activity->status);
    const bool has_left = WIFEXITED(status) && WEXITSTATUS(status) == GUEST_LEFT_WELL;
    if (has_left && !has_used_too_much(h)) {
        attendant_give_back(h->attendant);
        h->attendant = NULL;
    }
    reap(h, 0, &status);
    host_note_modes(h);
    if (has_left)
        status = 0;
    return status == 0 && !has_used_too_much(h) ? OUTCOME_DONE : tell_ending(h, status);
}

void host_end_refused(struct host *h) {
    const struct diagnostic why = h->why;
    host_end(h);
    h->why = why;
}
