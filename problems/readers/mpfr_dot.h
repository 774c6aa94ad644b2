/* Sums of products of MPFR numbers, in one fixed-point register: a product is neither
 * normalised nor rounded, and one that is small against the largest is multiplied with as many
 * limbs only as reach the last place of the sum (F. Johansson, Faster arbitrary-precision dot
 * product and matrix multiplication, ARITH 26 (2019)).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MPFR_DOT_H
#define PROBLEMS_MPFR_DOT_H

#include <stdbool.h>

#include <mpfr.h>

/* What a sum needs to work with. */
struct mpfr_dot {
    int limbs;           /* of a number's significand, at the full precision */
    mp_limb_t *sum[2];   /* the registers (size limbs + 2) */
    mp_limb_t *product;  /* (size 2 limbs) */
    mpfr_t next, single; /* where the register does not serve */
};

/* For numbers of that precision. False: out of memory, and nothing is to be cleared. */
bool mpfr_dot_init(struct mpfr_dot *d, mpfr_prec_t bits);
void mpfr_dot_clear(struct mpfr_dot *d);

/* Numbers whose significands mpfr_dot_sum may read: `count` zeros of one precision. They are
 * not to be cleared one by one, nor swapped, nor given another precision; all are freed with
 * mpfr_dot_free, which takes NULL. NULL: out of memory. */
mpfr_t *mpfr_dot_alloc(size_t count, mpfr_prec_t bits);
void mpfr_dot_free(mpfr_t *x);

/* sum := the sum of a[j] b[-j] for j = 0 .. count - 1, numbers of mpfr_dot_alloc at d's
 * precision. The error is less than 2^(2 - bits) (count + 4) of the largest product; bits are at
 * most the numbers' precision. Not a number, or infinite, where MPFR's own operations are so. */
void mpfr_dot_sum(mpfr_ptr sum, struct mpfr_dot *d, const mpfr_t *a, const mpfr_t *b,
                  int count, mpfr_prec_t bits);

#endif
