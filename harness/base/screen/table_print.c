/* A table on a screen. Where it is too wide, what all rows have in common is told once; rows
 * that are still too long go on in a second line, or stand below what their first columns say,
 * whichever makes fewer lines.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/screen/screen.h"
#include "harness/base/screen/table_columns.h"

enum { most_above = 3 };

/* Whether two rows at least have a text there, and all the same; which is the first of them. */
static bool is_common(const struct table *t, int column, int *first) {
    int rows = 0;
    for (int row = 1; row < t->rows; row++) {
        const char *text = table_cell(t, row, column);
        if (table_is_across(t, row))
            continue;
        if (text[0] == '\0' ||
            (rows > 0 && strcmp(table_cell(t, *first, column), text) != 0))
            return false;
        *first = rows++ > 0 ? *first : row;
    }
    return rows > 1;
}

/* "model pendulum, study order": the texts that are common, but the last column's, which are hidden
 * then. */
static void tell_common(const struct table *t, struct table_column *c, FILE *out) {
    const char *before = "";
    int row = 0;
    for (int i = 0; i < t->columns - 1; i++) {
        if (!c[i].is_left || !is_common(t, i, &row))
            continue;
        fprintf(out, "%s%s %s", before, table_cell(t, 0, i), table_cell(t, row, i));
        before = ", ";
        c[i].is_hidden = true;
    }
    fputs(before[0] != '\0' ? "\n" : "", out);
}

/* Prints a row, or nothing (NULL); returns its lines. */
static int print_row(const struct table *t, int row, const struct table_column *c,
                     FILE *out) {
    const int last = table_last_column(t, row);
    int cursor = 0, lines = 1;
    for (int i = 0; i <= last; i++) {
        const char *text = table_cell(t, row, i);
        const int length = (int)strlen(text);
        const bool is_folded =
            c[i].begins_part && cursor > 0 && cursor + table_gap > c[i].at;
        lines += is_folded;
        if (is_folded && out != NULL)
            fputc('\n', out);
        cursor = is_folded ? 0 : cursor;
        if (length == 0 || c[i].is_hidden)
            continue;
        const int at = c[i].at + (c[i].is_left ? 0 : c[i].width - length);
        if (out != NULL)
            fprintf(out, "%*s%s", at - cursor, "", text);
        cursor = at + length;
    }
    if (out != NULL)
        fputc('\n', out);
    return lines;
}

/* Whether a row says something else in the columns that stand above than the row before. */
static bool is_new(const struct table *t, int row, const struct table_column *c) {
    const bool is_first = row <= 1 || table_is_across(t, row - 1);
    bool differs = false;
    for (int i = 0; i < t->columns && row > 0; i++)
        if (c[i].is_above)
            differs |=
                is_first || strcmp(table_cell(t, row, i), table_cell(t, row - 1, i)) != 0;
    return differs;
}

static void print_above(const struct table *t, int row, const struct table_column *c,
                        FILE *out) {
    const char *before = "";
    for (int i = 0; i < t->columns; i++) {
        if (!c[i].is_above)
            continue;
        fprintf(out, "%s%s %s", before, table_cell(t, 0, i), table_cell(t, row, i));
        before = ", ";
    }
    fputc('\n', out);
}

/* Prints the rows, or nothing (NULL); returns how many lines there are. */
static int print_rows(const struct table *t, const struct table_column *c, FILE *out) {
    int lines = 0;
    for (int row = 0; row < t->rows; row++) {
        const bool is_across = table_is_across(t, row);
        const bool has_line = !is_across && is_new(t, row, c);
        if (has_line && out != NULL)
            print_above(t, row, c, out);
        if (is_across && out != NULL)
            fprintf(out, "%s\n", table_cell(t, row, 0));
        lines += has_line + (is_across ? 1 : print_row(t, row, c, out));
    }
    return lines;
}

/* Whether what is told above is told of two rows at least in the mean. */
static bool is_shared(const struct table *t, const struct table_column *c) {
    int lines = 0;
    for (int row = 1; row < t->rows; row++)
        lines += !table_is_across(t, row) && is_new(t, row, c);
    return 2 * lines <= t->rows;
}

/* So many of the columns that are shown, the first ones, are told above the rows; returns how many
 * lines there are then, INT_MAX if there are not more columns, or each row has others. */
static int tell_above(const struct table *t, struct table_column *c, int count,
                      int screen) {
    int shown = 0;
    for (int i = 0; i < t->columns; i++) {
        c[i].is_hidden &= !c[i].is_above;
        shown += !c[i].is_hidden;
        c[i].is_above = !c[i].is_hidden && shown <= count;
        c[i].is_hidden |= c[i].is_above;
    }
    table_columns_place(t, c, screen);
    return shown > count && is_shared(t, c) ? print_rows(t, c, NULL) : INT_MAX;
}

/* Places the columns of a table that is too wide, in as few lines as can be. */
static void fit(const struct table *t, struct table_column *c, int screen) {
    int best = 0, fewest = tell_above(t, c, 0, screen);
    for (int count = 1; count <= most_above; count++) {
        const int lines = tell_above(t, c, count, screen);
        if (lines < fewest) {
            best = count;
            fewest = lines;
        }
    }
    tell_above(t, c, best, screen);
}

void table_print(const struct table *t, unsigned left, FILE *out) {
    struct table_column *c = table_columns_make(t, left);
    if (c == NULL) {
        fputs("out of memory for a table\n", out);
        return;
    }
    const int screen = screen_columns(out);
    if (screen > 0 && table_columns_width(c, 0, t->columns) > screen)
        tell_common(t, c, out);
    if (screen > 0 && table_columns_width(c, 0, t->columns) > screen)
        fit(t, c, screen);
    else
        table_columns_place(t, c, 0);
    print_rows(t, c, out);
    free(c);
}
