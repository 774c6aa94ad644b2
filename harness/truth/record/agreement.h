/* How well numbers agree, in decimal digits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_AGREEMENT_H
#define HARNESS_AGREEMENT_H

#include <mpfr.h>

/* -log10(|a - b| / max(|b|, scale)), between 0 and most_digits; most_digits when they are
 * equal. */
double agreement_digits(mpfr_srcptr a, mpfr_srcptr b, mpfr_srcptr scale,
                        double most_digits);

/* The least such number over the components of two vectors, scale being |b|_inf. */
double agreement_least(const mpfr_t *a, const mpfr_t *b, int n, double most_digits);

#endif
