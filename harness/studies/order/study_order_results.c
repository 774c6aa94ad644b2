/* The results about one ladder: the order of the norm and of each component.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include <math.h>
#include <stdio.h>

#include "harness/studies/common/ladder_rows.h"
#include "problems/model.h"

/* Room for a sentence that quotes the integrator's. */
enum { RANGE_LENGTH = sizeof(struct diagnostic) + 256 };

/* A sentence on where the order was looked for and found. */
static void tell_range(char *text, size_t size, const struct order_ladder *l,
                       const struct ladder_order *order,
                       const struct ladder_point *point) {
    const struct order_truth *o = l->truth;
    int used = 0;
    for (int k = 0; k < l->levels; k++)
        used += point[k].use == LADDER_USED;
    if (!order->fitted)
        snprintf(text, size,
                 "no order can be fitted: fewer than six steps give a usable "
                 "error%s%s",
                 l->why.text[0] ? "; the integrator said: " : "", l->why.text);
    else
        snprintf(
            text, size,
            "%s over h = %.3g .. %.3g (%d of %d steps, %d corrections), t = %g .. %g",
            order->found ? "asymptotic" : "no asymptotic range; the narrowest fit is",
            point[order->first].h, point[order->last].h, used, l->levels,
            order->fit.corrections, o->begin, o->begin + o->horizon);
}

static const char *explain(enum verdict verdict, const struct order_ladder *l,
                           const struct ladder_order *order,
                           const struct ladder_point *point) {
    if (verdict == VERDICT_PASS)
        return "";
    if (verdict == VERDICT_NOT_ASYMPTOTIC && point[l->levels - 1].use == LADDER_FLOOR)
        return "; finer steps are rounding, and longer ones before the range: it takes "
               "more "
               "digits to decide";
    if (verdict == VERDICT_NOT_ASYMPTOTIC)
        return "; finer steps or a shorter span are needed to decide";
    return order->fit.exponent < l->law->order
               ? "; the errors fall too slowly: look at what a step neglects"
               : "; the errors fall too fast: this is another method";
}

/* An order with its points; the verdict is still to be found. */
static struct result begin_order(const struct order_ladder *l, const char *component,
                                 const struct ladder_order *order,
                                 const struct ladder_point *point) {
    struct result r = order_begin_result(l, l->order_name);
    r.component = component;
    r.required = r.required && component == NULL;
    r.floor = point[l->levels - 1].floor;
    ladder_tell(&r, l->levels, point, LADDER_REASONS);
    ladder_take(&r, order);
    return r;
}

/* The order of component i, taken at one of the times; i < 0: of the norm at all of them. */
static int append_order(const struct order_ladder *l, const struct study *s,
                        struct results *results, int i, int time,
                        const struct ladder_order *order,
                        const struct ladder_point *point) {
    const struct order_truth *o = l->truth;
    char range[RANGE_LENGTH], where[64] = "";
    struct result r = begin_order(l, i < 0 ? NULL : o->model->state[i], order, point);
    r.verdict = ladder_judge(order, r.expected, r.tolerance);
    tell_range(range, sizeof range, l, order, point);
    if (i >= 0)
        snprintf(where, sizeof where, ", taken at t = %g",
                 o->begin + o->horizon * (time + 1) / ORDER_TIMES);
    const char *excuse =
        r.verdict == VERDICT_FAIL ? order_excuse(l, i, time, order) : NULL;
    if (excuse != NULL) {
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
        r.required = false;
        return result_append(results, s, &r, "%s%s%s", range, where, excuse);
    }
    r.required = r.required && !order_is_out_of_reach(l, r.verdict, point);
    return result_append(results, s, &r, "%s%s%s", range, where,
                         explain(r.verdict, l, order, point));
}

/* Rounding is all there is, from a step on: there is no order to fit. */
static int append_exact(const struct order_ladder *l, const struct study *s,
                        struct results *results, const char *component, int from,
                        const struct ladder_point *point) {
    struct result r = order_begin_result(l, l->order_name);
    r.component = component;
    r.expected = NAN;
    r.verdict = VERDICT_PASS;
    ladder_tell(&r, l->levels, point, LADDER_REASONS);
    if (from == 0)
        return result_append(results, s, &r,
                             "the method is exact here%s: all errors are round-off",
                             l->truth->leading != NULL ? ", as predicted" : "");
    return result_append(
        results, s, &r,
        "the method is exact here from h = %.3g on: all errors are round-off, and longer "
        "steps meet a kink that the motion has not reached",
        order_step(l, from));
}

/* The order of a component that is told and not judged. */
static int append_unjudged(const struct order_ladder *l, const struct study *s,
                           struct results *results, const char *component,
                           const struct ladder_order *order,
                           const struct ladder_point *point, double expected,
                           const char *why) {
    struct result r = begin_order(l, component, order, point);
    r.expected = expected;
    r.verdict = VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, s, &r, "%s", why);
}

static int append_component(const struct order_ladder *l, const struct study *s,
                            const struct ladder_order *whole, struct results *results,
                            int i) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    int j = order_best_time(l, i);
    struct ladder_order order = order_of_component(l, i, j, point);
    const char *name = l->truth->model->state[i];
    switch (order_kind(l, i, whole)) {
    case ORDER_EXACT:
    case ORDER_EXACT_FROM:
        return append_exact(l, s, results, name, order_exact_from(l, i), point);
    case ORDER_WITHOUT_TERM:
        return append_unjudged(l, s, results, name, &order, point, NAN,
                               "no term of first order is predicted for this component, "
                               "so no order is expected");
    case ORDER_SUPERCONVERGENT:
        return append_unjudged(l, s, results, name, &order, point, l->law->order,
                               "superconvergence: this component's leading term vanishes "
                               "on this problem; the errors of the whole state fall more "
                               "slowly");
    case ORDER_AS_LARGE:
        return append_unjudged(l, s, results, name, &order, point, l->law->order,
                               "undecided, because this component's errors are as large "
                               "as the solution at every step that is used");
    case ORDER_JUDGED: break;
    }
    return append_order(l, s, results, i, j, &order, point);
}

int order_results(const struct order_ladder *l, const struct study *s,
                  struct results *results) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    struct ladder_order order = order_of_norm(l, point);
    int failed = order_is_exact(l, -1)
                     ? append_exact(l, s, results, NULL, 0, point)
                     : append_order(l, s, results, -1, 0, &order, point);
    failed |= order_append_constant(l, s, results, &order);
    for (int i = 0; i < l->truth->nx; i++)
        failed |= append_component(l, s, &order, results, i);
    return failed;
}
