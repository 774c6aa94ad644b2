/* Solutions from dense LU factors of orders 1 to 4, written out: the same operations
 * on each entry in the same order as in dense.c, so the same bits. They are defined
 * here to become part of the iterations for such orders, where a vector need not go
 * through memory: not even where it is permuted, if no rows, or of two both, are exchanged.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_DENSE_SMALL_H
#define FAST_DENSE_SMALL_H

#include <stdbool.h>

static inline void fast_dense_solve_1(const double *lu, const int *permutation,
                                      const double *b, double *x) {
    (void)permutation;
    x[0] = b[0] / lu[0];
}

static inline void fast_dense_solve_2(const double *lu, const int *permutation,
                                      const double *b, double *x) {
    const bool exchanged = permutation[0] != 0;
    double x0 = b[0], x1 = b[1];
    if (exchanged)
        x0 = b[1], x1 = b[0];
    x1 -= lu[1] * x0;
    x1 /= lu[3];
    x0 -= lu[2] * x1;
    x0 /= lu[0];
    x[0] = x0, x[1] = x1;
}

static inline void fast_dense_solve_3(const double *lu, const int *permutation,
                                      const double *b, double *x) {
    double x0 = b[0], x1 = b[1], x2 = b[2];
    if (permutation[0] != 0 || permutation[1] != 1)
        x0 = b[permutation[0]], x1 = b[permutation[1]], x2 = b[permutation[2]];
    x1 -= lu[1] * x0;
    x2 -= lu[2] * x0;
    x2 -= lu[5] * x1;
    x2 /= lu[8];
    x0 -= lu[6] * x2;
    x1 -= lu[7] * x2;
    x1 /= lu[4];
    x0 -= lu[3] * x1;
    x0 /= lu[0];
    x[0] = x0, x[1] = x1, x[2] = x2;
}

static inline void fast_dense_solve_4(const double *lu, const int *permutation,
                                      const double *b, double *x) {
    double x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
    if (permutation[0] != 0 || permutation[1] != 1 || permutation[2] != 2) {
        x0 = b[permutation[0]], x1 = b[permutation[1]];
        x2 = b[permutation[2]], x3 = b[permutation[3]];
    }
    x1 -= lu[1] * x0;
    x2 -= lu[2] * x0;
    x3 -= lu[3] * x0;
    x2 -= lu[6] * x1;
    x3 -= lu[7] * x1;
    x3 -= lu[11] * x2;
    x3 /= lu[15];
    x0 -= lu[12] * x3;
    x1 -= lu[13] * x3;
    x2 -= lu[14] * x3;
    x2 /= lu[10];
    x0 -= lu[8] * x2;
    x1 -= lu[9] * x2;
    x1 /= lu[5];
    x0 -= lu[4] * x1;
    x0 /= lu[0];
    x[0] = x0, x[1] = x1, x[2] = x2, x[3] = x3;
}

/* dense_small.c: the factors. False: singular. */
bool fast_dense_factor_1(double *a, int *permutation);
bool fast_dense_factor_2(double *a, int *permutation);
bool fast_dense_factor_3(double *a, int *permutation);
bool fast_dense_factor_4(double *a, int *permutation);

#endif
