/* Where the columns of a table stand on a screen.
 *
 * The columns are parted, and all parts but the first end where the screen does. A row begins a new
 * line before a part for which the texts before have left no place.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TABLE_COLUMNS_H
#define HARNESS_TABLE_COLUMNS_H

#include <stdbool.h>

#include "harness/base/screen/table.h"

enum { table_gap = 2 }; /* between columns */

struct table_column {
    int width;
    int at;           /* where it begins */
    bool is_left;     /* aligned */
    bool is_hidden;   /* it is told elsewhere */
    bool is_above;    /* namely in lines above the rows */
    bool begins_part; /* but the first */
};

/* The columns of a table with their widths and sides (left: table_print's), which the caller
 * frees; NULL: out of memory. */
struct table_column *table_columns_make(const struct table *t, unsigned left);

/* The width of the columns from the first one to before `end`, beside each other. */
int table_columns_width(const struct table_column *c, int first, int end);

/* Places the columns, in parts where the screen is less wide (0: it is not). */
void table_columns_place(const struct table *t, struct table_column *c, int screen);

const char *table_cell(const struct table *t, int row, int column);

/* Whether a row is a heading across. */
bool table_is_across(const struct table *t, int row);

#endif
