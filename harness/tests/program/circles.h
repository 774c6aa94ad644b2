/* Circles of files. A file is its stem: name.c, name.h and name_parts.h, which the parts of what
 * name.h declares share. Of a circle no file can be read, or tried, before the others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_CIRCLES_H
#define HARNESS_TESTS_CIRCLES_H

#include <stdbool.h>

enum { CIRCLES_MOST_FILES = 4000, CIRCLES_MOST_NEEDS = 60000, CIRCLES_MOST_ONE = 12 };

/* Files that count as one: a recursion, or what has not been taken apart. */
struct circles_one {
    const char *why, *file[CIRCLES_MOST_ONE];
};

struct circles {
    int files, needs;
    const struct circles_one *one; /* ends with a `why` of NULL; NULL: there are none */
    struct {
        char *name;
        int first; /* of what it needs, -1: nothing */
        int place,
            further; /* on the way of the search; the file that comes after it there */
    } file[CIRCLES_MOST_FILES];
    struct {
        int file, next;
    } need[CIRCLES_MOST_NEEDS];
};

/* What is left by calls; by include lines there is none. */
extern const struct circles_one circles_of_calls[];

/* Notes that a source or header needs another, both from the project's folder. */
void circles_note(struct circles *c, const char *by, const char *needed);

/* Writes a circle, "a needs b needs a", into text[room]. False: there is none. */
bool circles_find(struct circles *c, char *text, int room);

#endif
