/* Lines for the program, written and looked at.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/tests/halfstep.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/tests/scratch.h"

enum { longest_line = 8192 };

/* Writes the line of the arguments behind `format`. */
#define WRITE_LINE(line, format)                                                         \
    do {                                                                                 \
        va_list rest;                                                                    \
        va_start(rest, format);                                                          \
        const int length = vsnprintf(line, sizeof line, format, rest);                   \
        va_end(rest);                                                                    \
        cr_assert(length >= 0 && length < (int)sizeof line, "%s", format);               \
    } while (0)

struct program_outcome halfstep_run(const char *format, ...) {
    char line[longest_line];
    WRITE_LINE(line, format);
    return program_run_line(HALFSTEP_PROGRAM, line);
}

json_t *halfstep_json(int status, const char *format, ...) {
    char line[longest_line];
    WRITE_LINE(line, format);
    return program_json(HALFSTEP_PROGRAM, line, status);
}

void halfstep_says(int status, const char *out, const char *err, const char *format,
                   ...) {
    char line[longest_line];
    WRITE_LINE(line, format);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == status, "%s: exit status %d\n%s%s", line, o.status, o.err,
              o.out);
    cr_expect(out == NULL || strstr(o.out, out) != NULL, "%s: not '%s' but '%s'", line,
              out, o.out);
    cr_expect(err == NULL || strstr(o.err, err) != NULL, "%s: not '%s' but '%s'", line,
              err, o.err);
}

/* Writes the text with each folder in braces replaced by its path. */
static void fill_in(char *filled, size_t room, const char *text) {
    static const char *const folders[][2] = {{"{data}", TEST_DATA},
                                             {"{project}", PROJECT_FOLDER},
                                             {"{benchmarks}", HALFSTEP_BENCHMARKS}};
    size_t used = 0;
    filled[0] = '\0';
    while (*text != '\0') {
        size_t k = 0;
        while (k < 3 && strncmp(text, folders[k][0], strlen(folders[k][0])) != 0)
            k++;
        used += (size_t)snprintf(filled + used, room - used, "%.*s", k < 3 ? 4096 : 1,
                                 k < 3 ? folders[k][1] : text);
        cr_assert(used < room);
        text += k < 3 ? strlen(folders[k][0]) : 1;
    }
}

static void expect_refusal(int status, const char *line, const char *said) {
    struct program_outcome o = halfstep_run("%s", line);
    cr_expect(o.status == status, "'%s': exit status %d: %s", line, o.status, o.err);
    cr_expect(strncmp(o.err, "halfstep: ", 10) == 0, "'%s' said '%s'", line, o.err);
    cr_expect(strstr(o.err, said) != NULL, "'%s' said '%s'", line, o.err);
    cr_expect(o.out[0] == '\0', "'%s' printed '%s'", line, o.out);
}

void halfstep_refuses(const char *name) {
    char path[1024], line[2048];
    snprintf(path, sizeof path, "%s/refusals/%s.txt", TEST_DATA, name);
    char *text = scratch_read(path), *rest = NULL;
    cr_assert(text != NULL, "%s", path);
    cr_expect(text[0] != '\0', "%s: no rows", path);
    for (char *row = strtok_r(text, "\n", &rest); row != NULL;
         row = strtok_r(NULL, "\n", &rest)) {
        char *said = strstr(row, " => ");
        cr_assert(said != NULL && row[1] == ' ', "%s: %s", path, row);
        *said = '\0';
        fill_in(line, sizeof line, row + 2);
        expect_refusal(row[0] - '0', line, said + 4);
    }
}
