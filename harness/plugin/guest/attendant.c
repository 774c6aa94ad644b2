/* A program that serves one system after another.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/guest/attendant.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/plugin/activity.h"
#include "harness/plugin/guest/child.h"
#include "harness/plugin/guest/guest.h"
#include "harness/plugin/guest/keeper.h"
#include "harness/plugin/guest/speaker.h"
#include "harness/plugin/plugin.h"

static const double seconds_to_end = 2;

/* A study may hold some systems at a time. */
enum { most_attendants = 4 };
static struct attendant attendants[most_attendants];

static void forget(struct attendant *n) {
    close(n->to);
    close(n->from);
    activity_free(n->activity);
    free(n->place);
    *n = (struct attendant){.keeper = 0};
}

static void end_at_exit(void) {
    for (int i = 0; i < most_attendants; i++)
        if (attendants[i].keeper != 0 && attendants[i].owner == getpid())
            attendant_end(&attendants[i]);
}

/* In the process that becomes the program. */
_Noreturn static void be_program(struct guest *g, pid_t keeper) {
    setpgid(0, 0);
    guest_end_with(keeper, SIGKILL);
    speaker_become(g->plugin, g->to, g->from);
}

static int make_pipes(int *in, int *out) {
    if (pipe(in) != 0)
        return -1;
    if (pipe(out) != 0) {
        close(in[0]);
        close(in[1]);
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(in[i], F_SETFD, FD_CLOEXEC);
        fcntl(out[i], F_SETFD, FD_CLOEXEC);
    }
    return 0;
}

static pid_t fork_keeper(const struct plugin *p, struct activity *activity, int in,
                         int out) {
    const pid_t self = getpid();
    struct guest g = {.plugin = p, .activity = activity, .socket = -1};
    g.to = in;
    g.from = out;
    fflush(NULL); /* what has yet to be printed is not the program's to print again */
    const pid_t keeper = fork();
    if (keeper == 0)
        keeper_run(&g, self, be_program);
    if (keeper > 0)
        setpgid(keeper, keeper); /* as it does: whoever comes first */
    return keeper;
}

static int begin(struct attendant *n, const struct plugin *p) {
    static bool is_registered;
    int in[2], out[2];
    struct activity *activity = activity_alloc(p->seconds_limit);
    char *place = strdup(p->place);
    if (activity == NULL || place == NULL || make_pipes(in, out)) {
        activity_free(activity);
        free(place);
        return -1;
    }
    atomic_store(&activity->status, ATTENDANT_RUNS);
    const pid_t keeper = fork_keeper(p, activity, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    *n = (struct attendant){.owner = getpid(),
                            .keeper = keeper,
                            .to = in[1],
                            .from = out[0],
                            .activity = activity,
                            .place = place,
                            .memory_limit = p->memory_limit,
                            .output_limit = p->output_limit};
    if (keeper < 0) {
        forget(n);
        return -1;
    }
    is_registered = is_registered || atexit(end_at_exit) == 0;
    return 0;
}

static bool serves(const struct attendant *n, const struct plugin *p) {
    return strcmp(n->place, p->place) == 0 && n->memory_limit == p->memory_limit &&
           n->output_limit == p->output_limit &&
           atomic_load(&n->activity->status) == ATTENDANT_RUNS &&
           !child_has_ended(n->keeper);
}

/* Whether it serves now; what it was before may have to go. */
static bool is_ready(struct attendant *n, const struct plugin *p) {
    if (n->keeper != 0 && n->owner != getpid())
        forget(n); /* that of the process that has forked this one */
    if (n->is_taken)
        return false;
    if (n->keeper != 0 && !serves(n, p))
        attendant_end(n);
    return n->keeper != 0 || begin(n, p) == 0;
}

struct attendant *attendant_take(const struct plugin *p) {
#ifndef __linux__
    return NULL; /* it would outlive a host that is killed */
#endif
    for (int i = 0; i < most_attendants && p->serves_several; i++)
        if (is_ready(&attendants[i], p)) {
            attendants[i].is_taken = true;
            return &attendants[i];
        }
    return NULL;
}

void attendant_give_back(struct attendant *n) {
    if (n != NULL)
        n->is_taken = false;
}

void attendant_end(struct attendant *n) {
    int ignored;
    if (n == NULL || n->keeper == 0)
        return;
    kill(n->keeper, SIGTERM);
    child_reap(n->keeper, seconds_to_end, &ignored);
    forget(n);
}
