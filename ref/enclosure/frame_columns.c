/* A frame whose axes are the images of the last one's: nothing is wrapped, only what a step adds
 * is put into coordinates that are no right angles, where it grows by the condition of the
 * frame. So it serves as long as that is small.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "ref/enclosure/enclosure.h"

/* The largest |M| |M^-1|, row sums, of a frame that is kept. */
static const double most_condition = 256;

static double row_norm(const double *m, int n) {
    double largest = 0;
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += fabs(m[i * n + j]);
        largest = isfinite(sum) ? fmax(largest, sum) : INFINITY;
    }
    return largest;
}

/* False: a column without a size. */
static bool scale_columns(double *m, int n) {
    for (int j = 0; j < n; j++) {
        double largest = 0;
        int exponent;
        for (int i = 0; i < n; i++)
            largest = fmax(largest, fabs(m[i * n + j]));
        if (!(largest > 0) || !isfinite(largest))
            return false;
        frexp(largest, &exponent);
        for (int i = 0; i < n; i++)
            m[i * n + j] = ldexp(m[i * n + j], -exponent);
    }
    return true;
}

/* Row i of both matrices := row i - factor row k. */
static void subtract_row(double *a, double *b, int i, int k, double factor, int n) {
    for (int j = 0; j < n; j++) {
        a[i * n + j] -= factor * a[k * n + j];
        b[i * n + j] -= factor * b[k * n + j];
    }
}

static void exchange_rows(double *a, int i, int k, int n) {
    for (int j = 0; j < n; j++) {
        const double kept = a[i * n + j];
        a[i * n + j] = a[k * n + j];
        a[k * n + j] = kept;
    }
}

/* Gauss-Jordan's elimination, the largest pivot of each column: a becomes I, and I inverse. */
static bool invert(double *a, double *inverse, int n) {
    for (int i = 0; i < n * n; i++)
        inverse[i] = i % (n + 1) == 0;
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[pivot * n + k]))
                pivot = i;
        if (!(fabs(a[pivot * n + k]) > 0))
            return false;
        exchange_rows(a, pivot, k, n);
        exchange_rows(inverse, pivot, k, n);
        for (int i = 0; i < n; i++)
            if (i != k)
                subtract_row(a, inverse, i, k, a[i * n + k] / a[k * n + k], n);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            inverse[i * n + j] /= a[i * n + i];
    return true;
}

bool enclosure_frame_columns(double *m, double *inverse, double *scratch, int n) {
    if (!scale_columns(m, n))
        return false;
    memcpy(scratch, m, (size_t)(n * n) * sizeof *scratch);
    return invert(scratch, inverse, n) &&
           row_norm(m, n) * row_norm(inverse, n) <= most_condition;
}
