/* Arrays of GMP rationals.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RATIONALS_H
#define HARNESS_RATIONALS_H

#include <stddef.h>

#include <gmp.h>

/* Zeros, at least one; NULL when memory runs out. rationals_free takes NULL. */
mpq_t *rationals_alloc(size_t count);
void rationals_free(mpq_t *rational, size_t count);

/* r := the fraction of the smallest denominator found by continued fractions that is within
 * 2^-within_bits of it, if that denominator has at most denominator_bits; else r is left as it
 * is. */
void rational_simplify(mpq_ptr r, unsigned long within_bits, size_t denominator_bits);

#endif
