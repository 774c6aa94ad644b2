/* Tables of comma-separated values in tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_CSV_TABLE_H
#define HARNESS_TESTS_CSV_TABLE_H

#include "harness/base/csv.h"

enum { CSV_TABLE_LINES = 400 };

struct csv_table {
    int lines; /* with the head */
    struct csv_line line[CSV_TABLE_LINES];
};

/* The table in a text, each line as wide as the first; ends the test where it is none or has no
 * row. */
struct csv_table csv_table_read(const char *text);

/* The same of what the program prints for a line of words, with that exit status. */
struct csv_table csv_table_run(const char *program, const char *line, int status);

/* The cell of row i >= 0 in a column, by its name; and its number, not a number where it is
 * empty. */
const char *csv_table_cell(const struct csv_table *t, int i, const char *column);
double csv_table_number(const struct csv_table *t, int i, const char *column);

#endif
