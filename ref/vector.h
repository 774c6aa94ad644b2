/* Vectors of MPFR numbers: arrays of initialised mpfr_t. Rounding is to nearest everywhere.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_VECTOR_H
#define REF_VECTOR_H

#include <stdbool.h>
#include <mpfr.h>

/* n numbers of the given precision, all zero; freed with vector_free (which takes
 * NULL); NULL when memory runs out. */
mpfr_t *vector_alloc(int n, mpfr_prec_t bits);
void vector_free(mpfr_t *x, int n);

/* x := a, each rounded to its own precision; x := the doubles a, or a rounded to double. */
void vector_set(mpfr_t *x, const mpfr_t *a, int n);
void vector_set_doubles(mpfr_t *x, const double *a, int n);
void vector_get_doubles(double *x, const mpfr_t *a, int n);

/* Exchanges two arrays. */
void vector_swap(mpfr_t **x, mpfr_t **y);

/* norm := max |x_i|, 0 for n = 0. */
void vector_norm(mpfr_ptr norm, const mpfr_t *x, int n);

bool vector_is_finite(const mpfr_t *x, int n);

/* The same pointer for reading. (C11 has no implicit conversion from a pointer to an
 * array to a pointer to a constant array.) */
const mpfr_t *vector_const(mpfr_t *x);

/* Whether a precision is one that MPFR can work with after guard bits are added. */
bool ref_precision_is_usable(mpfr_prec_t bits);

/* floor(log2 |x|) + 1 as a number; LONG_MIN for zero. x is finite. */
long ref_exponent(mpfr_srcptr x);

#endif
