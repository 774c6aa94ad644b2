/* The order that the exponent of a rule of error control is one over, against that of the estimate
 * (Hairer, Norsett, Wanner, Solving ODEs I, II.4, equation (4.12)).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/studies/common/study_traits.h"
#include "harness/studies/control/study_control_watch.h"

/* What is no whole number to within this is nobody's order. */
static const double whole = 0.1;

/* Of a method with memory the fingerprint tells the estimate of the first step alone. */
double control_estimate_order(const struct study *s, const struct control_watch *w) {
    return control_remembers(s, w) ? NAN : study_traits(s).estimate_order;
}

enum control_order control_order_of(double order, double estimate_order) {
    if (!isfinite(order) || !isfinite(estimate_order) ||
        fabs(order - round(order)) >= whole)
        return CONTROL_ORDER_UNKNOWN;
    const double above = order - estimate_order;
    return fabs(above) < whole       ? CONTROL_ORDER_RIGHT
           : fabs(above - 1) < whole ? CONTROL_ORDER_CAREFUL
                                     : CONTROL_ORDER_WRONG;
}

int control_judge_order(const struct study *s, struct control_watch *w) {
    static const enum verdict verdicts[] = {
        [CONTROL_ORDER_UNKNOWN] = VERDICT_NOT_ASYMPTOTIC,
        [CONTROL_ORDER_RIGHT] = VERDICT_PASS,
        [CONTROL_ORDER_CAREFUL] = VERDICT_NOT_ASYMPTOTIC,
        [CONTROL_ORDER_WRONG] = VERDICT_FAIL,
    };
    struct result r = control_result(s, "control-order");
    r.expected = control_estimate_order(s, w);
    r.tolerance = whole;
    r.value = r.low = r.high = w->law.terms == 1 ? 1 / w->law.exponent : NAN;
    const enum control_order kind = control_order_of(r.value, r.expected);
    r.required = kind == CONTROL_ORDER_RIGHT || kind == CONTROL_ORDER_WRONG;
    r.verdict = verdicts[kind];
    return result_append(
        w->results, s, &r, "%s%s",
        w->law.terms > 1 ? "the rule goes by more than one error: it has no single order"
        : w->law.terms == 0 ? "no rule was identified"
                            : "the next step's size follows the error estimate to the "
                              "power -1 over this; right is the order of the estimate",
        kind != CONTROL_ORDER_CAREFUL
            ? ""
            : ", and this is one more: no fault by itself, but slower than it need be");
}
