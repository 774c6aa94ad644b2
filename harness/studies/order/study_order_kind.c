/* What a component's errors are judged by, and whether a ladder leaves anything undecided.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include <math.h>

#include "problems/model.h"

/* A leading coefficient that is smaller than the largest one by this is zero: the variational
 * equation is solved to 12 digits. */
static const double vanishing_part = 1e-10;

/* Whether the variational equation predicts no term of first order for component i at time
 * j: its errors then have another order, which nothing here predicts. */
static bool lacks_leading_term(const struct order_ladder *l, int i, int j) {
    const struct order_truth *o = l->truth;
    double largest = 0;
    if (o->leading == NULL)
        return false;
    for (int k = 0; k < o->nx; k++)
        largest = fmax(largest, fabs(o->leading[j * o->nx + k]));
    return fabs(o->leading[j * o->nx + i]) <= vanishing_part * largest;
}

/* An order above the expected one, of errors that fall faster than those of the whole by this: the
 * component's leading coefficient is zero on this problem, which only makes it better. */
static const double superconvergence = 0.5;

static bool is_superconvergent(const struct order_ladder *l,
                               const struct ladder_order *order,
                               const struct ladder_order *whole) {
    return order->found && order->low > l->law->order + l->tolerance && whole->fitted &&
           whole->high < order->low - superconvergence;
}

/* An order that is not the expected one, of errors that are as large as the component: they end
 * there. */
static bool is_lost(const struct order_ladder *l, const struct ladder_order *order,
                    const struct ladder_point *point, int i) {
    return order->found &&
           verdict_two_sided(true, order->low, order->high, l->law->order,
                             l->tolerance) == VERDICT_FAIL &&
           fabs(point[order->last].error) > order_lost * l->truth->scale[i];
}

enum order_kind order_kind(const struct order_ladder *l, int i,
                           const struct ladder_order *whole) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    int j = order_best_time(l, i);
    if (order_is_exact(l, i) && (whole->found || !order_may_be_hidden(l)))
        return ORDER_EXACT;
    if (model_has_kinks(l->truth->model) && order_exact_from(l, i) < l->levels)
        return ORDER_EXACT_FROM;
    if (lacks_leading_term(l, i, j))
        return ORDER_WITHOUT_TERM;
    struct ladder_order order = order_of_component(l, i, j, point);
    if (is_superconvergent(l, &order, whole))
        return ORDER_SUPERCONVERGENT;
    return is_lost(l, &order, point, i) ? ORDER_AS_LARGE : ORDER_JUDGED;
}

static bool is_undecided(const struct order_ladder *l, const struct ladder_order *order) {
    return ladder_judge(order, l->law->order, l->tolerance) == VERDICT_NOT_ASYMPTOTIC;
}

bool order_is_open(const struct order_ladder *l) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    const struct ladder_order whole = order_of_norm(l, point);
    bool open = !order_is_exact(l, -1) && is_undecided(l, &whole);
    for (int i = 0; i < l->truth->nx && !open; i++) {
        const struct ladder_order order =
            order_of_component(l, i, order_best_time(l, i), point);
        open = is_undecided(l, &order) && order_kind(l, i, &whole) == ORDER_JUDGED;
    }
    return open;
}
