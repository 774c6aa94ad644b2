/* Gaussian elimination with partial pivoting, P A = L U (Golub and Van Loan, Matrix
 * Computations, algorithm 3.4.1).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/corpus/plain.h"

static int find_pivot(const double *a, int k, int n) {
    int best = k;
    for (int i = k + 1; i < n; i++) {
        if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
            best = i;
    }
    return best;
}

static void exchange_rows(double *a, int i, int j, int n) {
    for (int k = 0; i != j && k < n; k++) {
        double entry = a[i * n + k];
        a[i * n + k] = a[j * n + k];
        a[j * n + k] = entry;
    }
}

int plain_factor(double *a, int *pivots, int n) {
    for (int k = 0; k < n; k++) {
        pivots[k] = find_pivot(a, k, n);
        exchange_rows(a, k, pivots[k], n);
        if (a[k * n + k] == 0 || !isfinite(a[k * n + k]))
            return -1;
        for (int i = k + 1; i < n; i++) {
            double factor = a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; factor != 0 && j < n; j++)
                a[i * n + j] -= factor * a[k * n + j];
        }
    }
    return 0;
}

void plain_solve(const double *factors, const int *pivots, int n, double *b) {
    for (int k = 0; k < n; k++) {
        double entry = b[pivots[k]];
        b[pivots[k]] = b[k];
        b[k] = entry;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            b[i] -= factors[i * n + j] * b[j];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= factors[i * n + j] * b[j];
        b[i] /= factors[i * n + i];
    }
}
