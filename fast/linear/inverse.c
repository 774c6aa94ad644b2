/* Inverses: several columns at a time from the factors, each by the operations of dense.c in
 * their order, and products with each order's loops written out by the compiler, for which
 * this file is compiled with vectors and unrolling.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/linear/dense_panel.h"
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

/* So many columns side by side, of which none waits for another's quotients. */
enum { abreast = 4 };

/* x -= factor y. */
static inline void subtract(double factor, const double *restrict y, double *restrict x) {
    for (int r = 0; r < abreast; r++)
        x[r] -= y[r] * factor;
}

/* x -= the rows from <= k < to of y times entries of the factors, n apart: summed before. */
static inline void subtract_sum(int from, int to, int n, const double *factor,
                                double (*y)[abreast], double *x) {
    double sum[abreast];
    for (int r = 0; r < abreast; r++)
        sum[r] = y[from][r] * factor[from * n];
    for (int k = from + 1; k < to; k++)
        for (int r = 0; r < abreast; r++)
            sum[r] += y[k][r] * factor[k * n];
    for (int r = 0; r < abreast; r++)
        x[r] -= sum[r];
}

/* x[n] := L^-1 x, by panels. */
static void solve_lower(int n, const double *lu, double (*x)[abreast]) {
    for (int from = 0, to; from < n; from = to) {
        to = from + fast_panel < n ? from + fast_panel : n;
        for (int k = from; k < to; k++)
            for (int i = k + 1; i < to; i++)
                subtract(lu[k * n + i], x[k], x[i]);
        for (int i = to; i < n; i++)
            subtract_sum(from, to, n, lu + i, x, x[i]);
    }
}

/* x[n] := U^-1 x; the first panel has what fast_dense_solve leaves for it. */
static void solve_upper(int n, const double *lu, double (*x)[abreast]) {
    for (int to = n, from; to > 0; to = from) {
        from = to > fast_panel ? to - fast_panel : 0;
        for (int k = to - 1; k >= from; k--) {
            for (int r = 0; r < abreast; r++)
                x[k][r] /= lu[k * n + k];
            for (int i = from; i < k; i++)
                subtract(lu[k * n + i], x[k], x[i]);
        }
        for (int i = 0; i < from; i++)
            subtract_sum(from, to, n, lu + i, x, x[i]);
    }
}

bool fast_invert(int n, const double *factors, const int *permutation, double *inverse) {
    const int stride = fast_inverse_stride(n);
    double x[fast_largest_inverse][abreast];
    for (int first = 0; first < n; first += abreast) {
        for (int i = 0; i < n; i++)
            for (int r = 0; r < abreast; r++)
                x[i][r] = permutation[i] == first + r;
        solve_lower(n, factors, x);
        solve_upper(n, factors, x);
        for (int r = 0; r < abreast && first + r < n; r++)
            for (int i = 0; i < stride; i++)
                inverse[(first + r) * stride + i] = i < n ? x[i][r] : 0;
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
