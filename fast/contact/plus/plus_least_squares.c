/* Least-squares solutions of minimum norm by a complete orthogonal decomposition, with the rank
 * by an incremental condition estimate (Golub, Van Loan: Matrix Computations, section 5.5.2;
 * C. H. Bischof, SIAM J. Matrix Anal. Appl. 11 (1990) 312). The order of operations is that
 * of LAPACK's dgelsy, on which Simbody's FactorQTZ rests, and the rank's tolerance its
 * default, n 2^-52^(7/8). A matrix without rank has the solution 0; there the original's is
 * not defined.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/contact/plus/plus_least_squares.h"

#include "fast/contact/plus/faithful.h"

struct least_squares *least_squares_alloc(int n) {
    const size_t size = (size_t)(n > 0 ? n : 1), vectors = 7;
    struct least_squares *w = calloc(1, sizeof *w);
    double *values =
        w != NULL ? calloc(size * size + vectors * size, sizeof *values) : NULL;
    int *column = values != NULL ? calloc(size, sizeof *column) : NULL;
    if (column == NULL) {
        free(values);
        free(w);
        return NULL;
    }
    w->a = values;
    double **part[] = {&w->left,   &w->right, &w->partial, &w->full,
                       &w->narrow, &w->wide,  &w->rotated};
    for (size_t k = 0; k < vectors; k++)
        *part[k] = values + size * (size + k);
    w->column = column;
    return w;
}

void least_squares_free(struct least_squares *w) {
    if (w == NULL)
        return;
    free(w->a);
    free(w->column);
    free(w);
}

/* The largest (or smallest) singular value of [sigma 0; alpha gamma] and the right singular
 * vector (s, c) that belongs to it: of the norm |(s L x, s w^T x + c gamma)| the extreme, if
 * |L x| = sigma and w^T x = alpha. */
static double extend_estimate(bool is_largest, double sigma, double alpha, double gamma,
                              double *s, double *c) {
    const double scale = fmax(fabs(sigma), fmax(fabs(alpha), fabs(gamma)));
    *s = 1, *c = 0;
    if (scale == 0)
        return 0;
    const double f = sigma / scale, g = alpha / scale, k = gamma / scale;
    const double largest = (hypot(f + k, g) + hypot(f - k, g)) / 2;
    /* The axis of [f^2 + g^2, g k; g k, k^2] that belongs to its larger eigenvalue. */
    const double angle = atan2(2 * g * k, f * f + g * g - k * k) / 2;
    *s = is_largest ? cos(angle) : -sin(angle);
    *c = is_largest ? sin(angle) : cos(angle);
    return scale * (is_largest ? largest : fabs(f * k) / largest);
}

static int find_rank(struct least_squares *w) {
    const int n = w->n;
    const double tolerance = n * FAITHFUL_SIGNIFICANT;
    double smallest = fabs(w->a[0]), largest = smallest;
    if (n == 0 || smallest == 0)
        return 0;
    w->narrow[0] = w->wide[0] = 1;
    for (int rank = 1; rank < n; rank++) {
        const double *column = w->a + (size_t)rank * (size_t)n;
        double narrow = 0, wide = 0, s, c;
        for (int i = 0; i < rank; i++) {
            narrow += w->narrow[i] * column[i];
            wide += w->wide[i] * column[i];
        }
        double s_wide, c_wide;
        smallest = extend_estimate(false, smallest, narrow, column[rank], &s, &c);
        largest = extend_estimate(true, largest, wide, column[rank], &s_wide, &c_wide);
        if (!(largest * tolerance < smallest))
            return rank;
        for (int i = 0; i < rank; i++) {
            w->narrow[i] *= s;
            w->wide[i] *= s_wide;
        }
        w->narrow[rank] = c;
        w->wide[rank] = c_wide;
    }
    return n;
}

int least_squares_factor(struct least_squares *w, int n, const double *a) {
    w->n = n;
    memcpy(w->a, a, (size_t)n * (size_t)n * sizeof *a);
    plus_factor_with_pivots(w);
    w->rank = find_rank(w);
    if (w->rank < n)
        plus_annihilate_rest(w);
    return w->rank;
}

static void solve_triangle(const struct least_squares *w, double *y) {
    const size_t n = (size_t)w->n;
    for (size_t k = (size_t)w->rank; k-- > 0;) {
        y[k] /= w->a[k * n + k];
        for (size_t i = 0; i < k; i++)
            y[i] -= y[k] * w->a[k * n + i];
    }
}

/* y := Z^T (y, 0). */
static void spread_over_rest(const struct least_squares *w, double *y) {
    const size_t n = (size_t)w->n, rank = (size_t)w->rank;
    for (size_t k = 0; k < rank; k++) {
        double sum = y[k];
        for (size_t j = rank; j < n; j++)
            sum += w->a[j * n + k] * y[j];
        y[k] -= w->right[k] * sum;
        for (size_t j = rank; j < n; j++)
            y[j] -= w->right[k] * sum * w->a[j * n + k];
    }
}

void least_squares_solve(struct least_squares *w, const double *b, double *x) {
    const int n = w->n;
    double *y = w->rotated;
    memcpy(y, b, (size_t)n * sizeof *b);
    for (int k = 0; k < n; k++)
        plus_reflect(n, k, w->left[k], w->a + (size_t)k * (size_t)n, y);
    solve_triangle(w, y);
    for (int i = w->rank; i < n; i++)
        y[i] = 0;
    if (w->rank < n)
        spread_over_rest(w, y);
    for (int i = 0; i < n; i++)
        x[w->column[i]] = y[i];
}
