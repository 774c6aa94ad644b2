/* The interpreter behind the name `python3`.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/interpreter.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { longest_path = 4096, longest_patience = 1000 };

/* python, python3, python3.11; with a slash the user has chosen a file. */
static bool names_python(const char *word) {
    const char name[] = "python";
    return strncmp(word, name, strlen(name)) == 0 &&
           word[strlen(name) + strspn(word + strlen(name), ".0123456789")] == '\0';
}

_Noreturn static void ask(const char *word, int out, double seconds) {
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDERR_FILENO);
    dup2(out, STDOUT_FILENO);
    alarm(seconds < longest_patience ? 1 + (unsigned)seconds : longest_patience);
    execlp(word, word, "-c", "import sys; print(sys.executable)", (char *)NULL);
    _exit(EXIT_FAILURE);
}

/* All that comes, as far as there is room. */
static void read_text(int from, char *text, size_t size) {
    size_t length = 0;
    for (ssize_t count = 1; count > 0 && length + 1 < size;) {
        count = read(from, text + length, size - 1 - length);
        if (count > 0)
            length += (size_t)count;
        else if (count < 0 && errno == EINTR)
            count = 1;
    }
    text[length] = '\0';
}

static void hear(char *path, size_t size, const char *word, double seconds) {
    int ends[2], status = 0;
    if (pipe(ends) != 0)
        return;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fflush(NULL);
    const pid_t process = fork();
    if (process == 0)
        ask(word, ends[1], seconds);
    close(ends[1]);
    if (process > 0)
        read_text(ends[0], path, size);
    close(ends[0]);
    while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    path[strcspn(path, "\n")] = '\0';
    if (process < 0 || status != 0 || path[0] != '/' || access(path, X_OK) != 0)
        path[0] = '\0';
}

void interpreter_find(char *path, size_t size, const char *place, double seconds) {
    char word[longest_path];
    const char *begin = place + strspn(place, " ");
    const size_t length = strcspn(begin, " ");
    path[0] = '\0';
    if (length == 0 || length >= sizeof word)
        return;
    memcpy(word, begin, length);
    word[length] = '\0';
    if (names_python(word))
        hear(path, size, word, seconds);
}
