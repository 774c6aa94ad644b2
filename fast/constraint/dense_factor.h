/* LDL^T factors of dense symmetric positive definite matrices, whose lower triangle is
 * overwritten by L's, by columns; 1/D is apart.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_DENSE_FACTOR_H
#define FAST_DENSE_FACTOR_H

#include <stdbool.h>

/* As gram_factor, of s[n * n]. */
bool dense_factor_form(int n, double *s, const double *scale, double tolerance,
                       bool leaving_out, bool *left_out, double *inverses);
/* x[n] := solution of S x = b; x may be b. */
void dense_factor_solve(int n, const double *s, const double *inverses, const double *b,
                        double *x);

#endif
