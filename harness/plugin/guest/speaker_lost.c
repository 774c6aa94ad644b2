/* A program that has ended, or has to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/guest/speaker.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/base/message.h"
#include "harness/plugin/activity.h"
#include "harness/plugin/guest/ending.h"
#include "harness/plugin/guest/attendant.h"

/* For a program to end when it has closed its output. */
enum { milliseconds_after_closing = 200, milliseconds_of_keeper = 2000 };
static const long nanoseconds_of_pause = 1000000;

int speaker_lose(struct speaker *p, const char *format, ...) {
    char text[sizeof p->why.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!p->is_lost)
        message_set(&p->why, "%s", text);
    p->is_lost = true;
    return -1;
}

bool speaker_wait(struct speaker *p, int pauses, int *status) {
    const struct timespec pause = {0, nanoseconds_of_pause};
    pid_t ended = 0;
    for (int i = 0; i < pauses && ended == 0; i++) {
        ended = waitpid(p->process, status, WNOHANG);
        if (ended == 0)
            nanosleep(&pause, NULL);
    }
    if (ended == 0) {
        kill(p->process, SIGKILL);
        waitpid(p->process, NULL, 0);
    }
    p->process = 0;
    return ended != 0;
}

/* The same of one that another keeper keeps, who says how it has ended. A guest whose program was
 * ended for what it used ends as it does, in the call that it is in. */
static bool wait_for_keeper(struct speaker *p, int *status) {
    const struct timespec pause = {0, nanoseconds_of_pause};
    *status = ATTENDANT_RUNS;
    for (int i = 0; i < milliseconds_of_keeper && *status == ATTENDANT_RUNS; i++) {
        const int excess = atomic_load(&p->program->excess);
        if (excess != EXCESS_NONE) {
            atomic_store(&p->activity->excess, excess);
            _exit(EXIT_SUCCESS);
        }
        nanosleep(&pause, NULL);
        *status = atomic_load(&p->program->status);
    }
    return *status != ATTENDANT_RUNS;
}

static bool has_ended(struct speaker *p, int *status) {
    return p->program != NULL
               ? wait_for_keeper(p, status)
               : p->process > 0 && speaker_wait(p, milliseconds_after_closing, status);
}

int speaker_lose_process(struct speaker *p) {
    struct diagnostic d;
    int status = 0;
    int call = (int)activity_call_now(p->activity);
    if (has_ended(p, &status)) {
        ending_describe(&d, status, call, CALLBACK_NONE);
        return speaker_lose(p, "%s", d.text);
    }
    return speaker_lose(p, "the integrator closed its standard output in %s",
                        activity_call_name(call));
}
