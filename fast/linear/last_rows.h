/* The last rows of an inverse, by columns, are all that a Newton iteration on x = (q, y)
 * needs where q' is v: with r = (r_q, r_y) the right-hand side,
 *
 *     (I - hJ) (dq, dy) = (r_q, r_y),   J = [ 0  I ; f_q  f_y ]
 *
 * has dq = r_q + h dv in its first rows, and the last ones of the inverse give dy.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LAST_ROWS_H
#define FAST_LAST_ROWS_H

/* From so many rows on dy first and dq after it takes less time than both at once, and up to
 * so many there are products. */
enum { fast_least_last_rows = 5, fast_most_last_rows = 8 };

/* x[rows] := the last rows of inverse b[2 rows], for an inverse of order 2 rows as
 * fast_invert makes it (inverse.h), fast_least_last_rows <= rows <= fast_most_last_rows; x is
 * not b. */
void fast_last_rows_multiply(int rows, const double *inverse, const double *b, double *x);

#endif
