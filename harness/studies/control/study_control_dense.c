/* Dense output of integrators that have it: steps from the known solution, and the state that is
 * told within each. At the ends it is the steps' own; between them its error goes as a power of
 * h: as h^2 where it is linear, which is the least that is a dense output of a step, and as h^3
 * or more where it is curved (control_curve.h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "harness/studies/control/control_curve.h"
#include "harness/studies/control/study_control.h"
#include "harness/studies/control/study_control_watch.h"

/* What an iteration leaves is not to be seen in errors: it is asked to go as far as it goes. */
static const double tight = 1e-14;

/* Between the quick turns of the motion. */
static const double begin = 0.95;
static const double size[CURVE_SIZES] = {0.04, 0.02, 0.01, 0.005, 0.0025};
static const double place[CURVE_POINTS] = {0, 0.11, 0.31, 0.5, 0.73, 0.9, 1};

/* What is told at an end may be off by this part of max(1, |x|); the least power that is fitted
 * to an error of h^2. */
static const double same = 1e-12, least_power = 1.8;

struct dense {
    double ends;   /* the largest difference at an end, over `same` */
    bool is_known; /* it has told something */
    struct curve_errors errors;
    struct curve curve;
};

/* What is told as a state and is not a number is infinitely far off. */
static double find_apart(const double *a, const double *b) {
    double apart = 0;
    for (int i = 0; i < CONTROL_ENTRIES; i++)
        apart =
            fmax(apart, isnan(a[i]) ? INFINITY : fabs(a[i] - b[i]) / fmax(1, fabs(b[i])));
    return apart;
}

/* told := what is told at t. Whether there is something. */
static bool ask(const struct subject *s, double t, double told[CONTROL_ENTRIES]) {
    return s->interpolate(s->self, t, told) == 0;
}

/* What is told between the ends, with the step's own states at these. */
static void look_between(struct dense *d, const struct subject *s, double h,
                         const double *x, const double *next) {
    double told[CURVE_POINTS][CONTROL_ENTRIES], exact[CURVE_POINTS][CONTROL_ENTRIES];
    double error = 0;
    bool is_whole = true;
    for (int k = 0; k < CURVE_POINTS; k++)
        control_moving_solution(begin + place[k] * h, exact[k]);
    memcpy(told[0], x, sizeof told[0]);
    memcpy(told[CURVE_POINTS - 1], next, sizeof told[0]);
    for (int k = 1; k + 1 < CURVE_POINTS; k++) {
        if (ask(s, begin + place[k] * h, told[k]))
            error = fmax(error, find_apart(told[k], exact[k]));
        else
            is_whole = false;
    }
    curve_errors_note(&d->errors, h, error);
    if (is_whole)
        curve_note(&d->curve, h, place, told, exact);
}

/* Nonzero: the step fails. */
static int look_into_step(struct dense *d, const struct subject *s, double h) {
    double x[CONTROL_ENTRIES], next[CONTROL_ENTRIES], told[CONTROL_ENTRIES];
    control_moving_solution(begin, x);
    if (s->start(s->self, begin, x) || s->step(s->self, h))
        return -1;
    memcpy(next, s->state(s->self), sizeof next);
    const double time[] = {begin, s->time(s->self)}, *const own[] = {x, next};
    for (int k = 0; k < 2; k++) {
        if (!ask(s, time[k], told))
            continue;
        d->is_known = true;
        d->ends = fmax(d->ends, find_apart(told, own[k]) / same);
    }
    look_between(d, s, h, x, next);
    return 0;
}

static int judge_curve(const struct study *s, const struct dense *dense,
                       struct results *results) {
    struct result r = control_result(s, "dense:curve");
    if (!curve_find_power(&dense->curve, &r.value))
        return 0;
    r.low = r.high = r.value;
    r.expected = curve_least_power;
    r.verdict = verdict_at_least(r.value, curve_least_power);
    return result_append(
        results, s, &r,
        "what is told within a step is curved, and its error goes as h to this "
        "power; that of a straight line goes as h^2, and curves are for h^3");
}

static int judge(const struct study *s, const struct dense *dense,
                 struct results *results) {
    struct result ends = control_at_most(s, "dense:ends", dense->ends, 1, true);
    struct result order = control_result(s, "dense:order");
    const double power = curve_errors_power(&dense->errors);
    order.value = order.low = order.high = power;
    order.expected = least_power;
    order.required = dense->errors.count >= 2;
    order.verdict =
        order.required ? verdict_at_least(power, least_power) : VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, s, &ends,
                         "the largest difference of the interpolated state from the "
                         "step's own at its ends, in units of rounding") ||
           result_append(results, s, &order,
                         "within a step the error of the interpolated state goes as h to "
                         "this power; that of a straight line goes as h^2") ||
           judge_curve(s, dense, results);
}

int study_control_dense(const struct study *s, struct results *results,
                        struct diagnostic *d) {
    struct subject subject;
    struct dense dense = {.ends = 0};
    int failed = 0;
    if (study_control_open(&subject, s, tight, true, d))
        return -1;
    for (int i = 0; i < CURVE_SIZES && subject.interpolate != NULL && !failed; i++)
        failed = look_into_step(&dense, &subject, size[i]);
    subject.free(subject.self);
    return !failed && dense.is_known && judge(s, &dense, results);
}
