/* Where the columns of a table stand on a screen.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/screen/table_columns.h"

#include <stdlib.h>
#include <string.h>

const char *table_cell(const struct table *t, int row, int column) {
    return t->cell[row * t->columns + column];
}

bool table_is_across(const struct table *t, int row) {
    return t->columns > 1 && table_last_column(t, row) == 0;
}

/* A heading across needs no column. */
static int column_width(const struct table *t, int column) {
    int width = 0;
    for (int row = 0; row < t->rows; row++) {
        const int length = (int)strlen(table_cell(t, row, column));
        if (!table_is_across(t, row) && length > width)
            width = length;
    }
    return width;
}

struct table_column *table_columns_make(const struct table *t, unsigned left) {
    struct table_column *c = calloc((size_t)t->columns + 1, sizeof *c);
    for (int i = 0; i < t->columns && c != NULL; i++) {
        c[i].width = column_width(t, i);
        c[i].is_left = i == 0 || (i < 32 && (left >> i & 1) != 0);
    }
    return c;
}

int table_columns_width(const struct table_column *c, int first, int end) {
    int width = 0;
    for (int i = first; i < end; i++)
        if (!c[i].is_hidden)
            width += c[i].width + (width > 0 ? table_gap : 0);
    return width;
}

/* The columns from the first one to before `end` stand beside each other from `at` on. */
static void place(struct table_column *c, int first, int end, int at) {
    for (int i = first; i < end; i++) {
        c[i].at = at;
        c[i].begins_part = false;
        at += c[i].is_hidden ? 0 : c[i].width + table_gap;
    }
}

/* Where the texts of a row that stand before a column end; 0: there are none. */
static int end_before(const struct table *t, int row, const struct table_column *c,
                      int column) {
    int i = column - 1;
    while (i >= 0 && (c[i].is_hidden || table_cell(t, row, i)[0] == '\0'))
        i--;
    if (i < 0)
        return 0;
    return table_columns_width(c, 0, i + 1) -
           (c[i].is_left ? c[i].width - (int)strlen(table_cell(t, row, i)) : 0);
}

/* How many rows need a new line before a part that begins with this column and stands there. */
static int count_folded(const struct table *t, const struct table_column *c, int begin,
                        int at) {
    int count = 0;
    for (int row = 0; row < t->rows; row++)
        count +=
            !table_is_across(t, row) && end_before(t, row, c, begin) + table_gap > at;
    return count;
}

/* Where the last part begins of the columns before `end`: where the fewest rows are folded, and
 * among such places at the first. */
static int find_part(const struct table *t, const struct table_column *c, int end,
                     int screen) {
    int best = end - 1, fewest = t->rows + 1;
    for (int begin = end - 1; begin > 0; begin--) {
        const int at = screen - table_columns_width(c, begin, end);
        if (at < table_gap)
            break;
        const int folded = count_folded(t, c, begin, at);
        if (folded <= fewest && !c[begin].is_hidden) {
            best = begin;
            fewest = folded;
        }
    }
    return best;
}

void table_columns_place(const struct table *t, struct table_column *c, int screen) {
    int end = t->columns;
    while (screen > 0 && end > 1 && table_columns_width(c, 0, end) > screen) {
        const int begin = find_part(t, c, end, screen);
        const int at = screen - table_columns_width(c, begin, end);
        place(c, begin, end, at > table_gap ? at : table_gap);
        c[begin].begins_part = true;
        end = begin;
    }
    place(c, 0, end, 0);
}
