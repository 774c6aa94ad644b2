/* L D L^T = S row by row (Davis: Algorithm 849, LDL, 2005): row k of L solves a
 * triangular system with the rows before it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/constraint/sparse_factor.h"

int sparse_factor_find(const struct sparse_factor *factor, int i, int j) {
    int k = factor->place[i], l = factor->place[j];
    if (k < l) {
        const int row = k;
        k = l;
        l = row;
    }
    int e = factor->first[k];
    while (factor->column[e] != l)
        e++;
    return e;
}

double sparse_factor_operations(const struct sparse_factor *factor) {
    double operations = 0;
    for (int j = 0; j < factor->n; j++) {
        const double length = factor->start[j + 1] - factor->start[j];
        operations += length * (length + 3);
    }
    return operations;
}

/* Row k of L, and what is left of the diagonal. */
static double form_row(struct sparse_factor *factor, int k, const double *entries,
                       const double *inverse) {
    double *y = factor->work, *values = factor->values;
    for (int e = factor->first[k]; e < factor->first[k + 1]; e++)
        y[factor->column[e]] = entries[e];
    double pivot = y[k];
    y[k] = 0;
    for (int e = factor->begin[k]; e < factor->begin[k + 1]; e++) {
        const int j = factor->across[e], end = factor->filled[j];
        const double yj = y[j], entry = yj * inverse[j];
        y[j] = 0;
        for (int i = factor->start[j]; i < end; i++)
            y[factor->row[i]] -= values[i] * yj;
        pivot -= entry * yj;
        values[end] = entry;
        factor->filled[j] = end + 1;
    }
    return pivot;
}

bool sparse_factor_form(struct sparse_factor *factor, const double *entries,
                        const double *scale, double tolerance, bool leaving_out,
                        bool *left_out, double *inverses) {
    for (int k = 0; k < factor->n; k++) {
        factor->filled[k] = factor->start[k];
        factor->work[k] = 0;
    }
    for (int k = 0; k < factor->n; k++) {
        double pivot = form_row(factor, k, entries, inverses);
        if (!isfinite(pivot))
            return false;
        const bool is_small = left_out[k] || !(pivot > tolerance * scale[k]);
        if (is_small && !leaving_out)
            return false;
        left_out[k] = is_small;
        inverses[k] = is_small ? 0 : 1 / pivot;
    }
    return true;
}

void sparse_factor_solve(const struct sparse_factor *factor, const double *inverses,
                         const double *b, double *x) {
    const int n = factor->n, *start = factor->start, *row = factor->row;
    const double *values = factor->values;
    double *y = factor->work;
    for (int j = 0; j < n; j++)
        y[factor->place[j]] = b[j];
    for (int j = 0; j < n; j++)
        for (int e = start[j]; e < start[j + 1]; e++)
            y[row[e]] -= values[e] * y[j];
    for (int j = n - 1; j >= 0; j--) {
        y[j] *= inverses[j];
        for (int e = start[j]; e < start[j + 1]; e++)
            y[j] -= values[e] * y[row[e]];
    }
    for (int j = 0; j < n; j++)
        x[j] = y[factor->place[j]];
}
