/* Over which part of the span an order is measured.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/studies/order/study_order.h"

bool order_shows_range(const struct order_ladder *l) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    if (order_is_exact(l, -1))
        return true;
    const struct ladder_order order = order_of_norm(l, point);
    return order.found && (l->law->order == 0 ||
                           fabs(order.fit.exponent - l->law->order) <= l->tolerance);
}

static int find_truth(struct order_horizons *all, int k, const struct study *s,
                      struct diagnostic *d) {
    if (all->is_known[k])
        return 0;
    const int halvings = k > 0 && all->is_known[k - 1]
                             ? order_more_halvings(&all->truth[k - 1])
                             : ORDER_HALVINGS * k;
    if (order_truth_init(&all->truth[k], s->model, s->truths, halvings, d)) {
        order_truth_clear(&all->truth[k]);
        return -1;
    }
    all->is_known[k] = true;
    return 0;
}

int order_find_horizon(struct order_horizons *all, int first, int last,
                       order_measure *measure, const struct study *s,
                       const struct order_law *law, struct order_truth **o,
                       struct order_ladder *l, struct diagnostic *d) {
    for (int k = first;; k++) {
        *o = &all->truth[k];
        if (find_truth(all, k, s, d))
            return -1;
        (*o)->shortened = k > first;
        order_variation_clear(*o);
        if (measure(l, *o, law, s, d))
            return -1;
        if (k >= last || order_shows_range(l))
            return 0;
        order_ladder_clear(l);
    }
}

void order_horizons_clear(struct order_horizons *all) {
    for (int k = 0; k < ORDER_HORIZONS; k++)
        if (all->is_known[k])
            order_truth_clear(&all->truth[k]);
}
