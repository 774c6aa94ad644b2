/* Sums of vectors that steps are made of. Short ones are written out where they stand: a state has
 * just been stored number by number, and a vector load would wait for all the stores. Long ones
 * (many bodies) gain by vector instructions; the bits are the same.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_ROWS_H
#define FAST_ROWS_H

#include <stdbool.h>

/* From here on a vector is long. */
enum { ROWS_LONG = 16 };

/* x[n] := x0 + c F0; x0 + c (F0 + s1 F1); x0 + c (F0 + s1 F1 + s2 F2), from the left; c (a - b).
 * x is none of the others. */
void rows_add(int n, double *x, const double *x0, double c, const double *F0);
void rows_add_two(int n, double *x, const double *x0, double c, const double *F0,
                  double s1, const double *F1);
void rows_add_three(int n, double *x, const double *x0, double c, const double *F0,
                    double s1, const double *F1, double s2, const double *F2);
void rows_subtract(int n, double *x, double c, const double *a, const double *b);

bool rows_are_finite(int n, const double *x);

#endif
