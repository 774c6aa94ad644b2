/* Dense matrices in double, by rows, for twins; with bounds of rounding errors.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_TWIN_DENSE_H
#define PROBLEMS_TESTS_TWIN_DENSE_H

#include <stdbool.h>

/* inverse := a^-1 (n x n); a is overwritten. False where a is singular or not finite. */
bool twin_dense_invert(int n, double *a, double *inverse);

/* x := inverse b for the columns of b (n x columns), and size: the sum of the magnitudes of
 * what its errors consist of, |inverse| (size_b + size_a |x|). */
void twin_dense_solve(int n, const double *inverse, const double *size_a, int columns,
                      const double *b, const double *size_b, double *x, double *size);

#endif
