/* Where an integrator from outside is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/place.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/message.h"

static const char ending[] = ".so";

/* Whether the first characters of a place end in .so, or .so and a version: .so.1.2 */
static bool names_library(const char *place, size_t length) {
    const size_t tail = strlen(ending);
    while (length > 0 &&
           (place[length - 1] == '.' || isdigit((unsigned char)place[length - 1])))
        length--;
    return length >= tail && strncmp(place + length - tail, ending, tail) == 0;
}

/* A blank may also be part of a library's path. */
bool place_is_library(const struct plugin *p) {
    struct stat about;
    return names_library(p->place, strlen(p->place)) &&
           (strchr(p->place, ' ') == NULL || stat(p->place, &about) == 0);
}

static bool names_python(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot != NULL && strcmp(dot, ".py") == 0;
}

static int refuse_to_run(const char *path, struct diagnostic *d) {
    if (names_python(path))
        return message_set(d,
                           "%s: it is not executable; to let Python run it, write "
                           "--integrator \"python3 %s\"",
                           path, path);
    return message_set(d, "%s: it is not executable", path);
}

static int check_file(const char *path, int mode, struct diagnostic *d) {
    struct stat about;
    if (stat(path, &about) != 0)
        return message_set(d, "%s: %s", path,
                           errno == ENOENT ? "there is no such file" : strerror(errno));
    if (!S_ISREG(about.st_mode))
        return message_set(d, "%s: it is not a file", path);
    if (access(path, mode) != 0)
        return mode == X_OK ? refuse_to_run(path, d)
                            : message_set(d, "%s: %s", path, strerror(errno));
    return 0;
}

/* Moves *place behind its first word, which is cut where it does not fit; returns its length. */
static size_t take_word(const char **place, char *word, size_t size) {
    const char *begin = *place + strspn(*place, " ");
    const size_t length = strcspn(begin, " ");
    snprintf(word, size, "%.*s", (int)length, begin);
    *place = begin + length;
    return length;
}

/* A program without a slash is looked for where the shell looks, when it is run. */
static int check_first(const char *word, size_t length, bool is_alone,
                       struct diagnostic *d) {
    struct stat about;
    if (names_library(word, length))
        return message_set(d, "%s: no words may follow a library; --option sets options",
                           word);
    if (strchr(word, '/') != NULL)
        return check_file(word, X_OK, d);
    if (is_alone && stat(word, &about) == 0)
        return message_set(d, "%s: a program in this folder is named by ./%s", word,
                           word);
    return 0;
}

/* Quotes would keep blanks together in a shell, and do not here. */
static int check_quote(const char *word, struct diagnostic *d) {
    struct stat about;
    if ((word[0] != '\'' && word[0] != '"') || stat(word, &about) == 0)
        return 0;
    return message_set(
        d,
        "%s: quotes have no meaning in --integrator, which is cut into words "
        "at blanks: name a file without blanks, perhaps a link",
        word);
}

/* Behind an interpreter a script of Python is known by its name. */
static int check_program(const char *place, struct diagnostic *d) {
    char word[4096];
    const char *rest = place;
    const size_t length = take_word(&rest, word, sizeof word);
    if (length == 0)
        return message_set(d, "--integrator: no library or program is named");
    if (length >= sizeof word)
        return message_set(d, "--integrator: the program's path is too long");
    if (check_first(word, length, *rest == '\0', d))
        return -1;
    take_word(&rest, word, sizeof word);
    if (check_quote(word, d))
        return -1;
    return names_python(word) ? check_file(word, R_OK, d) : 0;
}

int place_check(const struct plugin *p, struct diagnostic *d) {
    return place_is_library(p) ? check_file(p->place, R_OK, d)
                               : check_program(p->place, d);
}
