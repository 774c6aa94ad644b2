/* Comma-separated values (RFC 4180): fields are quoted where they have to be, a quote inside is
 * doubled; a line ends with a line feed, with or without a carriage return.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CSV_H
#define HARNESS_CSV_H

#include <stdio.h>

enum { CSV_MOST_FIELDS = 64 };

struct csv_line {
    int count;
    char *field[CSV_MOST_FIELDS]; /* inside `text` */
    char *text;
};

/* Reads the line at *at, which moves behind it, up to end. 1: there is one; 0: there is none
 * any more; -1: a quote is not closed, there are too many fields, or memory runs out. Freed
 * with csv_clear after each 1. */
int csv_read(struct csv_line *line, const char **at, const char *end);
void csv_clear(struct csv_line *line);

/* Writes a field; `more` says whether others follow in the line. */
void csv_print(const char *text, int more, FILE *out);

#endif
