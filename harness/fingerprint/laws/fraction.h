/* Weights as people read them: a fraction where the number is one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FRACTION_H
#define HARNESS_FRACTION_H

#include <mpfr.h>

struct fraction {
    long numerator, denominator; /* denominator > 0, no common factor */
};

/* Units in the last place within which a number counts as a fraction, and the largest
 * denominator: a false fraction then has a chance of about 1e-7. */
#define FRACTION_UNITS 8
enum { FRACTION_LARGEST = 10000, FRACTION_TEXT = 48 };

/* The fraction with the smallest denominator, at most `largest`, that is within
 * `tolerance` max(1, |x|) of x. Nonzero: there is none, or |x| is above 2^30. */
int fraction_find(struct fraction *f, mpfr_srcptr x, double tolerance, long largest);

/* "3/4"; a number that is close to a simple fraction without being it as "1+1.0e-12"; else 7
 * digits. `unit`: the relative spacing of the arithmetic that x comes from. */
void fraction_print(char text[FRACTION_TEXT], mpfr_srcptr x, double unit);

/* The same for a number known to about `tolerance`, as a root of a polynomial is. */
void fraction_print_rough(char text[FRACTION_TEXT], double x, double tolerance);

/* So many digits that two numbers that differ do not look the same. */
int fraction_digits(double here, double there);

#endif
