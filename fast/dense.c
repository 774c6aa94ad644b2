/* Dense LU factorisation with partial pivoting, P A = L U, right-looking and by
 * columns (Golub, Van Loan: Matrix Computations, algorithm 3.4.1), and the triangular
 * solves by columns (algorithms 3.1.3, 3.1.4). The first of equal pivots wins, and
 * quotients are quotients, not products with a reciprocal: this order of operations is
 * what makes results equal to Drake's to the bit.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/internal.h"

static int find_pivot(int n, int k, const double *column) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
        if (fabs(column[i]) > fabs(column[pivot]))
            pivot = i;
    return pivot;
}

static void exchange_rows(size_t n, double *a, int *permutation, int i, int j) {
    for (size_t column = 0; column < n; column++) {
        double entry = a[column * n + (size_t)i];
        a[column * n + (size_t)i] = a[column * n + (size_t)j];
        a[column * n + (size_t)j] = entry;
    }
    int row = permutation[i];
    permutation[i] = permutation[j];
    permutation[j] = row;
}

/* y[i] -= factor * x[i] for from <= i < n. */
static void subtract_multiple(int from, int n, double factor, const double *restrict x,
                              double *restrict y) {
    for (int i = from; i < n; i++)
        y[i] -= factor * x[i];
}

bool fast_dense_factor_any(int n, double *a, int *permutation) {
    const size_t order = (size_t)n;
    bool singular = false;
    for (int i = 0; i < n; i++)
        permutation[i] = i;
    for (int k = 0; k < n; k++) {
        double *column = a + (size_t)k * order;
        int pivot = find_pivot(n, k, column);
        if (pivot != k)
            exchange_rows(order, a, permutation, k, pivot);
        if (column[k] == 0)
            singular = true; /* and so the column below is zero: L's part of it, too */
        else
            for (int i = k + 1; i < n; i++)
                column[i] /= column[k];
        for (int j = k + 1; j < n; j++) {
            double *other = a + (size_t)j * order;
            subtract_multiple(k + 1, n, other[k], column, other);
        }
    }
    return singular;
}

/* x[i] -= the sum over columns from <= k < to of column k's entry times x[k]. */
static void subtract_products(size_t n, size_t i, size_t from, size_t to,
                              const double *factors, double *x) {
    double sum = factors[from * n + i] * x[from];
    for (size_t k = from + 1; k < to; k++)
        sum += factors[k * n + i] * x[k];
    x[i] -= sum;
}

/* Within a panel column by column; the entry of x that the next column needs is kept
 * out of memory: what a column does to it is what every column waits for. */
static void solve_lower_panel(size_t n, size_t from, size_t to, const double *factors,
                              double *x) {
    const double *column = factors + from * n;
    double next = x[from];
    for (size_t k = from; k + 1 < to; k++, column += n) {
        const double xk = next;
        x[k] = xk;
        next = x[k + 1] - xk * column[k + 1];
        subtract_multiple((int)k + 2, (int)to, xk, column, x);
    }
    x[to - 1] = next;
}

static void solve_upper_panel(size_t n, size_t from, size_t to, const double *factors,
                              double *x) {
    const double *column = factors + (to - 1) * n;
    double next = x[to - 1];
    for (size_t k = to - 1; k > from; k--, column -= n) {
        const double xk = next / column[k];
        x[k] = xk;
        next = x[k - 1] - xk * column[k - 1];
        subtract_multiple((int)from, (int)k - 1, xk, column, x);
    }
    x[from] = next / column[from];
}

/* Panels of so many columns: a panel's effect on the other rows is summed before it is
 * subtracted, as it is in the original. */
static const size_t panel = 8;

void fast_dense_solve_any(int n, const double *factors, const int *permutation,
                          const double *b, double *x) {
    const size_t order = (size_t)n;
    for (int i = 0; i < n; i++)
        x[i] = b[permutation[i]];
    for (size_t from = 0; from < order; from += panel) {
        const size_t to = from + panel < order ? from + panel : order;
        solve_lower_panel(order, from, to, factors, x);
        for (size_t i = to; i < order; i++)
            subtract_products(order, i, from, to, factors, x);
    }
    for (size_t to = order; to > 0;) {
        const size_t from = to > panel ? to - panel : 0;
        solve_upper_panel(order, from, to, factors, x);
        for (size_t i = 0; i < from; i++)
            subtract_products(order, i, from, to, factors, x);
        to = from;
    }
}

bool fast_dense_factor(int n, double *a, int *permutation) {
    switch (n) {
    case 1: return fast_dense_factor_1(a, permutation);
    case 2: return fast_dense_factor_2(a, permutation);
    case 3: return fast_dense_factor_3(a, permutation);
    case 4: return fast_dense_factor_4(a, permutation);
    default: return fast_dense_factor_any(n, a, permutation);
    }
}

void fast_dense_solve(int n, const double *factors, const int *permutation,
                      const double *b, double *x) {
    switch (n) {
    case 1: fast_dense_solve_1(factors, permutation, b, x); break;
    case 2: fast_dense_solve_2(factors, permutation, b, x); break;
    case 3: fast_dense_solve_3(factors, permutation, b, x); break;
    case 4: fast_dense_solve_4(factors, permutation, b, x); break;
    default: fast_dense_solve_any(n, factors, permutation, b, x); break;
    }
}
