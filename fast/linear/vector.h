/* Vectors: whether they are finite, how large, and where they are kept.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_VECTOR_H
#define FAST_VECTOR_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* fast_scaled_move of 0 < n <= 4 numbers: nothing is added to the first. */
static inline double fast_scaled_move_of_few(const int n, const double *scale,
                                             const double *x, const double *from) {
    double largest = fabs(scale[0] * (x[0] - from[0])), sum = largest;
    for (int i = 1; i < n; i++) {
        const double one = fabs(scale[i] * (x[i] - from[i]));
        largest = one > largest ? one : largest;
        sum += one;
    }
    return sum <= DBL_MAX ? largest : sum; /* NaN, too */
}

/* The largest |scale (x - from)| of n numbers, or what is not finite if one is not: their sum
 * tells. Four numbers at a time, since each result would wait for the one before. Without
 * branches: which is the largest is a matter of chance. */
static inline double fast_scaled_move(const int n, const double *scale, const double *x,
                                      const double *from) {
    double largest[4] = {0}, sums[4] = {0};
    if (0 < n && n <= 4)
        return fast_scaled_move_of_few(n, scale, x, from);
    for (int i = 0; i < n; i += 4)
        for (int k = 0; k < 4 && i + k < n; k++) {
            const double one = fabs(scale[i + k] * (x[i + k] - from[i + k]));
            largest[k] = one > largest[k] ? one : largest[k];
            sums[k] += one;
        }
    for (int k = 1; k < 4; k++)
        largest[0] = largest[k] > largest[0] ? largest[k] : largest[0];
    const double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    return sum <= DBL_MAX ? largest[0] : sum; /* NaN, too */
}

/* Whether |J|, the state and so on hold no NaN and no infinity: 0 x is 0 for a finite x
 * and NaN for any other. Four sums, as one addition would wait for the other. */
static inline bool fast_all_finite(size_t n, const double *x) {
    double zero[4] = {0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        zero[0] += 0 * x[i];
        zero[1] += 0 * x[i + 1];
        zero[2] += 0 * x[i + 2];
        zero[3] += 0 * x[i + 3];
    }
    for (; i < n; i++)
        zero[0] += 0 * x[i];
    return zero[0] + zero[1] + zero[2] + zero[3] == 0;
}

/* The largest |dx[i]|; NaN if one is NaN, as then is the sum. Without branches: which is the
 * largest is a matter of chance. */
static inline double fast_largest_size(int n, const double *dx) {
    if (n < 1)
        return 0;
    double largest = fabs(dx[0]), sum = largest;
    for (int i = 1; i < n; i++) {
        const double size = fabs(dx[i]);
        largest = size > largest ? size : largest;
        sum += size;
    }
    return isnan(sum) ? sum : largest;
}

/* The next n of the doubles at *storage, which moves on. */
static inline double *fast_take(double **storage, size_t n) {
    double *array = *storage;
    *storage += n;
    return array;
}

#endif
