/* LU factorisation of a band matrix with partial pivoting, right-looking and by
 * columns (Golub, Van Loan: Matrix Computations, algorithms 4.3.1 to 4.3.3, with the
 * exchanges of 3.4.1): what dense.c does, less the operations on entries that are
 * zero. So the pivots and all values are those of dense.c, to the bit, but for the
 * sign of a zero.
 *
 * Rows are exchanged from the pivot's column on; the multipliers left of it stay where
 * they are, and the right-hand side's entries are exchanged as the solution reaches
 * them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/linear/band.h"

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* column points to row 0's place. */
static int find_pivot(int from, int to, const double *column) {
    int pivot = from;
    for (int i = from + 1; i <= to; i++)
        if (fabs(column[i]) > fabs(column[pivot]))
            pivot = i;
    return pivot;
}

/* Row i and row j, in `columns` columns, stride apart; a points to row 0 of the first. */
static void exchange_rows(int columns, size_t stride, double *a, int i, int j) {
    for (int k = 0; k < columns; k++, a += stride) {
        double entry = a[i];
        a[i] = a[j];
        a[j] = entry;
    }
}

/* y[i] -= factor x[i] for from <= i <= to. */
static inline void subtract_multiple(int from, int to, double factor,
                                     const double *restrict x, double *restrict y) {
    for (int i = from; i <= to; i++)
        y[i] -= factor * x[i];
}

bool fast_band_factor(const struct fast_band *band, double *a, int *pivot) {
    const int n = band->n, lower = band->lower, upper = band->upper;
    const size_t stride = 2 * (size_t)lower + (size_t)upper;
    bool singular = false;
    int reach = 0; /* the last column that an exchanged row, so far, has entries in */
    double *column = a + fast_band_column(band, 0);
    for (int k = 0; k < n; k++, column += stride) {
        const int last = smaller(n - 1, k + lower);
        pivot[k] = find_pivot(k, last, column);
        if (smaller(n - 1, pivot[k] + upper) > reach)
            reach = smaller(n - 1, pivot[k] + upper);
        if (pivot[k] != k)
            exchange_rows(reach - k + 1, stride, column, k, pivot[k]);
        if (column[k] == 0)
            singular = true; /* and so is what is below */
        else
            for (int i = k + 1; i <= last; i++)
                column[i] /= column[k];
        double *other = column + stride;
        for (int j = k + 1; j <= reach; j++, other += stride)
            subtract_multiple(k + 1, last, other[k], column, other);
    }
    return singular;
}

bool fast_band_turns(const struct fast_band *band, const double *factors,
                     const int *pivot) {
    const size_t stride = 2 * (size_t)band->lower + (size_t)band->upper;
    const double *column = factors + fast_band_column(band, 0);
    bool turns = false;
    for (int k = 0; k < band->n; k++, column += stride)
        turns = turns != ((column[k] < 0) != (pivot[k] != k));
    return turns;
}

/* One diagonal on each side, so rows are exchanged with the next one only, and U has two
 * diagonals above the main one. The entry of x that the next column needs is kept out of
 * memory. */
static void solve_tridiagonal(int n, const double *restrict factors,
                              const int *restrict pivot, double *restrict x) {
    const double *column = factors + 1; /* above it in memory: U's second diagonal */
    double next = x[0];
    for (int k = 0; k < n - 1; k++, column += 4) {
        double xk = next, below = x[k + 1];
        if (pivot[k] != k) {
            xk = below;
            below = next;
        }
        x[k] = xk;
        next = below - xk * column[2];
    }
    for (int k = n - 1; k >= 2; k--, column -= 4) {
        double xk = next / column[1];
        x[k] = xk;
        next = x[k - 1] - xk * column[0];
        x[k - 2] -= xk * column[-1];
    }
    if (n >= 2) {
        x[1] = next / column[1];
        next = x[0] - x[1] * column[0];
        column -= 4;
    }
    x[0] = next / column[1];
}

static void solve_in_place(const struct fast_band *band, const double *factors,
                           const int *pivot, double *x) {
    const int n = band->n, lower = band->lower, reach = band->lower + band->upper;
    const size_t stride = (size_t)lower + (size_t)reach;
    const double *column = factors + fast_band_column(band, 0);
    for (int k = 0; k < n; k++, column += stride) {
        double xk = x[pivot[k]];
        x[pivot[k]] = x[k];
        x[k] = xk;
        subtract_multiple(k + 1, smaller(n - 1, k + lower), xk, column, x);
    }
    for (int k = n - 1; k >= 0; k--) {
        column -= stride;
        x[k] /= column[k];
        subtract_multiple(k > reach ? k - reach : 0, k - 1, x[k], column, x);
    }
}

void fast_band_solve(const struct fast_band *band, const double *factors,
                     const int *pivot, const double *b, double *x) {
    if (x != b && band->n > 0)
        memcpy(x, b, (size_t)band->n * sizeof *x);
    if (band->n > 0 && band->lower == 1 && band->upper == 1)
        solve_tridiagonal(band->n, factors, pivot, x);
    else
        solve_in_place(band, factors, pivot, x);
}
