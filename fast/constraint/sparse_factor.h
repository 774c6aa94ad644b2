/* LDL^T factors of symmetric positive definite matrices of one pattern, whose order and
 * whose factors' pattern are found once.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_SPARSE_FACTOR_H
#define FAST_SPARSE_FACTOR_H

#include <stdbool.h>

struct fast_pattern; /* fast/system.h */

struct sparse_factor {
    int n;
    int *place; /* [n] where row j of S stands */
    /* S's lower triangle in that order, by rows: row k has the columns
     * column[first[k]] ... column[first[k+1] - 1] <= k, in no order. */
    int *first, *column;
    int *diagonal; /* [n] which of them is (k, k); -1: none */
    /* L without its diagonal: by columns (rows ascending), and the columns of each row,
     * ascending. */
    int *start, *row;
    int *begin, *across;
    int *filled;    /* [n] how far column j has been formed */
    double *values; /* [start[n]] */
    double *work;   /* [n] zero between calls */
};

/* For a full symmetric pattern. NULL: out of memory. */
struct sparse_factor *sparse_factor_alloc(const struct fast_pattern *pattern);
void sparse_factor_free(struct sparse_factor *factor); /* takes NULL */

/* Which entry of S in this order is (i, j). */
int sparse_factor_find(const struct sparse_factor *factor, int i, int j);

/* The operations of one factorisation, about. */
double sparse_factor_operations(const struct sparse_factor *factor);

/* Forms L and 1/D of S's entries; as gram_factor, arrays in S's own order of rows. */
bool sparse_factor_form(struct sparse_factor *factor, const double *entries,
                        const double *scale, double tolerance, bool leaving_out,
                        bool *left_out, double *inverses);

/* x[n] := solution; x may be b. Uses work. */
void sparse_factor_solve(const struct sparse_factor *factor, const double *inverses,
                         const double *b, double *x);

#endif
