/* Sparse matrices of expressions, which grow entry by entry.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/expr_matrix.h"

#include <stdlib.h>

#include "problems/arena.h"

bool expr_matrix_append(struct expr_matrix *a, int *capacity, int row, int column,
                        expr entry) {
    int rows = *capacity, columns = *capacity;
    int *grown = array_grow(a->row, &rows, a->count + 1, sizeof *grown);
    if (!grown)
        return false;
    a->row = grown;
    grown = array_grow(a->column, &columns, a->count + 1, sizeof *grown);
    if (!grown)
        return false;
    a->column = grown;
    expr *entries = array_grow(a->entry, capacity, a->count + 1, sizeof *entries);
    if (!entries)
        return false;
    a->entry = entries;
    a->row[a->count] = row;
    a->column[a->count] = column;
    a->entry[a->count++] = entry;
    return true;
}

void expr_matrix_clear(struct expr_matrix *matrix) {
    free(matrix->row);
    free(matrix->column);
    free(matrix->entry);
    *matrix = (struct expr_matrix){0};
}
