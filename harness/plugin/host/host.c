/* The host's side of a guest process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/host/host.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "harness/base/legible.h"
#include "harness/base/message.h"
#include "harness/base/stopwatch.h"
#include "harness/jobs/interrupt.h"
#include "harness/plugin/guest/child.h"
#include "harness/plugin/guest/guest.h"
#include "harness/plugin/guest/keeper.h"
#include "harness/plugin/guest/attendant.h"
#include "problems/model.h"

/* A limit is looked at this many times while it runs, at least each so many seconds. */
enum { looks = 16 };
static const double longest_look = 0.1;

/* A guest takes a packet at once, however busy the machine is; one that does not must not be
 * waited for. */
enum { seconds_to_send = 10 };

int host_init(struct host *h, const struct plugin *p, struct model *m,
              const struct subject_options *options) {
    const int nx = m->nq + m->nv + m->nz;
    *h = (struct host){.plugin = p, .model = m, .options = *options, .socket = -1};
    h->activity = activity_alloc(p->seconds_limit);
    return packet_alloc(&h->request, nx + 1) | packet_alloc(&h->answer, 2 * nx + 1) |
           (h->activity == NULL);
}

void host_free(struct host *h) {
    host_end(h);
    packet_free(&h->request);
    packet_free(&h->answer);
    activity_free(h->activity);
    h->activity = NULL;
}

/* How long the first byte of an answer is waited for before the guest is looked at. */
static double seconds_of_look(const struct host *h) {
    return fmin(h->plugin->seconds_limit / looks, longest_look);
}

/* How long the guest may be in what it is in. Between calls only our own code runs, which a busy
 * machine may hold up: that is not the integrator's time. */
static double seconds_allowed(const struct host *h) {
    const double limit = h->plugin->seconds_limit;
    const enum activity_call call = activity_call_now(h->activity);
    return call == CALL_NONE ? fmax(limit, seconds_to_send)
                             : limit * activity_patience(call);
}

/* Waits for the answer, until one call takes longer than it may (PACKET_AWAITED), or the guest has
 * ended with all that it has started, which may have held its end of the socket open. */
static enum packet_arrival wait_for_answer(struct host *h) {
    long changes = atomic_load(&h->activity->changes);
    double since = stopwatch_seconds();
    enum packet_arrival arrival = packet_receive(h->socket, &h->answer);
    for (; arrival == PACKET_AWAITED; arrival = packet_receive(h->socket, &h->answer)) {
        if (child_has_ended(h->guest))
            return packet_receive(h->socket, &h->answer) == PACKET_CAME ? PACKET_CAME
                                                                        : PACKET_LOST;
        long changes_now = atomic_load(&h->activity->changes);
        double now = stopwatch_seconds();
        if (changes_now != changes)
            since = now;
        else if (now > since + seconds_allowed(h))
            return PACKET_AWAITED;
        changes = changes_now;
    }
    return arrival;
}

static enum packet_outcome hear(struct host *h) {
    const enum packet_arrival arrival = wait_for_answer(h);
    if (arrival != PACKET_CAME)
        return arrival == PACKET_AWAITED ? host_end_late(h, seconds_allowed(h))
                                         : host_lose(h);
    host_note_modes(h);
    enum packet_outcome outcome = (enum packet_outcome)h->answer.kind;
    if (outcome != OUTCOME_DONE) {
        message_set(&h->why, "%s", h->answer.text);
        legible_make(h->why.text);
    }
    if (outcome == OUTCOME_BROKEN && !(h->answer.traits & TRAIT_NOT_FINITE))
        host_note_fault(h);
    if (outcome == OUTCOME_BROKEN)
        host_discard(h);
    else if (outcome == OUTCOME_REFUSED)
        host_end_refused(h);
    return outcome;
}

enum packet_outcome host_ask(struct host *h) {
    if (h->guest == 0)
        return OUTCOME_BROKEN; /* h->why still says why */
    if (packet_send(h->socket, &h->request))
        return host_lose(h);
    return hear(h);
}

_Noreturn static void be_guest(struct host *h, int socket, pid_t host) {
    struct guest g = {
        .plugin = h->plugin,
        .model = h->model,
        .options = &h->options,
        .activity = h->activity,
        .socket = socket,
    };
    if (h->attendant != NULL) {
        g.to = h->attendant->to;
        g.from = h->attendant->from;
        g.program = h->attendant->activity;
    }
    keeper_run(&g, host, guest_run);
}

static void limit_waiting(const struct host *h, int socket) {
    const struct timeval most = {.tv_sec = seconds_to_send};
    const struct timeval look = {.tv_usec = 1 + (suseconds_t)(1e6 * seconds_of_look(h))};
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &look, sizeof look);
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
}

static bool is_given_up(const struct host *h) {
    const struct plugin_tally *tally = h->plugin->tally;
    return tally != NULL && atomic_load(&tally->excesses) >= PLUGIN_MOST_EXCESSES;
}

enum packet_outcome host_start(struct host *h) {
    int ends[2];
    const pid_t self = getpid();
    host_end(h);
    if (interrupt_came()) /* a fingerprint would start some hundred more */
        return message_fail(OUTCOME_BROKEN, &h->why, "interrupted");
    if (is_given_up(h))
        return message_fail(
            OUTCOME_BROKEN, &h->why,
            "the integrator is not started again: %d of its calls took more than "
            "%g s or too much memory",
            atomic_load(&h->plugin->tally->excesses), h->plugin->seconds_limit);
    fflush(NULL); /* what the host has yet to print is not the guest's to print again */
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return message_fail(OUTCOME_REFUSED, &h->why, "no process can be started: %s",
                            strerror(errno));
    atomic_store(&h->activity->call, CALL_NONE);
    atomic_store(&h->activity->callback, CALLBACK_NONE);
    atomic_store(&h->activity->threads, 0);
    atomic_store(&h->activity->modes_changes, 0);
    atomic_store(&h->activity->excess, EXCESS_NONE);
    atomic_store(&h->activity->status, 0);
    h->attendant = attendant_take(h->plugin);
    pid_t process = fork();
    if (process == 0) {
        close(ends[0]);
        be_guest(h, ends[1], self);
    }
    close(ends[1]);
    if (process < 0) {
        attendant_give_back(h->attendant);
        h->attendant = NULL;
        close(ends[0]);
        return message_fail(OUTCOME_REFUSED, &h->why, "no process can be started: %s",
                            strerror(errno));
    }
    limit_waiting(h, ends[0]);
    setpgid(process, process); /* as the guest does: whoever comes first */
    h->guest = process;
    h->socket = ends[0];
    return hear(h);
}
