/* Arrays of GMP rationals, and of whole numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RATIONALS_H
#define HARNESS_RATIONALS_H

#include <stdbool.h>
#include <stddef.h>

#include <gmp.h>

/* Zeros, at least one; NULL when memory runs out. rationals_free takes NULL. */
mpq_t *rationals_alloc(size_t count);
void rationals_free(mpq_t *rational, size_t count);

/* The same of whole numbers. */
mpz_t *integers_alloc(size_t count);
void integers_free(mpz_t *integer, size_t count);

/* common := the least common multiple of itself and all denominators. */
void rationals_denominator(mpz_ptr common, mpq_t *rational, size_t count);

bool rationals_are_equal(mpq_t *a, mpq_t *b, size_t count);

/* *integer := the rationals times `common`, a multiple of all denominators; the caller frees with
 * integers_free. Nonzero: out of memory. */
int integers_of(mpz_t **integer, mpq_t *rational, size_t count, mpz_srcptr common);

/* r := the fraction of the smallest denominator found by continued fractions that is within
 * 2^-within_bits of it, if that denominator has at most denominator_bits; else r is left as it is.
 * denominator_bits <= within_bits / 2 - 2. */
void rational_simplify(mpq_ptr r, unsigned long within_bits, size_t denominator_bits);

#endif
