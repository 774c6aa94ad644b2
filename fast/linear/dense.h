/* Dense LU factors, and solutions from them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_DENSE_H
#define FAST_DENSE_H

#include <stdbool.h>

#include "fast/linear/dense_small.h"

/* LU factors with partial pivoting, for any order n. a[n*n] is by columns and is
 * overwritten by L (unit diagonal not stored) and U; row i of L U is row permutation[i] of a.
 * Returns whether a pivot was exactly zero. */
bool fast_dense_factor(int n, double *a, int *permutation);
/* Whether a's determinant is negative. */
bool fast_dense_turns(int n, const double *factors, const int *permutation);
/* x[n] := solution of a x = b, from a's factors; x is not b. */
void fast_dense_solve(int n, const double *factors, const int *permutation,
                      const double *b, double *x);
/* The same two without the kernels for small n. */
bool fast_dense_factor_any(int n, double *a, int *permutation);
void fast_dense_solve_any(int n, const double *factors, const int *permutation,
                          const double *b, double *x);

/* dense_factors.c: the same to the bit, of the orders 5 to 8. */
bool fast_dense_factor_panel(int n, double *a, int *permutation);
/* dense_panels.c: the same to the bit, of the orders 5 to 16. */
void fast_dense_solve_panels(int n, const double *factors, const int *permutation,
                             const double *b, double *x);

#endif
