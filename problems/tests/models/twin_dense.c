/* Gauss-Jordan elimination with partial pivoting; Higham, Accuracy and Stability of Numerical
 * Algorithms (2002), 7.2, for the componentwise bound.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/models/twin_dense.h"

#include <math.h>

static void exchange_rows(int n, double *a, int i, int k) {
    for (int j = 0; j < n && i != k; j++) {
        double kept = a[i * n + j];
        a[i * n + j] = a[k * n + j];
        a[k * n + j] = kept;
    }
}

static void subtract_row(int n, double *a, int from, int row, double factor) {
    for (int j = 0; j < n; j++)
        a[from * n + j] -= factor * a[row * n + j];
}

static int find_pivot(int n, const double *a, int column) {
    int best = column;
    for (int i = column + 1; i < n; i++)
        if (fabs(a[i * n + column]) > fabs(a[best * n + column]))
            best = i;
    return best;
}

bool twin_dense_invert(int n, double *a, double *inverse) {
    for (int i = 0; i < n * n; i++)
        inverse[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
    for (int k = 0; k < n; k++) {
        int pivot = find_pivot(n, a, k);
        exchange_rows(n, a, k, pivot);
        exchange_rows(n, inverse, k, pivot);
        double divisor = a[k * n + k];
        if (!isfinite(divisor) || divisor == 0.0)
            return false;
        for (int j = 0; j < n; j++) {
            a[k * n + j] /= divisor;
            inverse[k * n + j] /= divisor;
        }
        for (int i = 0; i < n; i++) {
            double factor = a[i * n + k];
            if (i == k || factor == 0.0)
                continue;
            subtract_row(n, a, i, k, factor);
            subtract_row(n, inverse, i, k, factor);
        }
    }
    return true;
}

void twin_dense_solve(int n, const double *inverse, const double *size_a, int columns,
                      const double *b, const double *size_b, double *x, double *size) {
    for (int c = 0; c < columns; c++) {
        for (int i = 0; i < n; i++) {
            double sum = 0.0;
            for (int j = 0; j < n; j++)
                sum += inverse[i * n + j] * b[j * columns + c];
            x[i * columns + c] = sum;
        }
        for (int i = 0; i < n; i++)
            size[i * columns + c] = 0.0;
        for (int j = 0; j < n; j++) {
            double error = size_b[j * columns + c];
            for (int l = 0; l < n; l++)
                error += size_a[j * n + l] * fabs(x[l * columns + c]);
            for (int i = 0; i < n; i++)
                size[i * columns + c] += fabs(inverse[i * n + j]) * error;
        }
    }
}
