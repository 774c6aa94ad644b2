/* What is read of the documents of other commands.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>

#include <gsl/gsl_cdf.h>

#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "harness/speed/goals/goal_question.h"

static const struct goal_reached nothing = {NAN, NAN, NAN, NAN};
static const double processors = 2;

static struct goal_reached exactly(double value) {
    return (struct goal_reached){value, value, value, NAN};
}

/* NaN if one is. */
static double larger(double a, double b) {
    return isnan(a) || b <= a ? a : b;
}

struct goal_reached goal_gate_seconds(const json_t *document,
                                      const struct goal_question *q) {
    (void)q;
    return exactly(json_number_in(document, "processor_seconds") / processors);
}

/* The largest value over the results of a quantity, or the largest deviation from what is
 * expected; NaN: one is not known, or there is none. */
static double largest(const json_t *document, const char *quantity, bool is_deviation) {
    double most = -INFINITY;
    size_t i;
    json_t *r;
    json_array_foreach(json_object_get(document, "results"), i, r) {
        const double value = json_number_in(r, "value");
        if (results_text_is(r, "quantity", quantity))
            most = larger(most, is_deviation ? fabs(value - json_number_in(r, "expected"))
                                             : value);
    }
    return isinf(most) ? NAN : most;
}

struct goal_reached goal_slope_off(const json_t *document,
                                   const struct goal_question *q) {
    static const char *const orders[] = {"error-order", "estimate-order", "gap-order"};
    double most = 0;
    (void)q;
    for (int i = 0; i < 3; i++)
        most = larger(most, largest(document, orders[i], true));
    return exactly(most);
}

struct goal_reached goal_largest(const json_t *document, const struct goal_question *q) {
    return exactly(largest(document, q->model, false));
}

struct goal_reached goal_digits(const json_t *document, const struct goal_question *q) {
    double least = INFINITY;
    size_t i;
    json_t *at;
    (void)q;
    json_array_foreach(json_object_get(document, "truth"), i, at) {
        const double digits = json_number_in(at, "digits");
        least = isnan(least) || digits >= least ? least : digits; /* NaN, too */
    }
    return exactly(isinf(least) ? NAN : least);
}

struct goal_reached goal_false_alarms(const json_t *document,
                                      const struct goal_question *q) {
    const json_t *self = json_object_get(document, "self");
    (void)q;
    return json_number_in(self, "comparisons") > 0
               ? exactly(json_number_in(self, "alarms"))
               : nothing;
}

struct goal_reached goal_found_slower(const json_t *document,
                                      const struct goal_question *q) {
    const json_t *self = json_object_get(document, "self"),
                 *one = json_object_get(json_object_get(self, "injected"), "one_percent");
    const double tried = json_number_in(one, "tried"),
                 found = json_number_in(one, "found"),
                 promised = json_number_in(one, "stated") / tried;
    (void)q;
    if (!(tried > 0 && promised > 0))
        return nothing;
    const double low = found > 0 ? gsl_cdf_beta_Pinv(0.025, found, tried - found + 1) : 0,
                 high = found < tried ? gsl_cdf_beta_Pinv(0.975, found + 1, tried - found)
                                      : 1;
    return (struct goal_reached){found / tried / promised, low / promised,
                                 high / promised, NAN};
}
