/* Arrays of numbers: MPFR's, and doubles.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_VECTOR_H
#define HARNESS_VECTOR_H

#include <mpfr.h>
#include <stdbool.h>

/* n numbers, all zero; freed with vector_free. NULL when memory runs out. */
mpfr_t *vector_alloc(int n, mpfr_prec_t bits);
void vector_free(mpfr_t *x, int n); /* takes NULL */

/* x := the doubles a, or a rounded to double; x := a, each rounded to its own precision. */
void vector_set_doubles(mpfr_t *x, const double *a, int n);
void vector_get_doubles(double *x, const mpfr_t *a, int n);
void vector_set(mpfr_t *x, const mpfr_t *a, int n);

/* Exchanges two arrays. */
void vector_swap(mpfr_t **x, mpfr_t **y);

/* Whether each of n doubles is finite. */
bool vector_is_finite(const double *x, int n);

/* The same pointer for reading: C11 does not convert it by itself. */
const mpfr_t *vector_const(mpfr_t *x);

#endif
