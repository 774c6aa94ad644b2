/* One job of a pool in a process of its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/jobs/worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/message.h"
#include "harness/base/stopwatch.h"
#include "harness/jobs/descendants.h"
#include "harness/jobs/nursery.h"
#include "harness/jobs/process.h"

enum { read_room = 65536 };

int worker_start(const struct pool *p, struct worker *w, int job) {
    int pipe;
    const pid_t process = w->nursery != NULL ? nursery_start(w->nursery, job, &pipe)
                                             : process_start(p, job, -1, &pipe);
    if (process < 0)
        return -1;
    const double now = stopwatch_seconds();
    *w = (struct worker){.nursery = w->nursery,
                         .job = job,
                         .process = process,
                         .pipe = pipe,
                         .began = now,
                         .deadline = now + p->seconds_limit};
    return 0;
}

/* A wait is known once the process has run again: it may be this long by then. */
static const double longest_wait = 1;

bool worker_is_late(struct worker *w, double seconds_limit) {
    const double now = stopwatch_seconds();
    if (now <= w->deadline)
        return false;
    w->deadline =
        w->began + seconds_limit + descendants_waited(w->process) + longest_wait;
    return now > w->deadline;
}

bool worker_is_large(const struct worker *w, double bytes) {
    return descendants_memory(w->process) > bytes;
}

/* The end of the pipe, or of memory, is the end of the answer. */
bool worker_take_answer(struct worker *w) {
    if (w->room - w->length < read_room) {
        char *larger = realloc(w->answer, 2 * w->room + read_room + 1);
        if (larger == NULL)
            return false;
        w->answer = larger;
        w->room = 2 * w->room + read_room;
    }
    ssize_t came = read(w->pipe, w->answer + w->length, w->room - w->length);
    if (came < 0 && errno == EINTR)
        return true;
    if (came > 0)
        w->length += (size_t)came;
    w->answer[w->length] = '\0';
    return came > 0;
}

static int end_process(struct worker *w, double *processor_seconds) {
    const pid_t process = w->process;
    close(w->pipe);
    w->process = 0;
    return w->nursery != NULL ? nursery_wait(w->nursery, process, processor_seconds)
                              : process_wait(process, processor_seconds);
}

static void judge_answer(const struct worker *w, int status,
                         struct pool_outcome *outcome) {
    if (WIFSIGNALED(status)) {
        int number = WTERMSIG(status);
        message_set(&outcome->why, "its process was killed by signal %d (%s)", number,
                    strsignal(number));
    } else if (WEXITSTATUS(status) != 0) {
        message_set(&outcome->why, "its process ended with exit status %d",
                    WEXITSTATUS(status));
    } else if (w->length > 0 && w->answer[0] == process_answer_message) {
        message_set(&outcome->why, "%s", w->answer + 1);
    } else if (w->length > 0 && w->answer[0] == process_answer_document) {
        outcome->document = json_loads(w->answer + 1, JSON_DECODE_ANY, NULL);
    }
    if (outcome->document == NULL && outcome->why.text[0] == '\0')
        message_set(&outcome->why, "its process ended without an answer");
}

static void forget_answer(struct worker *w) {
    free(w->answer);
    w->answer = NULL;
    w->length = w->room = 0;
}

/* Ends the process, and takes down what it used. */
static int end_and_measure(struct worker *w, struct pool_outcome *outcome) {
    const int status = end_process(w, &outcome->processor_seconds);
    outcome->seconds = stopwatch_seconds() - w->began;
    return status;
}

void worker_finish(struct worker *w, struct pool_outcome *outcome) {
    int status = end_and_measure(w, outcome);
    judge_answer(w, status, outcome);
    forget_answer(w);
}

void worker_abandon(struct worker *w) {
    double seconds;
    if (w->process != 0) {
        process_kill(w->process);
        end_process(w, &seconds);
    }
    forget_answer(w);
}

static void kill_and_measure(struct worker *w, struct pool_outcome *outcome) {
    process_kill(w->process);
    end_and_measure(w, outcome);
    forget_answer(w);
}

void worker_end_late(struct worker *w, double seconds_limit,
                     struct pool_outcome *outcome) {
    kill_and_measure(w, outcome);
    message_set(&outcome->why, "it did not end within %g seconds", seconds_limit);
}

void worker_end_large(struct worker *w, double bytes, struct pool_outcome *outcome) {
    kill_and_measure(w, outcome);
    message_set(&outcome->why, "it used more than %g MB of memory",
                bytes / POOL_MEGABYTE);
}
