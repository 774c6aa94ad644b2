/* Inverses: column by column from the factors, and products with each order's loops
 * written out by the compiler, for which this file is compiled with vectors and
 * unrolling.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/linear/dense.h"
#include "fast/linear/inverse.h"

/* A solution from an inverse is off by up to its size times the condition number times
 * 2^-53. With a condition number of 1e8 Newton's method still gains eight digits in each
 * iteration. */
static const double worst_condition = 1e8;

static double largest(int count, const double *values) {
    double size = 0;
    for (int i = 0; i < count; i++)
        if (!(fabs(values[i]) <= size)) /* or NaN */
            size = fabs(values[i]);
    return size;
}

bool fast_invert(int n, const double *factors, const int *permutation, double *inverse) {
    const int stride = fast_inverse_stride(n);
    double unit[fast_largest_inverse] = {0};
    for (int j = 0; j < n; j++) {
        unit[j] = 1;
        fast_dense_solve(n, factors, permutation, unit, inverse + j * stride);
        unit[j] = 0;
        for (int i = n; i < stride; i++)
            inverse[j * stride + i] = 0;
    }
    return n * largest(n * n, factors) * n * largest(n * stride, inverse) <=
           worst_condition;
}

static inline void multiply(const int n, const double *restrict inverse,
                            const double *restrict b, double *restrict x) {
    const int stride = n + n % 2;
    double sum[fast_largest_inverse];
    for (int i = 0; i < stride; i++)
        sum[i] = inverse[i] * b[0];
    for (int j = 1; j < n; j++)
        for (int i = 0; i < stride; i++)
            sum[i] += inverse[j * stride + i] * b[j];
    for (int i = 0; i < n; i++)
        x[i] = sum[i];
}

void fast_inverse_multiply(int n, const double *inverse, const double *b, double *x) {
    switch (n) {
    case 1: multiply(1, inverse, b, x); break;
    case 2: multiply(2, inverse, b, x); break;
    case 3: multiply(3, inverse, b, x); break;
    case 4: multiply(4, inverse, b, x); break;
    case 5: multiply(5, inverse, b, x); break;
    case 6: multiply(6, inverse, b, x); break;
    case 7: multiply(7, inverse, b, x); break;
    case 8: multiply(8, inverse, b, x); break;
    case 9: multiply(9, inverse, b, x); break;
    case 10: multiply(10, inverse, b, x); break;
    case 11: multiply(11, inverse, b, x); break;
    case 12: multiply(12, inverse, b, x); break;
    case 13: multiply(13, inverse, b, x); break;
    case 14: multiply(14, inverse, b, x); break;
    case 15: multiply(15, inverse, b, x); break;
    default: multiply(16, inverse, b, x); break;
    }
}
