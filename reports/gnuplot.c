/* gnuplot as a child process: its standard input is the script, its output and its
 * complaints are collected. All three are unnamed temporary files, so that neither side
 * ever waits for the other with a full pipe.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { STREAMS = 3, FOUND_NOT = 127, LONGEST_COMPLAINT = 600 };

static bool write_script(FILE *file, const struct text *script) {
    size_t written = fwrite(text_bytes(script), 1, script->length, file);
    return written == script->length && fflush(file) == 0 &&
           lseek(fileno(file), 0, SEEK_SET) == 0;
}

/* Appends the whole file, at most `limit` bytes of it. */
static bool read_all(FILE *file, size_t limit, struct text *into) {
    char buffer[BUFSIZ];
    rewind(file);
    for (size_t size; limit > 0; limit -= size) {
        size = fread(buffer, 1, limit < sizeof buffer ? limit : sizeof buffer, file);
        text_add_bytes(into, buffer, size);
        if (size == 0) {
            break;
        }
    }
    return !ferror(file) && !text_failed(into);
}

/* The exit status of gnuplot, or a negative errno when it cannot be started. */
static int run_child(FILE *stream[STREAMS]) {
    static char name[] = "gnuplot", plain[] = "--default-settings";
    char *arguments[] = {name, plain, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return -ENOMEM;
    }
    int error = 0;
    for (int i = 0; i < STREAMS && error == 0; i++) {
        error = posix_spawn_file_actions_adddup2(&actions, fileno(stream[i]), i);
    }
    if (error == 0) {
        error = posix_spawnp(&child, name, &actions, NULL, arguments, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        return -error;
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return -errno;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -ECHILD;
}

static bool judge(int status, FILE *complaints, struct text *why) {
    if (status == 0) {
        return true;
    }
    if (status == -ENOENT || status == FOUND_NOT) {
        text_add(why, "gnuplot is needed for the figures and was not found "
                      "(Debian: apt-get install gnuplot-nox)");
    } else if (status == -ECHILD) {
        text_add(why, "gnuplot was stopped by a signal");
    } else if (status < 0) {
        text_format(why, "gnuplot cannot be run: %s", strerror(-status));
    } else {
        text_format(why, "gnuplot failed with status %d: ", status);
        read_all(complaints, LONGEST_COMPLAINT, why);
    }
    return false;
}

bool gnuplot_run(const struct text *script, struct text *output, struct text *why) {
    FILE *stream[STREAMS] = {tmpfile(), tmpfile(), tmpfile()};
    bool good = stream[0] && stream[1] && stream[2];
    if (!good || !write_script(stream[0], script)) {
        text_format(why, "no temporary file for gnuplot: %s", strerror(errno));
        good = false;
    }
    if (good) {
        good = judge(run_child(stream), stream[STREAMS - 1], why);
    }
    if (good && !read_all(stream[1], (size_t)-1, output)) {
        text_add(why, "what gnuplot wrote cannot be read");
        good = false;
    }
    for (int i = 0; i < STREAMS; i++) {
        if (stream[i]) {
            fclose(stream[i]);
        }
    }
    return good;
}
