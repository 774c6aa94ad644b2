/* Inverses of small matrices, for factors that are solved with so often that forming the
 * inverse pays: a product waits for no division. An inverse is by columns, each of
 * fast_inverse_stride(n) entries.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_INVERSE_H
#define FAST_INVERSE_H

#include <stdbool.h>

/* Up to this order a product takes less time than two triangular solutions. */
enum { fast_largest_inverse = 16 };

/* Even, so that two entries at a time come out. */
static inline int fast_inverse_stride(int n) {
    return n + n % 2;
}

/* inverse := that of the matrix with these factors (dense.c). False, and no inverse: the
 * matrix is too near a singular one for a product to be as good as a solution. */
bool fast_invert(int n, const double *factors, const int *permutation, double *inverse);

/* x[n] := inverse b[n] for 0 < n <= fast_largest_inverse; x is not b. */
void fast_inverse_multiply(int n, const double *inverse, const double *b, double *x);

#endif
