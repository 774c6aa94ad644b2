/* LU factors of sparse block matrices (G. H. Golub, C. F. Van Loan, Matrix Computations,
 * 4.5): eliminating node j with D its diagonal's block leaves
 *
 *     X_jk = D^-1 A_jk,   A_ik -= A_ij X_jk   for its later neighbours i, k.
 *
 * Rows are exchanged inside D only. Free bodies' blocks have one, three or six rows,
 * which the compiler writes out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/contact/proximal/proximal_blocks.h"

/* D[n * n], by rows, becomes its factors; pivot[k] the row exchanged with row k. */
static inline bool factor_diagonal(int n, double *d, int *pivot) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(d[i * n + k]) > fabs(d[best * n + k]))
                best = i;
        const double chosen = d[best * n + k];
        if (!(fabs(chosen) > 0 && fabs(chosen) < INFINITY))
            return false;
        pivot[k] = best;
        if (best != k)
            for (int j = 0; j < n; j++) {
                const double entry = d[k * n + j];
                d[k * n + j] = d[best * n + j];
                d[best * n + j] = entry;
            }
        const double inverse = 1 / d[k * n + k];
        for (int i = k + 1; i < n; i++) {
            const double factor = d[i * n + k] *= inverse;
            for (int j = k + 1; j < n; j++)
                d[i * n + j] -= factor * d[k * n + j];
        }
        d[k * n + k] = inverse;
    }
    return true;
}

/* b[n x columns], by rows, becomes D^-1 b. */
static inline void solve_diagonal(int n, const double *d, const int *pivot, int columns,
                                  double *b) {
    for (int k = 0; k < n; k++)
        if (pivot[k] != k)
            for (int j = 0; j < columns; j++) {
                const double entry = b[k * columns + j];
                b[k * columns + j] = b[pivot[k] * columns + j];
                b[pivot[k] * columns + j] = entry;
            }
    for (int i = 1; i < n; i++)
        for (int k = 0; k < i; k++)
            for (int j = 0; j < columns; j++)
                b[i * columns + j] -= d[i * n + k] * b[k * columns + j];
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            for (int j = 0; j < columns; j++)
                b[i * columns + j] -= d[i * n + k] * b[k * columns + j];
        for (int j = 0; j < columns; j++)
            b[i * columns + j] *= d[i * n + i];
    }
}

/* c[rows x columns] -= a[rows x inner] b[inner x columns], by rows. */
static inline void subtract_product(int rows, int inner, int columns, const double *a,
                                    const double *b, double *c) {
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < inner; k++) {
            const double factor = a[i * inner + k];
            for (int j = 0; j < columns; j++)
                c[i * columns + j] -= factor * b[k * columns + j];
        }
}

static bool factor_sized(int n, double *d, int *pivot) {
    switch (n) {
    case 1: return factor_diagonal(1, d, pivot);
    case 3: return factor_diagonal(3, d, pivot);
    case 6: return factor_diagonal(6, d, pivot);
    default: return factor_diagonal(n, d, pivot);
    }
}

static void solve_sized(int n, const double *d, const int *pivot, int columns,
                        double *b) {
    if (n == 6 && columns == 6)
        solve_diagonal(6, d, pivot, 6, b);
    else if (n == 6 && columns == 1)
        solve_diagonal(6, d, pivot, 1, b);
    else if (n == 3 && columns == 3)
        solve_diagonal(3, d, pivot, 3, b);
    else if (n == 3 && columns == 1)
        solve_diagonal(3, d, pivot, 1, b);
    else if (n == 1 && columns == 1)
        b[0] *= d[0];
    else
        solve_diagonal(n, d, pivot, columns, b);
}

static void subtract_sized(int rows, int inner, int columns, const double *a,
                           const double *b, double *c) {
    if (rows == 6 && inner == 6 && columns == 6)
        subtract_product(6, 6, 6, a, b, c);
    else if (rows == 6 && inner == 6 && columns == 1)
        subtract_product(6, 6, 1, a, b, c);
    else if (rows == 3 && inner == 3 && columns == 3)
        subtract_product(3, 3, 3, a, b, c);
    else if (rows == 3 && inner == 3 && columns == 1)
        subtract_product(3, 3, 1, a, b, c);
    else if (rows == 1 && inner == 1 && columns == 1)
        c[0] -= a[0] * b[0];
    else
        subtract_product(rows, inner, columns, a, b, c);
}

static bool factor_node(struct proximal_blocks *b, int j) {
    const int size = b->size[j], from = b->begin[j], to = b->begin[j + 1];
    double *d = b->values + b->diagonal[j];
    int *pivot = b->pivot + b->offset[j];
    if (!factor_sized(size, d, pivot))
        return false;
    for (int e = from; e < to; e++)
        solve_sized(size, d, pivot, b->size[b->neighbour[e]], b->values + b->upper[e]);
    const int *target = b->target + b->target_begin[j];
    for (int e = from; e < to; e++)
        for (int f = from; f < to; f++)
            subtract_sized(b->size[b->neighbour[e]], size, b->size[b->neighbour[f]],
                           b->values + b->lower[e], b->values + b->upper[f],
                           b->values + *target++);
    return true;
}

bool proximal_blocks_factor(struct proximal_blocks *b, int from, int to) {
    for (int j = from; j < to; j++)
        if (!factor_node(b, j))
            return false;
    return true;
}

void proximal_blocks_solve_down(const struct proximal_blocks *b, int from, int to,
                                double *x) {
    for (int j = from; j < to; j++) {
        double *own = x + b->offset[j];
        solve_sized(b->size[j], b->values + b->diagonal[j], b->pivot + b->offset[j], 1,
                    own);
        for (int e = b->begin[j]; e < b->begin[j + 1]; e++)
            subtract_sized(b->size[b->neighbour[e]], b->size[j], 1,
                           b->values + b->lower[e], own, x + b->offset[b->neighbour[e]]);
    }
}

void proximal_blocks_solve_up(const struct proximal_blocks *b, int from, int to,
                              double *x) {
    for (int j = to - 1; j >= from; j--)
        for (int e = b->begin[j]; e < b->begin[j + 1]; e++)
            subtract_sized(b->size[j], b->size[b->neighbour[e]], 1,
                           b->values + b->upper[e], x + b->offset[b->neighbour[e]],
                           x + b->offset[j]);
}
