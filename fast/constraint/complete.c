/* A complete orthogonal factorisation: QR with column pivoting finds the rank r,
 *
 *     A P = Q R,  R r x m,  and a second one without makes the trapezoid a triangle,
 *     R^T = U T,  so that  P^T A^T = U T Q^T
 *
 * with Q's first r columns (Golub, Van Loan: Matrix Computations, 5.4.1, 5.4.7,
 * 5.5.2). The least-squares solution of A^T x = b of minimum norm is x = Q T^-1 U^T
 * P^T b, and V = P U is a basis of A^T's range. Householder vectors stand where what
 * they have made zero stood; the triangles' diagonals are apart.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "fast/constraint/complete.h"

struct complete *complete_alloc(int rows, int columns) {
    const size_t p = (size_t)rows, m = (size_t)columns;
    const size_t doubles = p * m + m + m * m + m + (p + m) + m;
    struct complete *complete = calloc(1, sizeof *complete + doubles * sizeof(double));
    if (complete == NULL)
        return NULL;
    complete->order = calloc(m + 1, sizeof *complete->order);
    if (complete->order == NULL) {
        free(complete);
        return NULL;
    }
    complete->a = complete->storage;
    complete->diagonal = complete->a + p * m;
    complete->tall = complete->diagonal + m;
    complete->last = complete->tall + m * m;
    complete->work = complete->last + m;
    complete->vector = complete->work + p + m;
    return complete;
}

void complete_free(struct complete *complete) {
    if (complete == NULL)
        return;
    free(complete->order);
    free(complete);
}

static double length_of(int n, const double *x) {
    double largest = 0, sum = 0;
    for (int i = 0; i < n; i++)
        largest = fabs(x[i]) > largest ? fabs(x[i]) : largest;
    if (largest == 0 || !isfinite(largest))
        return largest;
    for (int i = 0; i < n; i++)
        sum += x[i] / largest * (x[i] / largest);
    return largest * sqrt(sum);
}

/* Turns x[n] into a vector of length sqrt(2) whose reflection takes the old x to the
 * multiple of the first unit vector that is returned. A zero x stays: no reflection. */
static double make_reflection(int n, double *x) {
    const double length = length_of(n, x);
    if (length == 0)
        return 0;
    const double image = x[0] > 0 ? -length : length;
    x[0] -= image;
    const double scale = sqrt(2) / length_of(n, x);
    for (int i = 0; i < n; i++)
        x[i] *= scale;
    return image;
}

/* y := (I - x x^T) y. */
static void reflect(int n, const double *x, double *y) {
    double product = 0;
    for (int i = 0; i < n; i++)
        product += x[i] * y[i];
    for (int i = 0; i < n; i++)
        y[i] -= product * x[i];
}

static void exchange_columns(struct complete *complete, int i, int j) {
    const size_t p = (size_t)complete->rows;
    double *a = complete->a + (size_t)i * p, *b = complete->a + (size_t)j * p;
    for (size_t k = 0; k < p; k++) {
        const double entry = a[k];
        a[k] = b[k];
        b[k] = entry;
    }
    const int column = complete->order[i];
    complete->order[i] = complete->order[j];
    complete->order[j] = column;
}

/* Which column adds most to those before k, and how much. */
static int find_longest(const struct complete *complete, int k, double *longest) {
    const size_t p = (size_t)complete->rows;
    int found = k;
    *longest = 0;
    for (int j = k; j < complete->columns; j++) {
        const double length =
            length_of(complete->rows - k, complete->a + (size_t)j * p + (size_t)k);
        if (length > *longest) {
            *longest = length;
            found = j;
        }
    }
    return found;
}

/* tall := the first rank rows of R, transposed and made triangular. */
static void factor_transposed(struct complete *complete) {
    const int m = complete->columns, r = complete->rank;
    const size_t p = (size_t)complete->rows;
    for (int k = 0; k < r; k++) {
        double *column = complete->tall + (size_t)k * (size_t)m;
        for (int i = 0; i < m; i++)
            column[i] = i < k ? 0 : complete->a[(size_t)i * p + (size_t)k];
        column[k] = complete->diagonal[k];
    }
    for (int k = 0; k < r; k++) {
        double *column = complete->tall + (size_t)k * (size_t)m;
        complete->last[k] = make_reflection(m - k, column + k);
        for (int j = k + 1; j < r; j++)
            reflect(m - k, column + k, complete->tall + (size_t)j * (size_t)m + k);
    }
}

void complete_factor(struct complete *complete, int rows, int columns, double tolerance,
                     int most) {
    const size_t p = (size_t)rows;
    double first = 0, longest;
    complete->rows = rows;
    complete->columns = columns;
    for (int j = 0; j < columns; j++)
        complete->order[j] = j;
    int k = 0;
    for (; k < columns && k < rows && k < most; k++) {
        const int next = find_longest(complete, k, &longest);
        if (k == 0)
            first = longest;
        if (!(longest > tolerance * first))
            break;
        if (next != k)
            exchange_columns(complete, k, next);
        double *column = complete->a + (size_t)k * p + (size_t)k;
        complete->diagonal[k] = make_reflection(rows - k, column);
        for (int j = k + 1; j < columns; j++)
            reflect(rows - k, column, complete->a + (size_t)j * p + (size_t)k);
    }
    complete->rank = k;
    factor_transposed(complete);
}

void complete_restrict(struct complete *complete, const double *b, double *y) {
    const int m = complete->columns;
    double *x = complete->work;
    for (int i = 0; i < m; i++)
        x[i] = b[complete->order[i]];
    for (int k = 0; k < complete->rank; k++)
        reflect(m - k, complete->tall + (size_t)k * (size_t)m + k, x + k);
    for (int k = 0; k < complete->rank; k++)
        y[k] = x[k];
}

void complete_prolong(struct complete *complete, const double *y, double *b) {
    const int m = complete->columns;
    double *x = complete->work;
    for (int i = 0; i < m; i++)
        x[i] = i < complete->rank ? y[i] : 0;
    for (int k = complete->rank - 1; k >= 0; k--)
        reflect(m - k, complete->tall + (size_t)k * (size_t)m + k, x + k);
    for (int i = 0; i < m; i++)
        b[complete->order[i]] = x[i];
}

void complete_solve(struct complete *complete, const double *b, double *x) {
    const size_t p = (size_t)complete->rows, m = (size_t)complete->columns;
    double *y = complete->vector;
    complete_restrict(complete, b, y);
    for (int k = complete->rank - 1; k >= 0; k--) {
        y[k] /= complete->last[k];
        for (int i = 0; i < k; i++)
            y[i] -= complete->tall[(size_t)k * m + (size_t)i] * y[k];
    }
    for (int i = 0; i < complete->rows; i++)
        x[i] = i < complete->rank ? y[i] : 0;
    for (int k = complete->rank - 1; k >= 0; k--)
        reflect(complete->rows - k, complete->a + (size_t)k * p + (size_t)k, x + k);
}
