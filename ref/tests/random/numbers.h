/* Arrays of MPFR numbers, and small systems of equations.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_RANDOM_NUMBERS_H
#define REF_TESTS_RANDOM_NUMBERS_H

#include <mpfr.h>
#include <stdbool.h>

/* n numbers of so many bits, all zero; the caller frees them with numbers_free. The test ends
 * with a message where there is no memory. */
mpfr_t *numbers_make(int n, mpfr_prec_t bits);
void numbers_free(mpfr_t *x, int n); /* takes NULL */

/* The same array, for those who only read it. */
const mpfr_t *numbers_read(mpfr_t *x);

/* b[n] := A^-1 b by elimination with the largest pivot of a column; A[n*n] by rows is spent.
 * False: a pivot is zero. */
bool numbers_solve(int n, mpfr_t *A, mpfr_t *b);

/* memory, or the end of the program. */
void *numbers_need(void *memory);

#endif
