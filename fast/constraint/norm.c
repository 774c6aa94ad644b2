/* Norms of constraint errors (Simbody 3.7: root mean square over rows, or the
 * largest), and a product with a transposed matrix.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/constraint/constraint_parts.h"

double constraint_norm(const constraint *c, int n, const double *weight,
                       const double *e) {
    double sum = 0, largest = 0;
    for (int i = 0; i < n; i++) {
        const double size = fabs(weight[i] * e[i]);
        largest = size > largest ? size : largest;
        sum += size * size;
    }
    if (n == 0)
        return 0;
    if (n == 1)
        return fabs(weight[0] * e[0]);
    if (c->norm == PROJECTED_INFINITY)
        return isnan(sum) ? sum : largest;
    return sqrt(sum / n);
}

int constraint_worst(int n, const double *weight, const double *e) {
    int worst = n > 0 ? 0 : -1;
    for (int i = 0; i < n; i++) {
        if (isnan(e[i]))
            return i;
        if (fabs(weight[i] * e[i]) > fabs(weight[worst] * e[worst]))
            worst = i;
    }
    return worst;
}

void constraint_multiply_transposed(int rows, int columns,
                                    const struct fast_pattern *pattern,
                                    const double *values, const double *x, double *y) {
    for (int j = 0; j < columns; j++) {
        double sum = 0;
        if (pattern == NULL)
            for (int i = 0; i < rows; i++)
                sum += *values++ * x[i];
        else
            for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
                sum += *values++ * x[pattern->row[e]];
        y[j] = sum;
    }
}
