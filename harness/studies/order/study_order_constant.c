/* The constant of the global error: e(h)/h extrapolated to h = 0 by Neville's scheme
 * (J. Stoer, R. Bulirsch, Introduction to Numerical Analysis, 3rd edition, 2.1.2), compared
 * with the solution of the variational equation.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include <math.h>

/* Levels used, the finest ones: more would multiply round-off more than they help. */
enum { MOST_NODES = 7 };

/* value[] := the polynomial through (h[k], value[k]) at 0, in value[0]. */
static double extrapolate(int n, const double *h, double *value) {
    for (int width = 1; width < n; width++) {
        for (int k = 0; k + width < n; k++)
            value[k] =
                (h[k] * value[k + 1] - h[k + width] * value[k]) / (h[k] - h[k + width]);
    }
    return value[0];
}

/* The constant of component i at time j from the levels first .. last. */
static double measure(const struct order_ladder *l, int first, int last, int j, int i) {
    double h[MOST_NODES], value[MOST_NODES];
    int n = last - first + 1;
    for (int k = 0; k < n; k++) {
        h[k] = order_step(l, first + k);
        value[k] = order_error(l, first + k, j, i) / h[k];
    }
    return extrapolate(n, h, value);
}

int order_constant_first(int first, int last) {
    return last - first + 1 > MOST_NODES ? last + 1 - MOST_NODES : first;
}

double order_constant(const struct order_ladder *l, int first, int last,
                      double *uncertainty) {
    const struct order_truth *o = l->truth;
    double difference = 0, spread = 0, size = 0;
    first = order_constant_first(first, last);
    for (int j = 0; j < ORDER_TIMES; j++) {
        for (int i = 0; i < o->nx; i++) {
            double predicted = o->leading[j * o->nx + i];
            double measured = measure(l, first, last, j, i);
            double poorer = measure(l, first + 1, last, j, i);
            difference += pow((measured - predicted) / order_size(l, i), 2);
            spread += pow((measured - poorer) / order_size(l, i), 2);
            size += pow(predicted / order_size(l, i), 2);
        }
    }
    *uncertainty = sqrt(spread / size);
    return sqrt(difference / size);
}
