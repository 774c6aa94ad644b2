/* Complete orthogonal factorisation of a dense matrix whose rank is to be found.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_COMPLETE_H
#define FAST_COMPLETE_H

struct complete {
    int rows, columns; /* of the matrix that was factored last */
    int rank;
    double *a;        /* [rows * columns] the matrix by columns, then its factors */
    double *diagonal; /* [columns] of R */
    int *order;       /* [columns] the column that stands at k */
    double *tall;     /* [columns * rank] R's first rows transposed, then its factors */
    double *last;     /* [columns] the diagonal of the second triangle */
    double *work;     /* [rows + columns] */
    double *vector;   /* [columns] */
    double storage[];
};

/* Room for matrices of up to so many rows and columns; the caller frees it. NULL: out of
 * memory. */
struct complete *complete_alloc(int rows, int columns);
void complete_free(struct complete *complete); /* takes NULL */

/* Factors the rows x columns matrix in a, by columns. Its rank is the number of columns
 * that can be found one after the other so that what each adds is longer than tolerance
 * times the longest column; at most so many. */
void complete_factor(struct complete *complete, int rows, int columns, double tolerance,
                     int most);

/* x[rows] := the shortest vector for which |A^T x - b| is least, b[columns]. */
void complete_solve(struct complete *complete, const double *b, double *x);

/* The columns of V [columns x rank] are an orthonormal basis of the range of A^T.
 * y[rank] := V^T b[columns], b[columns] := V y[rank]. */
void complete_restrict(struct complete *complete, const double *b, double *y);
void complete_prolong(struct complete *complete, const double *y, double *b);

#endif
