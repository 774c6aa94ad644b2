/* How a process came to its end, in words.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/guest/ending.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

#include "harness/base/message.h"
#include "harness/plugin/activity.h"

static const char *name_signal(int number) {
    static const struct {
        int number;
        const char *name;
    } signals[] = {
        {SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGFPE, "SIGFPE"},
        {SIGBUS, "SIGBUS"},   {SIGILL, "SIGILL"},   {SIGKILL, "SIGKILL"},
        {SIGTERM, "SIGTERM"}, {SIGALRM, "SIGALRM"}, {SIGPIPE, "SIGPIPE"},
        {SIGTRAP, "SIGTRAP"}, {SIGSYS, "SIGSYS"},   {SIGXCPU, "SIGXCPU"},
        {SIGINT, "SIGINT"},   {SIGHUP, "SIGHUP"},
    };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (signals[i].number == number)
            return signals[i].name;
    return NULL;
}

static void name_place(char *text, size_t size, int call, int callback) {
    if (call == CALL_NONE)
        snprintf(text, size, "between two calls");
    else if (call == CALL_LOAD)
        snprintf(text, size, "while it was loaded");
    else if (call == CALL_INTRODUCE)
        snprintf(text, size, "before it introduced itself");
    else if (call == CALL_IN_THREADS)
        snprintf(text, size, "while two threads used it at once");
    else if (callback == CALLBACK_NONE)
        snprintf(text, size, "in %s", activity_call_name(call));
    else
        snprintf(text, size, "in %s, in its call of %s", activity_call_name(call),
                 activity_callback_name(callback));
}

void ending_describe(struct diagnostic *d, int status, int call, int callback) {
    char place[96];
    name_place(place, sizeof place, call, callback);
    if (WIFSIGNALED(status)) {
        const char *name = name_signal(WTERMSIG(status));
        if (name != NULL)
            message_set(d, "the integrator crashed %s (%s)", place, name);
        else
            message_set(d, "the integrator crashed %s (signal %d)", place,
                        WTERMSIG(status));
    } else if (call == CALL_NONE) {
        message_set(d,
                    "the integrator ended its process between two calls, or closed files "
                    "that are not its own");
    } else {
        message_set(d, "the integrator ended its process %s (exit status %d)", place,
                    WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
}
