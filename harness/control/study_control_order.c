/* By which power of the error estimate the steps follow it: the slope of log(next step /
 * step) over log(error), of a run under error control (Hairer, Norsett, Wanner, Solving
 * ODEs I, II.4, equation (4.12)).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/control/study_control.h"

#include <math.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "harness/commands/message.h"
#include "harness/results/result.h"
#include "harness/solution/initial.h"
#include "harness/studies/study_foreign.h"

enum { ACCURACIES = 3, MOST_POINTS = 160, LEAST_POINTS = 10, MOST_STEPS = 4000 };
enum { ENTRIES = 2, LAGS = 8 };
static const double accuracy_of[ACCURACIES] = {1e-3, 1e-5, 1e-7};
static const double length = 6;

/* Steps whose size is not the error's doing: kept, lengthened as much as is allowed, or
 * shortened, which a rejected attempt does, whose error nobody tells. Of logarithms, as is
 * how far apart two errors have to be. */
static const double least_change = 1e-3, most_change = 1.4, apart = 0.2;

/* The order is read off when half of all pairs of steps agree to this part of it, and it
 * is a whole number to within this: who goes by two errors, or by a power of his own, has
 * none. */
static const double most_spread = 0.1, order_tolerance = 0.1;

struct points {
    int count;
    double error[MOST_POINTS], change[MOST_POINTS]; /* logarithms */
};

/* The step after a step of h with this error is `next`. */
static void add_point(struct points *p, double error, double h, double next) {
    double change = log(next / h);
    if (p->count == MOST_POINTS || !(error > 0) || !isfinite(change) ||
        change < least_change || change > most_change)
        return;
    p->error[p->count] = log(error);
    p->change[p->count++] = change;
}

/* Runs to the end, step by step; the last step is cut. Nonzero: it fails. */
static int collect(struct points *p, const struct subject *s, double begin,
                   const double *x) {
    double t = begin, end = begin + length, h = 0, error = 0;
    if (s->start(s->self, begin, x))
        return -1;
    for (int i = 0; i < MOST_STEPS && t < end; i++) {
        if (s->advance(s->self, 1, end))
            return -1;
        double next = s->time(s->self) - t;
        t += next;
        if (h > 0 && t < end)
            add_point(p, error, h, next);
        h = next;
        error = study_control_largest(s->estimate(s->self), ENTRIES);
    }
    return 0;
}

/* The median of the slopes of pairs of points, which single ones that are off do not
 * move; *spread is half the range of the middle half. */
static int find_slope(const struct points *p, double *slope, double *spread) {
    double all[MOST_POINTS * LAGS];
    size_t count = 0;
    for (int lag = 1; lag <= LAGS; lag++) {
        for (int i = 0; i + lag < p->count; i++) {
            double dx = p->error[i + lag] - p->error[i];
            if (fabs(dx) > apart)
                all[count++] = (p->change[i + lag] - p->change[i]) / dx;
        }
    }
    if (count < LEAST_POINTS)
        return -1;
    gsl_sort(all, 1, count);
    *slope = gsl_stats_median_from_sorted_data(all, 1, count);
    *spread = (gsl_stats_quantile_from_sorted_data(all, 1, count, 0.75) -
               gsl_stats_quantile_from_sorted_data(all, 1, count, 0.25)) /
              2;
    return 0;
}

/* From the run that tells the order most clearly; NaN where none does. */
static void find_order(const struct study *s, double *order, double *low, double *high) {
    double best = most_spread, x[ENTRIES], begin;
    struct diagnostic ignored = {""};
    if (initial_in_double(s->model, &begin, x, &ignored))
        return;
    for (int i = 0; i < ACCURACIES; i++) {
        struct points points = {.count = 0};
        struct subject subject;
        double slope, spread;
        if (study_control_open(&subject, s, accuracy_of[i], false, &ignored))
            return;
        int failed = subject.estimate == NULL || subject.advance == NULL ||
                     collect(&points, &subject, begin, x) ||
                     find_slope(&points, &slope, &spread);
        subject.free(subject.self);
        if (failed || !(slope < 0) || !(spread / -slope < best))
            continue;
        best = spread / -slope;
        *order = -1 / slope;
        *low = *order * (1 - best);
        *high = *order * (1 + best);
    }
}

/* One order more than the estimate's is more careful, and passes. */
int study_control_judge_order(const struct study *s, json_t *results, double order,
                              double low, double high) {
    struct result r = result_begin(s->model, "control", "double", "control-order");
    r.expected = study_estimate_order_expected(s);
    r.tolerance = order_tolerance;
    r.grade = "none";
    r.value = order;
    r.low = low;
    r.high = high;
    bool found = fabs(order - round(order)) < order_tolerance;
    bool in_range =
        order > r.expected - order_tolerance && order < r.expected + 1 + order_tolerance;
    r.required = found && isfinite(r.expected);
    r.verdict = !r.required ? VERDICT_NOT_ASYMPTOTIC
                : in_range  ? VERDICT_PASS
                            : VERDICT_FAIL;
    return result_append(results, s, &r, "%s",
                         found
                             ? "the next step's size follows the error estimate to the "
                               "power -1 over this; right is the order of the estimate, "
                               "or one more"
                             : "the sizes of steps do not follow the error estimate by "
                               "one power");
}

int study_control_order(const struct study *s, json_t *results, struct diagnostic *d) {
    double order = NAN, low = NAN, high = NAN;
    find_order(s, &order, &low, &high);
    if (study_control_judge_order(s, results, order, low, high))
        return message_set(d, "out of memory");
    return 0;
}
