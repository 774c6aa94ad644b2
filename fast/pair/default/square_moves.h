/* The moves of moves_sized.h where q' = v, each position with its velocity, from five to sixteen
 * of them: their products are vectors', in a source of their own that is compiled with such. The
 * same operations in the same order.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_SQUARE_MOVES_H
#define FAST_SQUARE_MOVES_H

#include "fast/linear/inverse.h"

enum { fast_least_square = 5, fast_most_square = fast_largest_inverse };

/* x[2 n] := the end of a step of h from xn by the linear model about base, where y' is rates[n]
 * and df/dq is fq[n x n] by columns; inverse is that of I - h J. The scaled move from base. */
double fast_follow_square(int n, double h, const double *xn, const double *base,
                          const double *rates, const double *fq, const double *inverse,
                          const double *scale, double *x);

/* x[2 n] := Newton's next iterate of a step of h from xn, where f is rates[n]; change := what it
 * moves by. The scaled move. */
double fast_iterate_square(int n, double h, const double *xn, const double *before,
                           const double *rates, const double *inverse,
                           const double *scale, double *x, double *change);

/* deviation[n] := large - small of 10 to 32 numbers. Whether it is finite. */
bool fast_compare_square(int n, const double *large, const double *small,
                         double *deviation);

/* rates[n] := y' at the end x of a step of h from xn. */
void fast_rates_square(int n, double h, const double *xn, const double *x, double *rates);

#endif
