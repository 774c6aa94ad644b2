/* Dense output of integrators that have it: steps from the known solution, and the state that is
 * told within each. At the ends it is the steps' own; between them its error goes as a power of h:
 * as h^2 where it is linear, which is the least that is a dense output of a step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include <gsl/gsl_fit.h>

#include "harness/base/message.h"
#include "harness/studies/control/study_control.h"
#include "harness/studies/control/study_control_watch.h"

enum { SIZES = 5, PLACES = 5 };

/* Between the quick turns of the motion. */
static const double begin = 0.95;
static const double size[SIZES] = {0.04, 0.02, 0.01, 0.005, 0.0025};
static const double place[PLACES] = {0.11, 0.31, 0.5, 0.73, 0.9};

/* What is told at an end may be off by this part of max(1, |x|); the least power that is fitted to an
 * error of h^2; errors below this are of rounding. */
static const double same = 1e-12, least_power = 1.8, least_error = 1e-13;

struct dense {
    double ends; /* the largest difference at an end, over `same` */
    int count;
    double log_size[SIZES], log_error[SIZES];
    bool is_known; /* it has told something */
};

static double find_apart(const double *a, const double *b) {
    double apart = 0;
    for (int i = 0; i < CONTROL_ENTRIES; i++)
        apart = fmax(apart, fabs(a[i] - b[i]) / fmax(1, fabs(b[i])));
    return apart;
}

/* What is told at t, against x. NaN: nothing. */
static double find_told_apart(const struct subject *s, double t, const double *x) {
    double told[CONTROL_ENTRIES];
    return s->interpolate(s->self, t, told) ? NAN : find_apart(told, x);
}

/* Nonzero: the step fails. */
static int look_into_step(struct dense *d, const struct subject *s, double h) {
    double x[CONTROL_ENTRIES], next[CONTROL_ENTRIES], exact[CONTROL_ENTRIES], error = 0;
    control_moving_solution(begin, x);
    if (s->start(s->self, begin, x) || s->step(s->self, h))
        return -1;
    memcpy(next, s->state(s->self), sizeof next);
    const double at_begin = find_told_apart(s, begin, x);
    const double at_end = find_told_apart(s, s->time(s->self), next);
    for (int i = 0; i < PLACES; i++) {
        control_moving_solution(begin + place[i] * h, exact);
        error = fmax(error, find_told_apart(s, begin + place[i] * h, exact));
    }
    d->is_known = d->is_known || !isnan(at_begin) || !isnan(at_end);
    d->ends = fmax(d->ends, fmax(at_begin, at_end) / same);
    if (error > least_error) {
        d->log_size[d->count] = log(h);
        d->log_error[d->count++] = log(error);
    }
    return 0;
}

static int judge(const struct study *s, const struct dense *dense,
                 struct results *results) {
    struct result ends = control_at_most(s, "dense:ends", dense->ends, 1, true);
    struct result order = control_result(s, "dense:order");
    double c0, power = NAN, c00, c01, c11, sum;
    if (dense->count >= 2)
        gsl_fit_linear(dense->log_size, 1, dense->log_error, 1, (size_t)dense->count, &c0,
                       &power, &c00, &c01, &c11, &sum);
    order.value = order.low = order.high = power;
    order.expected = least_power;
    order.required = dense->count >= 2;
    order.verdict =
        order.required ? verdict_at_least(power, least_power) : VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, s, &ends,
                         "the largest difference of the interpolated state from the "
                         "step's own at its ends, in units of rounding") ||
           result_append(results, s, &order,
                         "within a step the error of the interpolated state goes as h to "
                         "this power; that of a straight line goes as h^2");
}

int study_control_dense(const struct study *s, struct results *results,
                        struct diagnostic *d) {
    struct subject subject;
    struct dense dense = {.ends = 0};
    int failed = 0;
    if (study_control_open(&subject, s, control_accuracy[1], true, d))
        return -1;
    for (int i = 0; i < SIZES && subject.interpolate != NULL && !failed; i++)
        failed = look_into_step(&dense, &subject, size[i]);
    subject.free(subject.self);
    if (failed || !dense.is_known)
        return 0;
    return judge(s, &dense, results) ? message_set(d, "out of memory") : 0;
}
