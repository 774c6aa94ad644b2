/* A program that has ended, or has to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/guest/speaker.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>

#include "harness/base/message.h"
#include "harness/plugin/activity.h"
#include "harness/plugin/guest/ending.h"

/* For a program to end when it has closed its output. */
enum { milliseconds_after_closing = 200 };
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

int speaker_lose_process(struct speaker *p) {
    struct diagnostic d;
    int status = 0;
    int call = (int)activity_call_now(p->activity);
    if (p->process > 0 && speaker_wait(p, milliseconds_after_closing, &status)) {
        ending_describe(&d, status, call, CALLBACK_NONE);
        return speaker_lose(p, "%s", d.text);
    }
    return speaker_lose(p, "the integrator closed its standard output in %s",
                        activity_call_name(call));
}
