/* Sums into a matrix, column by column: a full column is added to by row number, in a
 * column with a pattern the rows are found by going down both.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/linear/matrix.h"
#include "fast/linear/pattern.h"
#include "fast/system.h"

/* Column j: its values, how many there are, and their rows (NULL: 0, 1, ...). */
struct column {
    double *value;
    const int *row;
    int length;
};

static struct column find_column(const struct fast_matrix *matrix, int j) {
    const struct fast_pattern *pattern = matrix->pattern;
    struct column column = {matrix->values, NULL, matrix->rows};
    if (pattern == NULL) {
        column.value += (size_t)j * (size_t)matrix->rows;
    } else {
        column.value += pattern->start[j];
        column.row = pattern->row + pattern->start[j];
        column.length = pattern->start[j + 1] - pattern->start[j];
    }
    return column;
}

void fast_matrix_clear(const struct fast_matrix *matrix) {
    size_t entries = fast_entries(matrix->rows, matrix->columns, matrix->pattern);
    if (entries > 0)
        memset(matrix->values, 0, entries * sizeof *matrix->values);
}

void fast_matrix_add_column(const struct fast_matrix *whole, int row, int column,
                            double factor, const struct fast_matrix *part, int j) {
    const struct column from = find_column(part, j), to = find_column(whole, column);
    int w = 0;
    for (int e = 0; e < from.length; e++) {
        const int i = row + (from.row != NULL ? from.row[e] : e);
        if (to.row == NULL)
            w = i;
        else
            while (to.row[w] != i)
                w++;
        to.value[w] += from.value[e] * factor;
    }
}

void fast_matrix_add(const struct fast_matrix *whole, int row, int column,
                     const struct fast_matrix *part) {
    for (int j = 0; j < part->columns; j++)
        fast_matrix_add_column(whole, row, column + j, 1, part, j);
}

void fast_matrix_add_product(const struct fast_matrix *whole, int row, int column,
                             const struct fast_matrix *a, double factor,
                             const struct fast_matrix *b) {
    for (int j = 0; j < b->columns; j++) {
        const struct column of_b = find_column(b, j);
        for (int e = 0; e < of_b.length; e++)
            fast_matrix_add_column(whole, row, column + j, factor * of_b.value[e], a,
                                   of_b.row != NULL ? of_b.row[e] : e);
    }
}
