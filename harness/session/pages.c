/* The program that makes pages, run.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/session/pages.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "harness/base/message.h"
#include "harness/base/stopwatch.h"
#include "harness/jobs/interrupt.h"
#include "harness/jobs/process.h"

extern char **environ;

/* What is made after an interruption, of what there is so far, may take this long. */
static const double seconds_after_interruption = 5;
static const struct timespec between_looks = {0, 5000000};

/* In a group of its own, with what it starts; nothing is held back there. */
static int spawn(pid_t *process, const char *program, char *const *arguments) {
    posix_spawnattr_t attributes;
    sigset_t none;
    int reason = posix_spawnattr_init(&attributes);
    if (reason != 0)
        return reason;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    reason = posix_spawn(process, program, NULL, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    return reason;
}

/* *status := of the process, which an interruption ends with all that it has started. Else the
 * reason why it cannot be had. */
static int wait_for(pid_t process, int *status) {
    const bool was_interrupted = interrupt_came();
    const double deadline = stopwatch_seconds() + seconds_after_interruption;
    pid_t ended = 0;
    while (ended == 0 || (ended < 0 && errno == EINTR)) {
        ended = waitpid(process, status, WNOHANG);
        if (ended != 0)
            continue;
        if (interrupt_came() && (!was_interrupted || stopwatch_seconds() > deadline))
            process_kill(process);
        nanosleep(&between_looks, NULL);
    }
    return ended < 0 ? errno : 0;
}

static int run(const char *program, char *const *arguments, int *status) {
    sigset_t before;
    pid_t process;
    interrupt_hold(&before);
    int reason = spawn(&process, program, arguments);
    if (reason == 0)
        reason = wait_for(process, status);
    interrupt_release(&before);
    return reason;
}

enum exit_status pages_run(struct session *session, char *const *arguments,
                           enum exit_status refusal) {
    int status = 0;
    const int reason = run(session->pages, arguments, &status);
    if (reason != 0)
        return message_fail(EXIT_MACHINE, &session->why, "%s: cannot be run: %s",
                            session->pages, strerror(reason));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return EXIT_PASSED;
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_USAGE && refusal == EXIT_USAGE)
        return EXIT_USAGE; /* it has said what is wrong with the user's words */
    message_set(&session->why, "the page could not be made: %s %s %d", session->pages,
                WIFEXITED(status) ? "ended with status" : "was killed by signal",
                WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    return EXIT_MACHINE;
}
