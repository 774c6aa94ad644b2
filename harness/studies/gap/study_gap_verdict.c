/* When a slope passes: at each point it is the order expected, to 0.001 (ladder_judge); what is
 * predicted to vanish does; and a power lower than the method's fails. What cannot be judged
 * passes, unless there is nothing else.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/studies/gap/study_gap.h"

enum verdict gap_judge_slope(const struct gap_slope *s) {
    switch (s->state) {
    case GAP_SLOPE_NOT_ZERO:
    case GAP_SLOPE_TOO_LOW: return VERDICT_FAIL;
    case GAP_SLOPE_FITTED:
        return ladder_judge(&s->order, s->expected, GAP_SLOPE_TOLERANCE);
    default: return VERDICT_PASS;
    }
}

bool gap_has_order(const struct gap_slope *s, int order) {
    return s->state == GAP_SLOPE_FITTED && s->expected == order && s->order.fitted;
}

void gap_judge_slopes(struct result *r, const struct gap_slope *slope, int points,
                      int order, int furthest) {
    bool judged = false;
    r->verdict = VERDICT_PASS;
    if (furthest >= 0)
        r->value = slope[furthest].order.fit.exponent;
    for (int k = 0; k < points; k++) {
        const struct gap_slope *s = &slope[k];
        r->verdict = verdict_worse(r->verdict, gap_judge_slope(s));
        judged = judged || s->state == GAP_SLOPE_FITTED || s->state == GAP_SLOPE_VANISHES;
        if (!gap_has_order(s, order))
            continue;
        r->low = fmin(s->order.low, r->low); /* of a number and NaN: the number */
        r->high = fmax(s->order.high, r->high);
    }
    if (!judged)
        r->verdict = verdict_worse(r->verdict, VERDICT_NOT_ASYMPTOTIC);
}
