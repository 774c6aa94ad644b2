/* What keeps an order from being judged, or from being a failure.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

/* In double, errors of higher order than one may fall to rounding before they are asymptotic;
 * and redundant joints whose constants are rounded to double may contradict each other, so that
 * no projection comes to its end in more digits. A start that is rounded to double is off its
 * joints, and the projected method's errors do not fall below what that makes. */
bool order_is_out_of_reach(const struct order_ladder *l, enum verdict verdict,
                           const struct ladder_point *point) {
    bool is_subject = l->unit >= ROUNDOFF_UNIT;
    bool is_shifted = l->shift > 0 && point[l->levels - 1].use == LADDER_FLOOR;
    return verdict == VERDICT_NOT_ASYMPTOTIC &&
           ((is_subject && l->law->order > 1) ||
            (!is_subject && l->law->projects && (l->why.text[0] != '\0' || is_shifted)));
}

/* An order that is too low where the reference has no higher one is no failure of the method. A
 * single component's may be lower than the norm's. */
static bool is_lowered(const struct order_ladder *l, int i,
                       const struct ladder_order *order) {
    const bool falls_behind = i < 0 && order->high < l->least - l->tolerance;
    return l->lowered && !falls_behind && order->fit.exponent < l->law->order;
}

static const char lowered[] =
    "; undecided, because a kink of the model lowers the order of exact steps, too, over "
    "every horizon: one that starts away from it is needed to decide";

static const char lonely[] =
    "; undecided, because at no other of the times the errors say the same";

/* Among the times and ranges of many components one is straight at a wrong exponent by chance. A
 * wrong method's are wrong at other times, too: whether there is one at which this order fails
 * on the same side. */
static bool is_confirmed(const struct order_ladder *l, int i, int time,
                         const struct ladder_order *order) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    const double expected = l->law->order;
    for (int j = 0; j < ORDER_TIMES; j++) {
        const struct ladder_order other = order_of_component(l, i, j, point);
        if (j != time && ladder_judge(&other, expected, l->tolerance) == VERDICT_FAIL &&
            (other.fit.exponent < expected) == (order->fit.exponent < expected))
            return true;
    }
    return false;
}

const char *order_excuse(const struct order_ladder *l, int i, int time,
                         const struct ladder_order *order) {
    if (is_lowered(l, i, order))
        return lowered;
    return i < 0 || is_confirmed(l, i, time, order) ? NULL : lonely;
}
