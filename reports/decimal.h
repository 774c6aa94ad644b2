/* Decimal numbers as texts: logarithms beyond the range of double, agreement in digits,
 * and forms for people to read.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_DECIMAL_H
#define REPORTS_DECIMAL_H

#include <stddef.h>

#include "reports/text.h"

/* log10 of a decimal such as "3.7e-450"; NaN when it is no positive number. */
double decimal_log10(const char *decimal);

/* How many leading characters two decimals share, when they have the same exponent and
 * the same number of digits before the point; else 0. */
size_t decimal_agreement(const char *a, const char *b);

/* For people, as HTML: 0.37, 1234, 3.1 x 10^-9 with `digits` significant digits, trailing
 * zeros cut; a dash when it is not finite. */
void decimal_number(struct text *t, double x, int digits);

/* "2.0000 +- 3 x 10^-7": as many decimals of `value` as its interval supports, at least
 * two and at most four. Without an interval (low or high not finite) four decimals. */
void decimal_interval(struct text *t, double value, double low, double high);

/* The same with plain characters, for labels in figures: "2.0000" only. */
void decimal_value(struct text *t, double value, double low, double high);

#endif
