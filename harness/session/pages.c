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

#include "harness/base/message.h"

extern char **environ;

/* The page maker is interrupted as usual, whatever is held back here. */
static int spawn(pid_t *process, const char *program, char *const *arguments) {
    posix_spawnattr_t attributes;
    sigset_t none;
    int reason = posix_spawnattr_init(&attributes);
    if (reason != 0)
        return reason;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    reason = posix_spawn(process, program, NULL, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    return reason;
}

enum exit_status pages_run(struct session *session, char *const *arguments,
                           enum exit_status refusal) {
    pid_t process;
    int status = 0;
    int reason = spawn(&process, session->pages, arguments);
    if (reason != 0)
        return message_fail(EXIT_MACHINE, &session->why, "%s: cannot be started: %s",
                            session->pages, strerror(reason));
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return EXIT_PASSED;
    message_set(&session->why, "the page could not be made: %s %s %d", session->pages,
                WIFEXITED(status) ? "ended with status" : "was killed by signal",
                WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_USAGE ? refusal
                                                                  : EXIT_MACHINE;
}
