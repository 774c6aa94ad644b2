/* The process of one job of a pool.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/jobs/process.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "harness/base/json_number.h"

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
        answer(file, process_answer_document, text);
    else
        answer(file, process_answer_message,
               why.text[0] != '\0' ? why.text : "out of memory");
    free(text);
    json_decref(document);
    close(file);
}

void process_begin_group(pid_t parent) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(0);
}

void process_kill(pid_t process) {
    kill(-process, SIGKILL);
    kill(process, SIGKILL);
}

pid_t process_start(const struct pool *p, int job, int unneeded, int *pipe_of_answer) {
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    pid_t parent = getpid(), process = fork();
    if (process == 0) {
        close(ends[0]);
        if (unneeded >= 0)
            close(unneeded);
        process_begin_group(parent);
        do_job(p, job, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    if (process < 0)
        close(ends[0]);
    else
        *pipe_of_answer = ends[0];
    return process;
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

int process_wait(pid_t process, double *processor_seconds) {
    const double before = children_processor_seconds();
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    *processor_seconds = children_processor_seconds() - before;
    return status;
}
