/* Who reads a header: by an include line of its own, or of a header that it reads. Whoever edits a
 * header waits for all that read it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_READERS_H
#define HARNESS_TESTS_READERS_H

#include <stdbool.h>

enum { READERS_MOST_FILES = 8192, READERS_MOST_LINES = 60000 };

/* All zero at first. Files and lines are counted from 1; 0: none. */
struct readers {
    int lines, sources[2]; /* .c files that are no tests', and that are */
    int visits;
    struct readers_file { /* by a hash of its name */
        char *name;       /* from the project's folder; NULL: none has this place */
        bool is_source, is_test;
        int first;    /* of its include lines */
        int by[2];    /* so many sources read it; so many of tests */
        int last_met; /* in this visit */
    } file[READERS_MOST_FILES];
    struct {
        int file, next;
    } line[READERS_MOST_LINES];
};

/* A file, the place of which does not change; it is noted where it was not known. */
int readers_find(struct readers *r, const char *path);

/* Notes a source or header; and one of its include lines. */
void readers_note(struct readers *r, const char *path, bool is_test);
void readers_note_line(struct readers *r, const char *path, const char *included);

/* Counts who reads what, when all is noted. */
void readers_count(struct readers *r);

/* The part of the sources that read a file: of those that are no tests', or of all, whichever
 * is larger. */
double readers_share(const struct readers *r, int file);

#endif
