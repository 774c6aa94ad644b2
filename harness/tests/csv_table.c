/* Tables of comma-separated values in tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/csv_table.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/program.h"

struct csv_table csv_table_read(const char *text) {
    struct csv_table t = {.lines = 0};
    const char *at = text, *end = at + strlen(at);
    int read = 1;
    while (t.lines < CSV_TABLE_LINES &&
           (read = csv_read(&t.line[t.lines], &at, end)) == 1) {
        cr_expect(t.line[t.lines].count == t.line[0].count, "line %d has %d cells",
                  t.lines + 1, t.line[t.lines].count);
        t.lines++;
    }
    cr_assert(read == 0 && t.lines > 1, "%d lines: %s", t.lines, text);
    return t;
}

struct csv_table csv_table_run(const char *program, const char *line, int status) {
    struct program_outcome o = program_run_line(program, line);
    cr_assert(o.status == status, "%s: %d, %s", line, o.status, o.err);
    return csv_table_read(o.out);
}

const char *csv_table_cell(const struct csv_table *t, int i, const char *column) {
    cr_assert(i + 1 < t->lines, "there is no row %d", i);
    for (int k = 0; k < t->line[0].count; k++)
        if (strcmp(t->line[0].field[k], column) == 0)
            return t->line[i + 1].field[k];
    cr_assert_fail("there is no column %s", column);
    return NULL;
}

double csv_table_number(const struct csv_table *t, int i, const char *column) {
    const char *text = csv_table_cell(t, i, column);
    return text[0] != '\0' ? strtod(text, NULL) : NAN;
}
