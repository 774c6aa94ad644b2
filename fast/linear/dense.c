/* Dense LU factorisation with partial pivoting, P A = L U, right-looking and by
 * columns (Golub, Van Loan: Matrix Computations, algorithm 3.4.1), and the triangular
 * solves by columns (algorithms 3.1.3, 3.1.4). The first of equal pivots wins, and
 * quotients are quotients, not products with a reciprocal: this order of operations is
 * what makes results equal to Drake's to the bit.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/linear/dense_panel.h"
#include "fast/linear/dense.h"

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
static inline void subtract_multiple(int from, int n, double factor,
                                     const double *restrict x, double *restrict y) {
    for (int i = from; i < n; i++)
        y[i] -= factor * x[i];
}

/* The same for two vectors, with their own factors. */
static inline void subtract_multiples(int from, int n, double factor, double other_factor,
                                      const double *restrict x, double *restrict y,
                                      double *restrict other) {
    for (int i = from; i < n; i++) {
        y[i] -= factor * x[i];
        other[i] -= other_factor * x[i];
    }
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
        int j = k + 1;
        for (; j + 1 < n; j += 2) {
            double *y = a + (size_t)j * order, *other = y + order;
            subtract_multiples(k + 1, n, y[k], other[k], column, y, other);
        }
        if (j < n) {
            double *y = a + (size_t)j * order;
            subtract_multiple(k + 1, n, y[k], column, y);
        }
    }
    return singular;
}

/* x[i] -= the sum over the panel's columns of a column's entry i times that column's factor,
 * for first <= i < last: summed before it is subtracted, as in the original. Entries of x do
 * not wait for each other, and the compiler takes as many at once as it can. */
static inline void subtract_columns(const int columns, size_t n, size_t first,
                                    size_t last, const double *restrict column,
                                    const double *factor, double *restrict x) {
    for (size_t i = first; i < last; i++) {
        double sum = column[i] * factor[0];
        for (int k = 1; k < columns; k++)
            sum += column[(size_t)k * n + i] * factor[k];
        x[i] -= sum;
    }
}

/* The same for the columns from <= k < to, whose factors are in x. */
static void subtract_products(size_t n, size_t first, size_t last, size_t from, size_t to,
                              const double *factors, double *x) {
    const int columns = (int)(to - from);
    double factor[fast_panel];
    for (int k = 0; k < columns; k++)
        factor[k] = x[from + (size_t)k];
    if (columns == fast_panel)
        subtract_columns(fast_panel, n, first, last, factors + from * n, factor, x);
    else
        subtract_columns(columns, n, first, last, factors + from * n, factor, x);
}

static void solve_lower(int columns, size_t stride, const double *column, double *x) {
    switch (columns) {
    case 1: break;
    case 2: fast_solve_lower_panel(2, stride, column, x); break;
    case 3: fast_solve_lower_panel(3, stride, column, x); break;
    case 4: fast_solve_lower_panel(4, stride, column, x); break;
    case 5: fast_solve_lower_panel(5, stride, column, x); break;
    case 6: fast_solve_lower_panel(6, stride, column, x); break;
    case 7: fast_solve_lower_panel(7, stride, column, x); break;
    default: fast_solve_lower_panel(8, stride, column, x); break;
    }
}

static void solve_upper(int columns, size_t stride, const double *column, double *x) {
    switch (columns) {
    case 1: fast_solve_upper_panel(1, stride, column, x); break;
    case 2: fast_solve_upper_panel(2, stride, column, x); break;
    case 3: fast_solve_upper_panel(3, stride, column, x); break;
    case 4: fast_solve_upper_panel(4, stride, column, x); break;
    case 5: fast_solve_upper_panel(5, stride, column, x); break;
    case 6: fast_solve_upper_panel(6, stride, column, x); break;
    case 7: fast_solve_upper_panel(7, stride, column, x); break;
    default: fast_solve_upper_panel(8, stride, column, x); break;
    }
}

void fast_dense_solve_any(int n, const double *factors, const int *permutation,
                          const double *b, double *x) {
    const size_t order = (size_t)n, panel = fast_panel;
    for (int i = 0; i < n; i++)
        x[i] = b[permutation[i]];
    for (size_t from = 0; from < order; from += panel) {
        const size_t to = from + panel < order ? from + panel : order;
        solve_lower((int)(to - from), order, factors + from * (order + 1), x + from);
        subtract_products(order, to, order, from, to, factors, x);
    }
    for (size_t to = order; to > 0;) {
        const size_t from = to > panel ? to - panel : 0;
        solve_upper((int)(to - from), order, factors + from * (order + 1), x + from);
        subtract_products(order, 0, from, from, to, factors, x);
        to = from;
    }
}

bool fast_dense_turns(int n, const double *factors, const int *permutation) {
    const size_t order = (size_t)n;
    bool turns = false;
    for (size_t i = 0; i < order; i++) {
        turns = turns != (factors[i * (order + 1)] < 0);
        for (size_t j = 0; j < i; j++)
            turns = turns != (permutation[j] > permutation[i]);
    }
    return turns;
}

bool fast_dense_factor(int n, double *a, int *permutation) {
    switch (n) {
    case 1: return fast_dense_factor_1(a, permutation);
    case 2: return fast_dense_factor_2(a, permutation);
    case 3: return fast_dense_factor_3(a, permutation);
    case 4: return fast_dense_factor_4(a, permutation);
    case 5:
    case 6:
    case 7:
    case 8: return fast_dense_factor_panel(n, a, permutation);
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
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
    case 13:
    case 14:
    case 15:
    case 16: fast_dense_solve_panels(n, factors, permutation, b, x); break;
    default: fast_dense_solve_any(n, factors, permutation, b, x); break;
    }
}
