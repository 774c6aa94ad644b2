/* The constant of the global error compared with the solution of the variational equation.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include <math.h>
#include <stdio.h>

#include "problems/model.h"

/* Relative deviation from the predicted constant that passes: on the catalogue the
 * extrapolation is good to 2e-6 and better. */
static const double constant_tolerance = 1e-5;

/* What the last node changes tells of the extrapolation's error, but not strictly: where the
 * ladder has barely reached its asymptotic range it is too small by several times. To fail,
 * a constant has to be off by more than this many times that change. */
enum { CONSTANT_CAUTION = 10 };

/* Room for why a constant is undecided. */
enum { ORDER_OPEN_LENGTH = 200 };

static double compare(const struct order_ladder *l, int first, int last,
                      double *uncertainty) {
    const struct order_truth *o = l->truth;
    double difference = 0, spread = 0, size = 0;
    first = order_constant_first(first, last);
    for (int j = 0; j < ORDER_TIMES; j++) {
        for (int i = 0; i < o->nx; i++) {
            double predicted = o->leading[j * o->nx + i];
            double measured = order_constant(l, first, last, j, i);
            double poorer = order_constant(l, first + 1, last, j, i);
            difference += pow((measured - predicted) / order_size(l, i), 2);
            spread += pow((measured - poorer) / order_size(l, i), 2);
            size += pow(predicted / order_size(l, i), 2);
        }
    }
    *uncertainty = sqrt(spread / size);
    return sqrt(difference / size);
}

bool order_hold_constant(struct result *r, const struct order_ladder *l,
                         const struct order_truth *o, const struct ladder_order *order,
                         double caution, double *uncertainty, double *reach) {
    r->expected = 0;
    r->tolerance = constant_tolerance;
    r->value = compare(l, order->first, order->last, uncertainty);
    r->low = fmax(0, r->value - caution * *uncertainty);
    r->high = r->value + *uncertainty;
    r->verdict = verdict_two_sided(true, r->low, r->high, r->expected, r->tolerance);
    if (!order_is_beyond_series(l, o, order, r->verdict, reach))
        return true;
    r->verdict = VERDICT_NOT_ASYMPTOTIC;
    r->required = false;
    return false;
}

/* What deprives the constant of a verdict; NULL: nothing. */
static const char *find_obstacle(const struct order_ladder *l,
                                 const struct ladder_order *order) {
    if (!order->found)
        return "no asymptotic range to extrapolate from";
    return l->truth->leading ? NULL : "the variational equation could not be solved";
}

/* Why the constant is undecided; where that is rounding, a pass is not required. */
static void explain_open(char open[ORDER_OPEN_LENGTH], struct result *r,
                         const struct order_ladder *l, const struct ladder_order *order,
                         double uncertainty) {
    double known;
    const bool is_rounded = order_constant_is_rounded(l, order, r->tolerance, &known);
    r->required = r->required && !is_rounded;
    if (is_rounded)
        snprintf(open, ORDER_OPEN_LENGTH,
                 "; undecided, because rounding may hide the constants of those "
                 "components that are small; the others' agree to %.1e",
                 known);
    else
        snprintf(open, ORDER_OPEN_LENGTH,
                 "; undecided, because its extrapolation to h = 0 from h = %.3g .. %.3g "
                 "changes by %.1e with the last step, of which it may be off by %d times",
                 order_step(l, order->first), order_step(l, order->last), uncertainty,
                 CONSTANT_CAUTION);
}

int order_append_constant(const struct order_ladder *l, const struct study *s,
                          struct results *results, const struct ladder_order *order) {
    struct result r = order_begin_result(l, l->constant_name);
    const char *obstacle = find_obstacle(l, order);
    double uncertainty, reach;
    if (model_has_kinks(s->model) || l->law->local.divisor == 0 || l->law->projects ||
        order_is_exact(l, -1))
        return 0;
    r.expected = 0;
    r.tolerance = constant_tolerance;
    r.verdict = VERDICT_NOT_ASYMPTOTIC;
    if (obstacle)
        return result_append(results, s, &r, "%s", obstacle);
    if (!order_hold_constant(&r, l, l->truth, order, CONSTANT_CAUTION, &uncertainty,
                             &reach))
        return result_append(results, s, &r, ORDER_BEYOND_SERIES, reach);
    char open[ORDER_OPEN_LENGTH] = "";
    if (r.verdict == VERDICT_NOT_ASYMPTOTIC)
        explain_open(open, &r, l, order, uncertainty);
    return result_append(results, s, &r,
                         "relative difference of the global error's constant from the "
                         "solution of the variational equation%s%s",
                         open,
                         r.verdict == VERDICT_FAIL
                             ? "; this is not the method's error: look at where and when "
                               "the rates are evaluated, and at every coefficient"
                             : "");
}

struct result order_begin_result(const struct order_ladder *l, const char *quantity) {
    struct result r = result_begin(l->truth->model, "order", l->arithmetic, quantity);
    r.mode = l->mode;
    r.expected = l->law->order;
    r.tolerance = l->tolerance;
    return r;
}
