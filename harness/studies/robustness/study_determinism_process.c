/* A course in a process of its own, which is made before the study's process has run any
 * integrator: whatever that leaves behind in globals and in memory is not there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/studies/robustness/study_determinism.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "problems/base/status.h"
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "harness/base/json_number.h"
#include "harness/base/message.h"

/* Before the rows: how many there are; behind them the counters as text. */
static bool write_all(int file, const void *bytes, size_t length) {
    const char *at = bytes;
    while (length > 0) {
        ssize_t written = write(file, at, length);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            at += written;
            length -= (size_t)written;
        }
    }
    return true;
}

static size_t read_all(int file, void *bytes, size_t length) {
    size_t came = 0;
    while (came < length) {
        ssize_t count = read(file, (char *)bytes + came, length - came);
        if (count == 0 || (count < 0 && errno != EINTR))
            break;
        if (count > 0)
            came += (size_t)count;
    }
    return came;
}

/* Nonzero: it could not be carried out. */
static int run_and_tell(const struct course *c, int file) {
    struct recording r;
    struct crew crew = {.open = 0};
    struct diagnostic none;
    int failed = recording_init(&r, c->nx) || crew_init(&crew, c, &none);
    if (!failed) {
        course_run(c, &crew, &r, NULL);
        size_t bytes = (size_t)(r.rows * r.width) * sizeof *r.row;
        char *counters = json_dumps(r.counters, JSON_NUMBER_FLAGS);
        failed = counters == NULL || !write_all(file, &r.rows, sizeof r.rows) ||
                 !write_all(file, r.row, bytes) ||
                 !write_all(file, counters, strlen(counters));
        free(counters);
    }
    crew_clear(&crew);
    recording_clear(&r);
    return failed;
}

/* Ends with the study's process, however that ends. */
static void die_with(pid_t study) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != study)
        _exit(EXIT_FAILURE);
}

int fresh_process_begin(struct fresh_process *p, const struct course *c,
                        struct diagnostic *d) {
    int ends[2];
    *p = (struct fresh_process){.pipe = -1};
    if (pipe(ends) != 0)
        return message_set(d, "no process can be made: %s", strerror(errno));
    pid_t study = getpid(), process = fork();
    if (process == 0) {
        die_with(study);
        close(ends[0]);
        int failed = run_and_tell(c, ends[1]);
        close(ends[1]);
        _exit(failed ? EXIT_FAILURE : EXIT_SUCCESS);
    }
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return message_set(d, "no process can be made: %s", strerror(errno));
    }
    *p = (struct fresh_process){.pipe = ends[0], .process = process};
    return 0;
}

static int take(struct fresh_process *p, struct recording *r) {
    enum { COUNTERS_ROOM = 16384 };
    char *text = malloc(COUNTERS_ROOM);
    int failed = text == NULL ||
                 read_all(p->pipe, &r->rows, sizeof r->rows) != sizeof r->rows ||
                 r->rows < 0 || r->rows > r->room;
    size_t bytes = (size_t)(r->rows * r->width) * sizeof *r->row;
    failed = failed || read_all(p->pipe, r->row, bytes) != bytes;
    if (!failed) {
        size_t length = read_all(p->pipe, text, COUNTERS_ROOM - 1);
        json_decref(r->counters);
        r->counters = json_loadb(text, length, 0, NULL);
        failed = r->counters == NULL;
    }
    free(text);
    return failed;
}

int fresh_process_end(struct fresh_process *p, struct recording *r,
                      struct diagnostic *d) {
    int status = 0;
    if (p->pipe < 0)
        return message_set(d, "there is no such process");
    int failed = take(p, r);
    close(p->pipe);
    p->pipe = -1;
    while (waitpid((pid_t)p->process, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!failed && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
        return 0;
    return message_set(d, "the other process ended without an answer");
}
