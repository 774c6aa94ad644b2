/* A text that is read, a model file or a setting, and messages about places in it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_SOURCE_H
#define PROBLEMS_SOURCE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct diagnostic; /* problems/base/status.h */

/* Offsets into a text are int: SOURCE_BYTES_LIMIT lies far below INT_MAX. */
enum { SOURCE_BYTES_LIMIT = 1 << 20, SOURCE_LINE_LIMIT = 4096 };

enum source_kind { SOURCE_FILE, SOURCE_SETTING };

struct source {
    enum source_kind kind;
    const char *path; /* as messages show it; unused in a setting */
    const char *text; /* not ended by a zero (size length) */
    int length;
};

/* Line and column of a place, both from 1; columns count characters, not bytes. */
struct source_place {
    int line, column;
};
struct source_place source_place(const struct source *s, int offset);

/* The number of bytes (1 to 4) of the UTF-8 character at the start of text[0..length-1],
 * length > 0; 0 when there is none. */
int source_character(const char *text, size_t length);

/* Whether a text may be read at all: not too long, no line too long, valid UTF-8, without
 * control characters. Otherwise *d says why. */
bool source_check(const struct source *s, struct diagnostic *d);

/* Fills *d with the place, the message, the line and a caret below the place:
 *
 *     pendulum.model:7:9: expected '=' after the name of a parameter, found 'l'
 *         param m l = 0.83
 *                 ^
 *
 * Long paths, messages and lines are shortened, so that the caret is always there. */
void source_message(const struct source *s, int offset, struct diagnostic *d,
                    const char *format, va_list arguments);

#endif
