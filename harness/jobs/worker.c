/* One job of a pool in a process of its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/jobs/worker.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/jobs/descendants.h"

enum { answer_document = 'D', answer_message = 'M', read_room = 65536 };

double worker_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void write_all(int file, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno != EINTR)
            return; /* nobody listens any more */
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
}

static void answer(int file, char kind, const char *text) {
    write_all(file, &kind, 1);
    write_all(file, text, strlen(text));
}

static void do_job(const struct pool *p, int job, int file) {
    struct diagnostic why = {""};
    json_t *document = p->work(p->context, job, &why);
    char *text = document == NULL
                     ? NULL
                     : json_dumps(document, JSON_NUMBER_FLAGS | JSON_ENCODE_ANY);
    if (text != NULL)
        answer(file, answer_document, text);
    else
        answer(file, answer_message, why.text[0] != '\0' ? why.text : "out of memory");
    free(text);
    json_decref(document);
    close(file);
}

/* In the new process: it begins a group of its own, so that what it starts ends with it, and
 * it ends with its parent, which may be killed outright (so on Linux; elsewhere by the pipe
 * that nobody reads any more). */
static void begin_process(pid_t parent) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(0);
}

/* The whole group; the process alone while it has not begun one. */
static void kill_group(pid_t process) {
    kill(-process, SIGKILL);
    kill(process, SIGKILL);
}

int worker_start(const struct pool *p, struct worker *w, int job) {
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    pid_t parent = getpid(), process = fork();
    if (process < 0) {
        close(ends[0]);
        close(ends[1]);
        return -1;
    }
    if (process == 0) {
        close(ends[0]);
        begin_process(parent);
        do_job(p, job, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    double now = worker_clock();
    *w = (struct worker){.job = job,
                         .process = process,
                         .pipe = ends[0],
                         .began = now,
                         .deadline = now + p->seconds_limit};
    return 0;
}

/* A wait is known once the process has run again: it may be this long by then. */
static const double longest_wait = 1;

bool worker_is_late(struct worker *w, double seconds_limit) {
    const double now = worker_clock();
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

static int end_process(struct worker *w) {
    int status = 0;
    close(w->pipe);
    while (waitpid(w->process, &status, 0) < 0 && errno == EINTR)
        continue;
    w->process = 0;
    return status;
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
    } else if (w->length > 0 && w->answer[0] == answer_message) {
        message_set(&outcome->why, "%s", w->answer + 1);
    } else if (w->length > 0 && w->answer[0] == answer_document) {
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

/* Of all processes that have been waited for. */
static double children_processor_seconds(void) {
    const double microsecond = 1e-6;
    struct rusage used;
    if (getrusage(RUSAGE_CHILDREN, &used) != 0)
        return 0;
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           microsecond * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* Ends the process, and takes down what it used. */
static int end_and_measure(struct worker *w, struct pool_outcome *outcome) {
    double before = children_processor_seconds();
    int status = end_process(w);
    outcome->seconds = worker_clock() - w->began;
    outcome->processor_seconds = children_processor_seconds() - before;
    return status;
}

void worker_finish(struct worker *w, struct pool_outcome *outcome) {
    int status = end_and_measure(w, outcome);
    judge_answer(w, status, outcome);
    forget_answer(w);
}

void worker_abandon(struct worker *w) {
    if (w->process != 0) {
        kill_group(w->process);
        end_process(w);
    }
    forget_answer(w);
}

static void kill_and_measure(struct worker *w, struct pool_outcome *outcome) {
    kill_group(w->process);
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
