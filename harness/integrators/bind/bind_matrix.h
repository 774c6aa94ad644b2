/* One of the matrices df/dq, df/dy and N: where it may be nonzero, and how the values of a
 * model's Jacobian program become its entries.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BIND_MATRIX_H
#define HARNESS_BIND_MATRIX_H

#include "fast/system.h"
#include "problems/base/status.h"

struct expr_matrix; /* problems/graph/expr_matrix.h */

struct bind_matrix {
    struct fast_pattern pattern; /* refers to start and row */
    int *start, *row;            /* by columns, as in struct fast_pattern */
    int *source; /* which value an entry is, -1: zero (size start[columns]) */
};

/* The matrix of the columns first .. first+columns-1 of a pattern that is sorted by rows;
 * source[used->count] tells which value each of its entries is (NULL: none is one). Freed
 * with bind_matrix_clear, also after a failure: PROBLEM_NO_MEMORY. */
enum problem_status bind_matrix_make(struct bind_matrix *a,
                                     const struct expr_matrix *used, const int *source,
                                     int first, int columns);
/* The same of a whole pattern, whose entries are the values from `first` on. */
enum problem_status bind_matrix_place(struct bind_matrix *a,
                                      const struct expr_matrix *entries, int first);
void bind_matrix_clear(struct bind_matrix *a);

/* Fills the pattern's entries in their order, or the whole matrix by columns. */
void bind_matrix_fill_entries(const struct bind_matrix *a, const double *value,
                              double *entry);
void bind_matrix_fill_columns(const struct bind_matrix *a, const double *value,
                              double *matrix);

#endif
