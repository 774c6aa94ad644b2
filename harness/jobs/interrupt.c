/* Interruptions held back while there is something to clean up.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stddef.h>

#include "harness/jobs/interrupt.h"

static const int interruptions[] = {SIGINT, SIGTERM, SIGHUP};
enum { count = sizeof interruptions / sizeof *interruptions };

/* Whether the program was started with this one ignored (nohup, a background job of a
 * script). Blocked, it would become pending all the same. */
static bool is_ignored(int interruption) {
    struct sigaction action;
    return sigaction(interruption, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void interrupt_hold(sigset_t *before) {
    sigset_t held;
    sigemptyset(&held);
    for (int i = 0; i < count; i++)
        if (!is_ignored(interruptions[i]))
            sigaddset(&held, interruptions[i]);
    sigprocmask(SIG_BLOCK, &held, before);
}

bool interrupt_came(void) {
    sigset_t pending;
    sigpending(&pending);
    for (int i = 0; i < count; i++)
        if (sigismember(&pending, interruptions[i]) == 1)
            return true;
    return false;
}

void interrupt_release(const sigset_t *before) {
    sigprocmask(SIG_SETMASK, before, NULL);
}
