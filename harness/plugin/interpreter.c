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

enum { longest_word = 4096, longest_answer = 65536, longest_patience = 1000 };

/* python, python3, python3.11; with a slash the user has chosen a file. */
static bool names_python(const char *word) {
    const char name[] = "python";
    return strncmp(word, name, strlen(name)) == 0 &&
           word[strlen(name) + strspn(word + strlen(name), ".0123456789")] == '\0';
}

/* Where it is; and what else a script may have chosen. The argument is the number of the process
 * that was started, which a script has to turn into Python. */
static const char question[] =
    "import os, sys\n"
    "print(sys.executable)\n"
    "print(str(os.getpid()) == sys.argv[1], sys.path, sys.flags,\n"
    "      [os.environ.get(n) for n in ('LD_LIBRARY_PATH', 'LD_PRELOAD')])\n";

_Noreturn static void ask(const char *word, int out, double seconds) {
    const int nothing = open("/dev/null", O_RDWR);
    char process[32];
    snprintf(process, sizeof process, "%ld", (long)getpid());
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDERR_FILENO);
    dup2(out, STDOUT_FILENO);
    alarm(seconds < longest_patience ? 1 + (unsigned)seconds : longest_patience);
    execlp(word, word, "-c", question, process, (char *)NULL);
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

/* Its answer; "": it has not answered. */
static void hear(char answer[longest_answer], const char *word, double seconds) {
    int ends[2], status = 0;
    answer[0] = '\0';
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
        read_text(ends[0], answer, longest_answer);
    close(ends[0]);
    while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    if (process < 0 || status != 0)
        answer[0] = '\0';
}

/* The interpreter has to answer by itself as it does through the script. */
static void find(char *path, size_t size, const char *word, double seconds) {
    char answer[longest_answer], again[longest_answer];
    hear(answer, word, seconds);
    const size_t length = strcspn(answer, "\n");
    if (answer[0] != '/' || length >= size)
        return;
    memcpy(path, answer, length);
    path[length] = '\0';
    hear(again, path, seconds);
    if (strcmp(answer, again) != 0)
        path[0] = '\0';
}

void interpreter_find(char *path, size_t size, const char *place, double seconds) {
    char word[longest_word];
    const char *begin = place + strspn(place, " ");
    const size_t length = strcspn(begin, " ");
    path[0] = '\0';
    if (length == 0 || length >= sizeof word)
        return;
    memcpy(word, begin, length);
    word[length] = '\0';
    if (names_python(word))
        find(path, size, word, seconds);
}
