/* A process that was forked here, with whatever it has started.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/guest/child.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "harness/base/stopwatch.h"

static const long nanoseconds_between_looks = 1000000;

bool child_has_ended(pid_t child) {
    siginfo_t about = {.si_pid = 0};
    return waitid(P_PID, (id_t)child, &about, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           about.si_pid == child;
}

bool child_ends_within(pid_t child, double seconds) {
    const struct timespec pause = {0, nanoseconds_between_looks};
    const double deadline = stopwatch_seconds() + seconds;
    bool by_itself = child_has_ended(child);
    for (; !by_itself && stopwatch_seconds() < deadline;
         by_itself = child_has_ended(child))
        nanosleep(&pause, NULL);
    return by_itself;
}

bool child_reap(pid_t child, double seconds, int *status) {
    bool by_itself = child_ends_within(child, seconds);
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
    while (waitpid(child, status, 0) < 0 && errno == EINTR)
        continue;
    return by_itself;
}
