/* Sparse matrices of expressions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_EXPR_MATRIX_H
#define PROBLEMS_EXPR_MATRIX_H

#include <stdbool.h>

#include "problems/graph/node.h"

/* A sparse matrix of expressions, sorted by rows, then columns; entries are never zero. */
struct expr_matrix {
    int rows, columns, count;
    int *row, *column; /* (size count) */
    expr *entry;       /* (size count) */
};

/* Appends an entry behind all others (the caller keeps the order); *capacity is 0 at first
 * and kept by the caller. False: out of memory, and the matrix is as before. */
bool expr_matrix_append(struct expr_matrix *matrix, int *capacity, int row, int column,
                        expr entry);
void expr_matrix_clear(struct expr_matrix *matrix);

/* The entries of a matrix by columns: those of column j are entry[start[j]] to
 * entry[start[j + 1] - 1], places in the matrix by increasing rows. */
struct expr_columns {
    int *start; /* (size columns + 1) */
    int *entry; /* (size count) */
};

/* False: no memory. The caller empties *c with expr_columns_clear in every case. */
bool expr_columns_sort(struct expr_columns *c, const struct expr_matrix *matrix);
void expr_columns_clear(struct expr_columns *c);

#endif
