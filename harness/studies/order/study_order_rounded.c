/* Whether rounding keeps the constant of the global error from being known. The extrapolation to
 * h = 0 from h_0, h_1, ... is sum_k w_k e(h_k)/h_k with w_k = prod_{m != k} h_m/(h_m - h_k), so
 * that errors of size d_k in e(h_k) change it by sum_k |w_k| d_k/h_k at most.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include <math.h>

/* A component's constant is known where rounding changes it by less than this part of it. */
static const double known_part = 1e-3;

static double weight(const struct order_ladder *l, int first, int last, int k) {
    double w = 1;
    for (int m = first; m <= last; m++) {
        if (m != k)
            w *= order_step(l, m) / (order_step(l, m) - order_step(l, k));
    }
    return w;
}

/* What rounding may make of the constant of component i. */
static double rounding(const struct order_ladder *l, int first, int last, int i) {
    double sum = 0;
    for (int k = first; k <= last; k++)
        sum += fabs(weight(l, first, last, k)) * order_rounded_floor(l, k, i) /
               order_step(l, k);
    return sum;
}

/* Squares over the four times, in the norm. */
struct squares {
    double size, difference, rounding;
};

static struct squares of_component(const struct order_ladder *l, int first, int last,
                                   int i) {
    struct squares s = {
        .rounding = ORDER_TIMES * pow(rounding(l, first, last, i) / order_size(l, i), 2)};
    for (int j = 0; j < ORDER_TIMES; j++) {
        const double predicted = l->truth->leading[j * l->truth->nx + i];
        const double measured = order_constant(l, first, last, j, i);
        s.size += pow(predicted / order_size(l, i), 2);
        s.difference += pow((measured - predicted) / order_size(l, i), 2);
    }
    return s;
}

bool order_constant_is_rounded(const struct order_ladder *l,
                               const struct ladder_order *order, double tolerance,
                               double *known) {
    const int first = order_constant_first(order->first, order->last);
    struct squares all = {.size = 0}, clear = {.size = 0};
    for (int i = 0; i < l->truth->nx; i++) {
        const struct squares s = of_component(l, first, order->last, i);
        all.difference += s.difference;
        all.rounding += s.rounding;
        if (s.rounding > known_part * known_part * s.size)
            continue;
        clear.size += s.size;
        clear.difference += s.difference;
    }
    *known = clear.size > 0 ? sqrt(clear.difference / clear.size) : INFINITY;
    return l->unit >= ROUNDOFF_UNIT && all.difference <= all.rounding &&
           *known <= tolerance;
}
