/* A table of short texts, printed with aligned columns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/screen/table.h"

#include "problems/base/arena.h"

struct table table_start(int columns) {
    struct table t = {columns, 0, 0, NULL};
    return t;
}

struct table table_begin(int columns, const char *const *head) {
    struct table t = table_start(columns);
    char(*cell)[table_cell_room] = table_add_row(&t);
    for (int i = 0; i < columns && cell != NULL; i++)
        snprintf(cell[i], table_cell_room, "%s", head[i]);
    return t;
}

void table_clear(struct table *t) {
    free(t->cell);
    *t = table_start(t->columns);
}

void table_print_number(char *cell, const char *format, double value) {
    if (isfinite(value))
        snprintf(cell, table_cell_room, format, value);
    else
        snprintf(cell, table_cell_room, "-");
}

const char *table_format_time(double value) {
    return value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f";
}

char (*table_add_row(struct table *t))[table_cell_room] {
    const size_t width = (size_t)t->columns * sizeof *t->cell;
    void *larger = array_grow(t->cell, &t->room, t->rows + 1, width);
    if (larger == NULL)
        return NULL;
    t->cell = larger;
    char(*row)[table_cell_room] = t->cell + t->rows++ * t->columns;
    memset(row, 0, width);
    return row;
}

int table_last_column(const struct table *t, int row) {
    int last = t->columns - 1;
    while (last > 0 && t->cell[row * t->columns + last][0] == '\0')
        last--;
    return last;
}
