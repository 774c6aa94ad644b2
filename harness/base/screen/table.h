/* A table of short texts, printed with aligned columns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TABLE_H
#define HARNESS_TABLE_H

#include <stdio.h>

/* Columns that a line of a screen has place for; a table may have more. */
enum { table_most_columns = 16, table_cell_room = 160 };

/* The first row is the headings. A row with a text in its first column alone is a heading
 * across. */
struct table {
    int columns, rows, room;
    char (*cell)[table_cell_room]; /* row by row */
};

/* An empty table; freed with table_clear. */
struct table table_start(int columns);
void table_clear(struct table *t);

/* One whose first row is the headings. */
struct table table_begin(int columns, const char *const *head);

/* Adds a row of empty cells and returns the first of them, or NULL when memory runs out;
 * valid until the next row. Cells are filled with snprintf. */
char (*table_add_row(struct table *t))[table_cell_room];

/* Fills a cell with a number by printf's format for one double; "-" when it is not finite. */
void table_print_number(char *cell, const char *format, double value);

/* The format of a time: three significant digits without an exponent. */
const char *table_format_time(double value);

/* Prints all rows; the first column is left-aligned, as are those in `left` (a bit each). Where
 * the stream's screen (screen.h) is less wide, first columns that say the same in each row are
 * told once, before the table; if that is not enough, the last columns stand below the first
 * ones in rows that have no place for both. */
void table_print(const struct table *t, unsigned left, FILE *out);

/* The last column of a row with a text: no line ends with blanks. 0: a heading across. */
int table_last_column(const struct table *t, int row);

#endif
