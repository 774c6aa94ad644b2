/* Products with the last rows of an inverse, with each number of rows' loops written out by
 * the compiler, for which this file is compiled with vectors and unrolling. Two sums, one
 * over the columns of r_q and one over those of r_y, do not wait for each other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/linear/last_rows.h"

static inline void multiply(const int rows, const double *restrict inverse,
                            const double *restrict b, double *restrict x) {
    const int order = 2 * rows;
    const double *of_q = inverse + rows, *of_y = of_q + rows * order;
    double from_q[fast_most_last_rows], from_y[fast_most_last_rows];
    for (int i = 0; i < rows; i++) {
        from_q[i] = of_q[i] * b[0];
        from_y[i] = of_y[i] * b[rows];
    }
    for (int j = 1; j < rows; j++)
        for (int i = 0; i < rows; i++) {
            from_q[i] += of_q[j * order + i] * b[j];
            from_y[i] += of_y[j * order + i] * b[rows + j];
        }
    for (int i = 0; i < rows; i++)
        x[i] = from_q[i] + from_y[i];
}

void fast_last_rows_multiply(int rows, const double *inverse, const double *b,
                             double *x) {
    switch (rows) {
    case 5: multiply(5, inverse, b, x); break;
    case 6: multiply(6, inverse, b, x); break;
    case 7: multiply(7, inverse, b, x); break;
    default: multiply(8, inverse, b, x); break;
    }
}
