/* The invariants study: how the drift of each invariant of a model falls with the step size,
 * and whether it is the one that the method's error makes.
 *
 * On a smooth model the horizon is shortened until the drifts show their asymptotic ranges,
 * as in the order study. All methods are studied over the first one's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/drift/study_invariants.h"

#include <math.h>

#include "harness/base/message.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/study_methods.h"
#include "harness/studies/common/ladder_rows.h"
#include "harness/studies/common/study_traits.h"
#include "problems/model.h"

/* The span is shortened at most so often, each time to a quarter. */
enum { SHORTENINGS = 4 };

/* Beyond so many states a truth over the whole span costs seconds, and the gate does with a
 * quarter. */
enum { LARGE_STATE = 20 };

/* A predicted leading term below this part of the drift's scale is none: a drift that is
 * nothing but round-off. */
static const double vanishing_part = 1e-9;

struct drifts {
    const struct study *study; /* of one method */
    struct invariants invariants;
    struct order_truth truth;
    struct order_ladder states; /* that method's */
};

/* Drifts that are as large as what drifts at every step follow no order, though they may lie on a
 * straight line. */
static bool is_lost(const struct drift_ladder *d, const struct ladder_order *order,
                    const struct ladder_point *point) {
    return point[order->last].error * order_size(&d->ladder, 0) > order_lost * d->scale;
}

static bool shows_range(const struct drift_ladder *d) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    const struct ladder_order order = order_of_norm(&d->ladder, point);
    return order.found && !is_lost(d, &order, point);
}

/* Whether every drift is exact or has an asymptotic range. */
static bool are_found(struct drifts *a, bool *out_of_memory) {
    bool found = true;
    for (int k = 0; k < a->invariants.count && found; k++) {
        struct drift_ladder d;
        *out_of_memory = drift_ladder_init(&d, &a->invariants, k, &a->states) != 0;
        found =
            !*out_of_memory && (a->invariants.linear[k] || drift_ladder_is_refuted(&d) ||
                                order_is_exact(&d.ladder, -1) || shows_range(&d));
        drift_ladder_clear(&d);
    }
    return found;
}

static int run_ladder(struct drifts *a, struct diagnostic *d) {
    if (order_subject(&a->states, &a->truth, &order_law_of_pair, a->study, d))
        return -1;
    if (!study_traits(a->study).makes_pair)
        a->states.tolerance = study_traits_tolerance;
    return 0;
}

/* The truth over the longest horizon that serves the method. */
static int find_horizon(struct drifts *a, struct diagnostic *d) {
    struct model *m = a->study->model;
    int most = model_has_kinks(m) ? 0 : SHORTENINGS;
    bool is_large = a->study->effort == STUDY_GATE && a->invariants.nx > LARGE_STATE;
    bool out_of_memory = false;
    const int first = is_large && most > 0;
    int halvings = ORDER_HALVINGS * first;
    for (int k = first;; k++) {
        if (order_truth_init(&a->truth, m, a->study->truths, halvings, d) ||
            run_ladder(a, d))
            return -1;
        invariants_start(&a->invariants, a->truth.begin, a->truth.initial);
        bool found = are_found(a, &out_of_memory);
        if (out_of_memory)
            return message_set(d, "%s: out of memory", m->name);
        if (found || k >= most)
            break;
        halvings = order_more_halvings(&a->truth);
        order_ladder_clear(&a->states);
        order_truth_clear(&a->truth);
        a->truth = (struct order_truth){.model = m};
    }
    if (study_traits(a->study).makes_pair && !model_has_kinks(m))
        order_variation(&a->truth, &order_law_of_pair);
    return 0;
}

static struct result begin_result(const struct drifts *a, int k, const char *quantity) {
    struct result r = result_begin(a->study->model, "invariants", "double", quantity);
    r.mode = a->states.mode;
    r.component = a->invariants.model->invariant[k].name;
    return r;
}

/* The largest drift in units of what rounding and the iteration's tolerance may make. */
static double find_excess(const struct drift_ladder *d) {
    const struct order_ladder *l = &d->ladder;
    double most = 0;
    for (int level = 0; level < l->levels; level++) {
        for (int j = 0; j < ORDER_TIMES; j++) {
            double drift = fabs(order_error(l, level, j, 0));
            most = fmax(most, drift / order_floor(l, level, 0));
        }
    }
    return most;
}

static int append_linear(const struct drifts *a, int k, const struct drift_ladder *d,
                         struct results *results) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    struct result r = begin_result(a, k, "invariant-linear");
    order_of_norm(&d->ladder, point);
    ladder_tell(&r, d->ladder.levels, point, LADDER_FLOORS);
    r.low = 0;
    result_hold(&r, find_excess(d), 1);
    study_excuse(&r, a->study, false);
    return result_append(results, a->study, &r,
                         "largest drift of this linear invariant in units of what "
                         "rounding and the iteration's tolerance may make of it%s",
                         r.value <= 1 ? "" : "; every Runge-Kutta method keeps it");
}

/* Whether a term of first order is predicted, and rules. */
static bool is_predicted(const struct drift_ladder *d) {
    double largest = 0;
    for (int j = 0; j < ORDER_TIMES && d->truth.leading != NULL; j++)
        largest = fmax(largest, fabs(d->truth.leading[j]));
    return largest * d->truth.horizon > vanishing_part * d->scale;
}

/* One-sided: at least the method's order, where no leading term is known. */
static enum verdict judge_order(const struct ladder_order *order, double expected,
                                double tolerance, bool predicted) {
    if (predicted)
        return verdict_two_sided(order->found, order->low, order->high, expected,
                                 tolerance);
    if (order->found && order->low >= expected - tolerance)
        return VERDICT_PASS;
    return order->found && order->high < expected - tolerance ? VERDICT_FAIL
                                                              : VERDICT_NOT_ASYMPTOTIC;
}

static int append_order(const struct drifts *a, int k, const struct drift_ladder *d,
                        struct results *results) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    struct ladder_order order = order_of_norm(&d->ladder, point);
    struct result r = begin_result(a, k, "invariant-order");
    bool predicted = is_predicted(d);
    ladder_tell(&r, d->ladder.levels, point, LADDER_FLOORS);
    if (order_is_exact(&d->ladder, -1)) {
        r.verdict = VERDICT_PASS;
        return result_append(results, a->study, &r,
                             "the method keeps this invariant: all drifts are round-off");
    }
    r.expected = study_traits(a->study).order;
    r.tolerance = d->ladder.tolerance;
    ladder_take(&r, &order);
    r.verdict = judge_order(&order, r.expected, r.tolerance, predicted);
    study_excuse(&r, a->study, r.required); /* stiffness and kinks may lower the order */
    if (!r.required && r.verdict == VERDICT_FAIL && is_lost(d, &order, point)) {
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
        return result_append(results, a->study, &r,
                             "undecided, because the drift is as large as what drifts at "
                             "every step that is used (stiffness, kinks)");
    }
    return result_append(results, a->study, &r, "order of the drift, %s; t = %g .. %g%s",
                         predicted ? "whose leading term is predicted"
                                   : "at least the method's",
                         d->truth.begin, d->truth.begin + d->truth.horizon,
                         order.found ? "" : "; no asymptotic range");
}

static int append_constant(const struct drifts *a, int k, const struct drift_ladder *d,
                           struct results *results) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    struct ladder_order order = order_of_norm(&d->ladder, point);
    struct result r = begin_result(a, k, "invariant-constant");
    double uncertainty, reach;
    if (!is_predicted(d) || !order.found)
        return 0;
    if (!order_hold_constant(&r, &d->ladder, &a->truth, &order, 1, &uncertainty, &reach))
        return result_append(results, a->study, &r, ORDER_BEYOND_SERIES, reach);
    return result_append(
        results, a->study, &r,
        "relative difference of the drift's constant from the invariant's "
        "derivative times the solution of the variational equation");
}

/* No integrator is to blame for what is no invariant. */
static int append_refuted(const struct drifts *a, int k, const struct drift_ladder *d,
                          struct results *results) {
    struct result r = begin_result(
        a, k, a->invariants.linear[k] ? "invariant-linear" : "invariant-order");
    r.verdict = VERDICT_NOT_ASYMPTOTIC;
    r.required = false;
    return result_append(
        results, a->study, &r,
        "the model is wrong: the exact solution changes what it calls an "
        "invariant, by %.3g until t = %g",
        d->own, d->truth.begin + d->truth.horizon);
}

static int append_all(struct drifts *a, struct results *results) {
    int failed = 0;
    for (int k = 0; k < a->invariants.count && !failed; k++) {
        struct drift_ladder d;
        failed = drift_ladder_init(&d, &a->invariants, k, &a->states);
        if (!failed && drift_ladder_is_refuted(&d))
            failed = append_refuted(a, k, &d, results);
        else if (!failed && a->invariants.linear[k])
            failed = append_linear(a, k, &d, results);
        else if (!failed)
            failed =
                append_order(a, k, &d, results) || append_constant(a, k, &d, results);
        drift_ladder_clear(&d);
    }
    return failed;
}

/* What is found of one method; the first one has its runs already. */
static int study_one(struct drifts *a, const struct study *one, struct results *results,
                     struct diagnostic *d) {
    a->study = one;
    if (a->states.error == NULL && run_ladder(a, d))
        return -1;
    const int failed = append_all(a, results);
    order_ladder_clear(&a->states);
    return failed;
}

static int study_all(struct drifts *a, const struct study *s, struct results *results,
                     struct diagnostic *d) {
    struct subject_options options;
    struct study one = study_of_method(s, 0, &options);
    a->study = &one;
    int failed = find_horizon(a, d);
    for (int i = 0; i < study_count_methods(s) && !failed; i++) {
        one = study_of_method(s, i, &options);
        failed = study_one(a, &one, results, d) &&
                 study_note_failure(results, s, &one, "invariants", d);
    }
    return failed;
}

int study_invariants(const struct study *s, struct results *results,
                     struct diagnostic *d) {
    struct drifts a = {.truth = {.model = s->model}};
    if (s->model->invariants == 0 || study_goes_through_events(s))
        return 0;
    int failed = invariants_init(&a.invariants, s->model)
                     ? message_set(d, "%s: out of memory", s->model->name)
                     : study_all(&a, s, results, d);
    invariants_clear(&a.invariants);
    order_ladder_clear(&a.states);
    order_truth_clear(&a.truth);
    return failed;
}
