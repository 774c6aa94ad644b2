/* QR factorisation with column pivoting by partial norms, and what makes a trapezoid of it a
 * triangle, both by Householder's reflections (Golub, Van Loan: Matrix Computations, sections
 * 5.4.2, 5.4.3; the norms' downdating: Z. Drmac, Z. Bujanovic, ACM TOMS 35 (2008) 12), in the
 * order of operations of LAPACK without blocks.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>

#include "fast/contact/plus/plus_least_squares.h"

/* sqrt(2^-53): a partial norm downdated to less than this part of itself is formed anew. */
static const double DOWNDATE_LIMIT = 0x1p-26 * 0.70710678118654752440;

/* In more digits than double where there are any, so that equal columns in another order of
 * rows tie, and the first of them is the pivot. */
static double form_norm(int n, const double *x, size_t stride) {
    long double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (long double)x[(size_t)i * stride] * (long double)x[(size_t)i * stride];
    return (double)sqrtl(sum);
}

/* H = I - tau (1, v) (1, v)^T takes (*alpha, x) to (beta, 0): x becomes v, *alpha beta. */
static double form_reflection(int n, double *alpha, double *x, size_t stride) {
    const double norm = form_norm(n, x, stride);
    if (norm == 0)
        return 0;
    const double beta = -copysign(hypot(*alpha, norm), *alpha);
    const double tau = (beta - *alpha) / beta, scale = 1 / (*alpha - beta);
    for (int i = 0; i < n; i++)
        x[(size_t)i * stride] *= scale;
    *alpha = beta;
    return tau;
}

static void choose_pivot(struct least_squares *w, int k) {
    const size_t n = (size_t)w->n;
    int pivot = k;
    for (int j = k + 1; j < w->n; j++)
        if (w->partial[j] > w->partial[pivot])
            pivot = j;
    if (pivot == k)
        return;
    double *p = w->a + (size_t)pivot * n, *q = w->a + (size_t)k * n;
    for (size_t i = 0; i < n; i++) {
        double entry = p[i];
        p[i] = q[i];
        q[i] = entry;
    }
    int column = w->column[pivot];
    w->column[pivot] = w->column[k];
    w->column[k] = column;
    w->partial[pivot] = w->partial[k];
    w->full[pivot] = w->full[k];
}

void plus_reflect(int n, int k, double tau, const double *v, double *y) {
    double sum = y[k];
    for (int i = k + 1; i < n; i++)
        sum += v[i] * y[i];
    y[k] -= tau * sum;
    for (int i = k + 1; i < n; i++)
        y[i] -= tau * sum * v[i];
}

/* The same of a, b, c and d side by side: no sum waits for another's addition. */
static void reflect_four(int n, int k, double tau, const double *restrict v,
                         double *restrict a, double *restrict b, double *restrict c,
                         double *restrict d) {
    double of_a = a[k], of_b = b[k], of_c = c[k], of_d = d[k];
    for (int i = k + 1; i < n; i++) {
        of_a += v[i] * a[i];
        of_b += v[i] * b[i];
        of_c += v[i] * c[i];
        of_d += v[i] * d[i];
    }
    of_a *= tau, of_b *= tau, of_c *= tau, of_d *= tau;
    a[k] -= of_a, b[k] -= of_b, c[k] -= of_c, d[k] -= of_d;
    for (int i = k + 1; i < n; i++) {
        a[i] -= of_a * v[i];
        b[i] -= of_b * v[i];
        c[i] -= of_c * v[i];
        d[i] -= of_d * v[i];
    }
}

/* The columns after k, by its reflection. */
static void reflect_rest(struct least_squares *w, int k) {
    const int n = w->n;
    const double *v = w->a + (size_t)k * (size_t)n;
    double *y = w->a + (size_t)(k + 1) * (size_t)n;
    int left = n - k - 1;
    for (; left >= 4; left -= 4, y += 4 * n)
        reflect_four(n, k, w->left[k], v, y, y + n, y + 2 * n, y + 3 * n);
    for (; left > 0; left--, y += n)
        plus_reflect(n, k, w->left[k], v, y);
}

/* The norm of column j from row k + 1 on, from that from row k on. */
static void downdate_norm(struct least_squares *w, int k, int j) {
    if (w->partial[j] == 0)
        return;
    const double *column = w->a + (size_t)j * (size_t)w->n;
    const double ratio = fabs(column[k]) / w->partial[j];
    const double left = fmax(1 - ratio * ratio, 0);
    const double since = w->partial[j] / w->full[j];
    if (left * since * since <= DOWNDATE_LIMIT)
        w->partial[j] = w->full[j] = form_norm(w->n - k - 1, column + k + 1, 1);
    else
        w->partial[j] *= sqrt(left);
}

void plus_factor_with_pivots(struct least_squares *w) {
    const int n = w->n;
    for (int j = 0; j < n; j++) {
        w->column[j] = j;
        w->partial[j] = w->full[j] = form_norm(n, w->a + (size_t)j * (size_t)n, 1);
    }
    for (int k = 0; k < n; k++) {
        choose_pivot(w, k);
        double *v = w->a + (size_t)k * (size_t)n;
        w->left[k] = form_reflection(n - k - 1, v + k, v + k + 1, 1);
        reflect_rest(w, k);
        for (int j = k + 1; j < n; j++)
            downdate_norm(w, k, j);
    }
}

/* [R11 R12] Z^T = [T 0] by reflections of row k with the columns from the rank on. */
void plus_annihilate_rest(struct least_squares *w) {
    const size_t n = (size_t)w->n, rank = (size_t)w->rank;
    for (size_t k = rank; k-- > 0;) {
        double *row = w->a + rank * n + k;
        w->right[k] = form_reflection((int)(n - rank), w->a + k * n + k, row, n);
        for (size_t i = 0; i < k; i++) {
            double sum = w->a[k * n + i];
            for (size_t j = rank; j < n; j++)
                sum += w->a[j * n + i] * w->a[j * n + k];
            w->a[k * n + i] -= w->right[k] * sum;
            for (size_t j = rank; j < n; j++)
                w->a[j * n + i] -= w->right[k] * sum * w->a[j * n + k];
        }
    }
}
