/* A question put to the program halfstep-benchmark. It reads from one temporary file and
 * writes to two others, so that nobody waits for anybody.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/speed/benchmarks/bench_process.h"
#include "harness/base/data.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/stopwatch.h"
#include "harness/jobs/interrupt.h"
#include "problems/base/status.h"

extern char **environ;

static const long nanoseconds_between_looks = 500000;

/* The environment is longer by up to so many bytes: a page. */
enum { most_shift = 4096 };
#define SHIFT_NAME "HALFSTEP_SHIFT="

int bench_files_open(struct bench_files *f, struct diagnostic *d) {
    *f = (struct bench_files){{NULL}};
    for (int i = 0; i < 3; i++) {
        f->file[i] = tmpfile();
        if (f->file[i] == NULL)
            return message_set(d, "no temporary file: %s", strerror(errno));
    }
    return 0;
}

void bench_files_close(struct bench_files *f) {
    for (int i = 0; i < 3; i++)
        if (f->file[i] != NULL)
            fclose(f->file[i]);
}

static int write_request(FILE *file, const json_t *request, struct diagnostic *d) {
    json_print(request, file);
    return fflush(file) == 0 && fseek(file, 0, SEEK_SET) == 0
               ? 0
               : message_set(d, "a temporary file: %s", strerror(errno));
}

static bool is_of_threads(const char *variable) {
    const size_t name = strcspn(BENCH_ONE_THREAD, "=") + 1;
    return strncmp(variable, BENCH_ONE_THREAD, name) == 0;
}

char **bench_environment(unsigned long seed) {
    static char one_thread[] = BENCH_ONE_THREAD;
    size_t count = 0, kept = 2;
    while (environ[count] != NULL)
        count++;
    char **made = calloc(count + 3, sizeof *made);
    const size_t length = seed % most_shift;
    char *shift = malloc(sizeof SHIFT_NAME + length);
    if (made == NULL || shift == NULL) {
        free(made);
        free(shift);
        return NULL;
    }
    memcpy(shift, SHIFT_NAME, sizeof SHIFT_NAME);
    memset(shift + sizeof SHIFT_NAME - 1, 'x', length);
    shift[sizeof SHIFT_NAME - 1 + length] = '\0';
    made[0] = shift;
    made[1] = one_thread;
    for (size_t i = 0; i < count; i++)
        if (!is_of_threads(environ[i]))
            made[kept++] = environ[i];
    return made;
}

int bench_start(pid_t *process, const struct bench_child *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < child->files; i++)
        posix_spawn_file_actions_adddup2(&actions, child->file[i][0], child->file[i][1]);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &none);
    const int error = posix_spawnp(process, child->program, &actions, &attributes,
                                   child->arguments, child->environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static int start(pid_t *process, const struct bench_files *t, const char *question,
                 unsigned long seed, struct diagnostic *d) {
    char name[] = "halfstep-benchmark", words[32];
    char *const arguments[] = {name, words, NULL};
    char **environment = bench_environment(seed);
    const int file[3][2] = {
        {fileno(t->file[0]), 0}, {fileno(t->file[1]), 1}, {fileno(t->file[2]), 2}};
    const struct bench_child child = {data_path(DATA_BENCHMARK), arguments, environment,
                                      3, file};
    snprintf(words, sizeof words, "%s", question);
    const int error = environment == NULL ? ENOMEM : bench_start(process, &child);
    if (environment != NULL)
        free(environment[0]);
    free(environment);
    return error == 0
               ? 0
               : message_set(d, "%s: %s", data_path(DATA_BENCHMARK), strerror(error));
}

int bench_wait(pid_t process, double seconds, int *status, struct diagnostic *d) {
    const struct timespec pause = {0, nanoseconds_between_looks};
    const double deadline = stopwatch_seconds() + seconds;
    for (;;) {
        const pid_t ended = waitpid(process, status, WNOHANG);
        if (ended == process)
            return 0;
        const bool late = stopwatch_seconds() > deadline, interrupted = interrupt_came();
        if (late || interrupted) {
            kill(-process, SIGKILL);
            waitpid(process, status, 0);
            return interrupted
                       ? message_set(d, "interrupted")
                       : message_set(d, "a measurement took more than %g s", seconds);
        }
        nanosleep(&pause, NULL);
    }
}

/* The first line that it has written on standard error, or how it has ended. */
static int complain(FILE *said, int status, struct diagnostic *d) {
    static const char prefix[] = "halfstep-benchmark: ";
    char line[sizeof d->text] = "";
    rewind(said);
    if (fgets(line, sizeof line, said) == NULL && WIFSIGNALED(status))
        return message_set(d, "a measurement has crashed (signal %d)", WTERMSIG(status));
    line[strcspn(line, "\n")] = '\0';
    const char *text =
        strncmp(line, prefix, strlen(prefix)) == 0 ? line + strlen(prefix) : line;
    return message_set(d, "%s", text[0] == '\0' ? "a measurement has failed" : text);
}

static int hear(json_t **answer, struct bench_files *t, int status,
                struct diagnostic *d) {
    json_error_t error;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return complain(t->file[2], status, d);
    rewind(t->file[1]);
    *answer = json_loadf(t->file[1], 0, &error);
    return *answer != NULL ? 0 : message_set(d, "a measurement's answer: %s", error.text);
}

int bench_ask(json_t **answer, const char *question, const json_t *request,
              unsigned long seed, double seconds, struct diagnostic *d) {
    struct bench_files talk;
    pid_t process;
    int status;
    *answer = NULL;
    int failed = bench_files_open(&talk, d) || write_request(talk.file[0], request, d);
    if (!failed)
        failed = start(&process, &talk, question, seed, d) ||
                 bench_wait(process, seconds, &status, d) ||
                 hear(answer, &talk, status, d);
    bench_files_close(&talk);
    return failed;
}
