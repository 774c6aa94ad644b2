/* Long sums of vectors.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/rows.h"

void rows_add(int n, double *restrict x, const double *x0, double c, const double *F0) {
    for (int i = 0; i < n; i++)
        x[i] = x0[i] + c * F0[i];
}

void rows_add_two(int n, double *restrict x, const double *x0, double c, const double *F0,
                  double s1, const double *F1) {
    for (int i = 0; i < n; i++)
        x[i] = x0[i] + c * (F0[i] + s1 * F1[i]);
}

void rows_add_three(int n, double *restrict x, const double *x0, double c,
                    const double *F0, double s1, const double *F1, double s2,
                    const double *F2) {
    for (int i = 0; i < n; i++)
        x[i] = x0[i] + c * (F0[i] + s1 * F1[i] + s2 * F2[i]);
}

void rows_subtract(int n, double *restrict x, double c, const double *a,
                   const double *b) {
    for (int i = 0; i < n; i++)
        x[i] = c * (a[i] - b[i]);
}

/* 0 x is 0 for a finite x and NaN for any other; the sums do not wait for one another. */
bool rows_are_finite(int n, const double *x) {
    enum { SUMS = 8 };
    double zero[SUMS] = {0}, all = 0;
    int i = 0;
    for (; i + SUMS <= n; i += SUMS)
        for (int k = 0; k < SUMS; k++)
            zero[k] += 0 * x[i + k];
    for (; i < n; i++)
        all += 0 * x[i];
    for (int k = 0; k < SUMS; k++)
        all += zero[k];
    return all == 0;
}
