/* The built program, run as a user runs it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/tests/program.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/tests/scratch.h"

enum { most_words = 64 };

extern char **environ;

static int wait_for(pid_t process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct program_outcome program_run(const char *program, const char *const *arguments) {
    struct scratch s = scratch_make();
    char *out = scratch_path(&s, "out"), *err = scratch_path(&s, "err");
    const char *argv[most_words + 2] = {program};
    for (int i = 0; arguments[i] != NULL; i++)
        argv[i + 1] = arguments[i];
    posix_spawn_file_actions_t actions;
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out, flags, 0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err, flags, 0600);
    pid_t process;
    int reason = posix_spawn(&process, program, &actions, NULL, (char **)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    cr_assert(reason == 0, "%s: %s", program, strerror(reason));
    struct program_outcome o = {.status = wait_for(process)};
    o.out = scratch_read(out);
    o.err = scratch_read(err);
    scratch_remove(&s);
    return o;
}

/* Cuts the line (overwriting it) into words[most_words + 1], the last of them NULL. */
static void cut_words(char *line, const char **words) {
    char *rest = line;
    int count = 0;
    for (char *word = strtok_r(line, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        cr_assert(count < most_words);
        words[count++] = word;
    }
    words[count] = NULL;
}

struct program_outcome program_run_line(const char *program, const char *line) {
    char *copy = strdup(line);
    const char *words[most_words + 1];
    cut_words(copy, words);
    return program_run(program, words);
}

/* Tests that run in the background of a shell inherit SIGINT ignored, and so would what they
 * interrupt. */
static void begin_interruptible(posix_spawnattr_t *attributes) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    posix_spawnattr_init(attributes);
    posix_spawnattr_setsigdefault(attributes, &signals);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF);
}

int program_start(const char *program, const char *line) {
    char *copy = strdup(line);
    const char *words[most_words + 2] = {program};
    cut_words(copy, words + 1);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t attributes;
    begin_interruptible(&attributes);
    pid_t process;
    int reason =
        posix_spawn(&process, program, &actions, &attributes, (char **)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    cr_assert(reason == 0, "%s: %s", program, strerror(reason));
    return (int)process;
}

int program_wait(int process) {
    return wait_for((pid_t)process);
}

/* Messages of megabytes never arrive at Criterion's runner, and the test waits for ever. */
enum { MESSAGE_ROOM = 4000 };

json_t *program_json(const char *program, const char *line, int status) {
    struct program_outcome o = program_run_line(program, line);
    cr_assert(o.status == status, "%s: exit status %d\n%.*s%.*s", line, o.status,
              MESSAGE_ROOM, o.err, MESSAGE_ROOM, o.out);
    json_error_t error;
    json_t *document = json_loads(o.out, 0, &error);
    cr_assert(document != NULL, "%s: %s\n%.*s", line, error.text, MESSAGE_ROOM, o.out);
    return document;
}
