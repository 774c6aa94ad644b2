/* Decimal numbers: 9.81 = 981 10^-2.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_DECIMAL_H
#define PROBLEMS_DECIMAL_H

#include <stdbool.h>

#include <gmp.h>

/* Digits of the longest number; and its exponent, in absolute value. */
enum { DECIMAL_MOST_DIGITS = 4096, DECIMAL_MOST_EXPONENT = 10000 };

/* value := text[length], exactly: digits with a sign before, a point and an exponent with a
 * sign, or without them. False: it is none; value is of no use. */
bool decimal_read(mpq_ptr value, const char *text, int length);

#endif
