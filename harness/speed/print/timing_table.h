/* Tables of the timing study: rows of texts and numbers, some with a mark where a verdict is none
 * of passing.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_TABLE_H
#define HARNESS_TIMING_TABLE_H

#include <math.h>

#include "harness/base/screen/table.h"

struct timing_found; /* harness/speed/timing/timing_results.h */

struct timing_cell {
    const char *text; /* NULL: it is a number */
    const char *format;
    double number;
    const struct timing_found *judged; /* whose verdict marks it; NULL: none */
};

#define CELL_TEXT(text)                                                                  \
    { text, NULL, NAN, NULL }
#define CELL_NUMBER(format, number)                                                      \
    { NULL, format, number, NULL }
#define CELL_JUDGED(format, number, judged)                                              \
    { NULL, format, number, judged }

/* Adds a row of as many cells as the table has columns; the first cell, or NULL: out of memory. */
char (*timing_table_add(struct table *t, const struct timing_cell *row))[table_cell_room];

/* Prints it after a title (NULL: none), if it has rows, its first columns texts, and clears it. */
void timing_table_end(struct table *t, int texts, const char *title, FILE *out);

#endif
