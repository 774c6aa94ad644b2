/* The process between a host and its guest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/guest/keeper.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/base/stopwatch.h"
#include "harness/jobs/descendants.h"

/* What is not shown is read in larger pieces. */
enum { size_unshown = 65536 };

/* What the guest has used of memory, and of processes, is looked at so often. */
static const double seconds_between_looks = 0.05;

/* Within this, what it has started can be killed. */
static const double seconds_to_end = 1;

static volatile sig_atomic_t is_told_to_end;

static void note_signal(int number) {
    if (number == SIGTERM)
        is_told_to_end = 1;
}

/* Both come only while the keeper waits, with the mask that it is given for that. */
static void listen_to_signals(sigset_t *while_waiting) {
    struct sigaction action = {.sa_handler = note_signal};
    sigset_t both;
    sigemptyset(&both);
    sigaddset(&both, SIGTERM);
    sigaddset(&both, SIGCHLD);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGCHLD, &action, NULL);
    sigemptyset(while_waiting);
    sigprocmask(SIG_SETMASK, &both, NULL);
}

/* In the guest: as guest_reset_signals has left them. */
static void stop_listening(void) {
    sigset_t none;
    signal(SIGTERM, SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void write_all(const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(STDERR_FILENO, text, length);
        if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
}

static bool has_limit(const struct plugin *p) {
    return p->tally != NULL && p->output_limit > 0;
}

/* As far as there is room; that there is none any more is said once. */
static void show(const struct plugin *p, const char *text, size_t length) {
    char note[256];
    if (!has_limit(p)) {
        write_all(text, length);
        return;
    }
    double room =
        p->output_limit - (double)atomic_fetch_add(&p->tally->printed, (long)length);
    if (room > 0)
        write_all(text, room < (double)length ? (size_t)room : length);
    if (room < 0 || room >= (double)length)
        return;
    snprintf(
        note, sizeof note,
        "\nhalfstep: the integrator has printed more than %g MB; what else it prints "
        "is not shown (--output-limit)\n",
        p->output_limit / PLUGIN_MEGABYTE);
    write_all(note, strlen(note));
}

static bool is_ready(int file, bool to_write) {
    struct timeval at_once = {0};
    fd_set set;
    FD_ZERO(&set);
    FD_SET(file, &set);
    return select(file + 1, to_write ? NULL : &set, to_write ? &set : NULL, NULL,
                  &at_once) != 0;
}

/* Whether what comes next is passed on. */
static bool is_shown(const struct plugin *p) {
    return !has_limit(p) || (double)atomic_load(&p->tally->printed) <= p->output_limit;
}

/* Passes on what it has printed; false: there is no more for now. A reader of ours that does not
 * read keeps the guest waiting, not the keeper, which writes no more than a pipe takes at once. */
static bool pass_output(const struct plugin *p, int *output) {
    char text[size_unshown];
    if (*output < 0 || !is_ready(*output, false))
        return false;
    const bool shown = is_shown(p);
    if (shown && !is_ready(STDERR_FILENO, true))
        return false;
    ssize_t came = read(*output, text, shown ? PIPE_BUF : sizeof text);
    if (came > 0 && shown)
        show(p, text, (size_t)came);
    if (came > 0)
        return true;
    close(*output);
    *output = -1;
    return false;
}

/* Until a signal comes, something has been printed that can be passed on, or it is time to look
 * at the memory. What is there already waits for our reader. */
static void wait_a_while(const struct plugin *p, int output,
                         const sigset_t *while_waiting) {
    const struct timespec pause = {0, (long)(1e9 * seconds_between_looks)};
    const bool has_text = output >= 0 && is_shown(p) && is_ready(output, false);
    const int file = has_text ? STDERR_FILENO : output;
    fd_set set;
    FD_ZERO(&set);
    if (file >= 0)
        FD_SET(file, &set);
    pselect(file + 1, has_text ? NULL : &set, has_text ? &set : NULL, NULL, &pause,
            while_waiting);
}

/* Those that it has left behind are this process's children, and are waited for, too. */
static bool has_ended(struct guest *g, pid_t guest) {
    int status;
    pid_t ended = waitpid(-1, &status, WNOHANG);
    while (ended > 0 && ended != guest)
        ended = waitpid(-1, &status, WNOHANG);
    if (ended == guest)
        atomic_store(&g->activity->status, status);
    return ended != 0;
}

static bool uses_too_much(struct guest *g) {
    const double limit = g->plugin->memory_limit;
    enum activity_excess excess = EXCESS_NONE;
    if (descendants_are_more(getpid(), ACTIVITY_MOST_PROCESSES))
        excess = EXCESS_PROCESSES;
    else if (limit > 0 && descendants_use_more(getpid(), limit))
        excess = EXCESS_MEMORY;
    if (excess != EXCESS_NONE)
        atomic_store(&g->activity->excess, (int)excess);
    return excess != EXCESS_NONE;
}

static void watch(struct guest *g, pid_t guest, int *output,
                  const sigset_t *while_waiting) {
    double next_look = stopwatch_seconds() + seconds_between_looks;
    while (!has_ended(g, guest) && !is_told_to_end) {
        double now = stopwatch_seconds();
        if (now >= next_look && uses_too_much(g))
            return;
        next_look = now >= next_look ? now + seconds_between_looks : next_look;
        wait_a_while(g->plugin, *output, while_waiting);
        pass_output(g->plugin, output);
    }
}

_Noreturn static void begin_ward(struct guest *g, const int *pipe_ends, pid_t keeper,
                                 keeper_ward *ward) {
    close(pipe_ends[0]);
    dup2(pipe_ends[1], STDOUT_FILENO);
    dup2(pipe_ends[1], STDERR_FILENO);
    close(pipe_ends[1]);
    stop_listening();
    ward(g, keeper);
    _exit(EXIT_FAILURE);
}

static void close_its_files(const struct guest *g) {
    if (g->socket >= 0)
        close(g->socket);
    if (g->to > 0) {
        close(g->to);
        close(g->from);
    }
}

_Noreturn void keeper_run(struct guest *g, pid_t host, keeper_ward *ward) {
    const pid_t self = getpid();
    sigset_t while_waiting;
    int ends[2];
    setpgid(0, 0);
    descendants_adopt();
    guest_reset_signals();
    listen_to_signals(&while_waiting);
    guest_end_with(host, SIGTERM);
    guest_close_files(g);
    guest_redirect_streams();
    if (pipe(ends) != 0)
        _exit(EXIT_FAILURE);
    pid_t guest = fork();
    if (guest == 0)
        begin_ward(g, ends, self, ward);
    close_its_files(g);
    close(ends[1]);
    if (guest > 0)
        watch(g, guest, &ends[0], &while_waiting);
    kill(-guest, SIGKILL);
    descendants_end(seconds_to_end);
    while (pass_output(g->plugin, &ends[0]))
        continue;
    _exit(EXIT_SUCCESS);
}
