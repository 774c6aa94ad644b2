/* Sparse matrices of expressions, which grow entry by entry.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/expr_matrix.h"

#include <stdlib.h>

#include "problems/base/arena.h"

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

void expr_columns_clear(struct expr_columns *c) {
    free(c->start);
    free(c->entry);
    *c = (struct expr_columns){0};
}

bool expr_columns_sort(struct expr_columns *c, const struct expr_matrix *a) {
    c->start = calloc((size_t)a->columns + 2, sizeof *c->start);
    c->entry = calloc((size_t)a->count + 1, sizeof *c->entry);
    if (!c->start || !c->entry)
        return false;
    /* start[j + 1] is where column j is filled, so that in the end it is where j ends. */
    for (int k = 0; k < a->count; k++)
        c->start[a->column[k] + 2]++;
    for (int j = 0; j < a->columns; j++)
        c->start[j + 2] += c->start[j + 1];
    for (int k = 0; k < a->count; k++)
        c->entry[c->start[a->column[k] + 1]++] = k;
    return true;
}
