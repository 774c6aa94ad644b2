/* Numbers as texts that read back exactly: an odd integer in base 16, and the power of two
 * that it is multiplied by.
 *
 *     -13 2^-4  is  "-dp-4",      0  is  "0"
 *
 * Equal numbers have equal texts, whatever precision they are stored in.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EXACT_NUMBER_H
#define HARNESS_EXACT_NUMBER_H

#include <jansson.h>
#include <mpfr.h>

/* The text, which the caller frees; NULL: not a finite number, or out of memory. */
char *exact_number_text(mpfr_srcptr x);

/* x := the number, which has to fit x's precision. Nonzero, x unspecified: it does not, or
 * the text is none of a number's. NULL is none. */
int exact_number_read(mpfr_ptr x, const char *text);

/* Arrays of such texts: x[n], NULL when one of them is not finite; and back. */
json_t *exact_numbers(const mpfr_t *x, int n);
int exact_numbers_read(mpfr_t *x, int n, const json_t *array);

#endif
