/* Solutions of order 16, two panels, with all loops written out: what is left is the wait for
 * one quotient after the other. The operations of dense.c in their order, but no vectors: the
 * load of two numbers that have been stored one by one waits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/linear/dense.h"
#include "fast/linear/dense_panel.h"

enum { panel = fast_panel, order = 2 * fast_panel };

/* x[panel] -= the columns' sum with these factors. */
static inline void subtract_columns(const double *column, const double *factor,
                                    double *x) {
    for (int i = 0; i < panel; i++) {
        double sum = column[i] * factor[0];
        for (int k = 1; k < panel; k++)
            sum += column[k * order + i] * factor[k];
        x[i] -= sum;
    }
}

void fast_dense_solve_16(const double *factors, const int *permutation, const double *b,
                         double *x) {
    const double *right = factors + panel * order;
    double upper[panel], lower[panel];
    for (int i = 0; i < panel; i++) {
        upper[i] = b[permutation[i]];
        lower[i] = b[permutation[panel + i]];
    }
    fast_solve_lower_panel(panel, order, factors, upper);
    subtract_columns(factors + panel, upper, lower);
    fast_solve_lower_panel(panel, order, right + panel, lower);
    fast_solve_upper_panel(panel, order, right + panel, lower);
    subtract_columns(right, lower, upper);
    fast_solve_upper_panel(panel, order, factors, upper);
    for (int i = 0; i < panel; i++) {
        x[i] = upper[i];
        x[panel + i] = lower[i];
    }
}
