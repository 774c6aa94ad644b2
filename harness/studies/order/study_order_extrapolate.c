/* e(h)/h extrapolated to h = 0 by Neville's scheme (J. Stoer, R. Bulirsch, Introduction to
 * Numerical Analysis, 3rd edition, 2.1.2): the constant of the global error.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

int order_constant_first(int first, int last) {
    return last - first + 1 > ORDER_MOST_NODES ? last + 1 - ORDER_MOST_NODES : first;
}

/* value[] := the polynomial through (h[k], value[k]) at 0, in value[0]. */
static double extrapolate(int n, const double *h, double *value) {
    for (int width = 1; width < n; width++) {
        for (int k = 0; k + width < n; k++)
            value[k] =
                (h[k] * value[k + 1] - h[k + width] * value[k]) / (h[k] - h[k + width]);
    }
    return value[0];
}

double order_constant(const struct order_ladder *l, int first, int last, int j, int i) {
    double h[ORDER_MOST_NODES], value[ORDER_MOST_NODES];
    int n = last - first + 1;
    for (int k = 0; k < n; k++) {
        h[k] = order_step(l, first + k);
        value[k] = order_error(l, first + k, j, i) / h[k];
    }
    return extrapolate(n, h, value);
}
