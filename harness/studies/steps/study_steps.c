/* Single steps of the integrator under test against the reference's exact ones from the same
 * doubles: what is left is round-off, within a bound, or a fault.
 *
 * From several states along the integrator's own trajectory, steps of several sizes are made
 * with Newton's method run to rounding: the first after a fresh start, the second going on
 * from there, so that what a step leaves behind in the integrator is seen too. Then a few
 * steps under the user's own options: the change is what the stop rule leaves.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/steps/study_steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/study.h"
#include "problems/model.h"

/* Steps compared: parts of the span, none of them a power of two. */
static const double DIVISOR[] = {13, 57, 229, 1021};
enum { SIZES = sizeof DIVISOR / sizeof DIVISOR[0] };

/* Where the reference's is clear for none of them the shortest is tried at this part of its
 * size, again and again: the span may be very long beside the time in which the solution
 * changes, as where a close encounter begins it. */
static const double steps_shorter = 0.0619;

enum { STEPS_TRIALS = 3 };

/* Steps under the user's own options from each of the states. */
enum { RESIDUAL_STEPS = 4 };

/* States along the trajectory that steps are made from. */
enum { GATE_STATES = 12 };

/* Whether the method is the original's velocity-implicit one, or unknown. */
static bool map_may_lag(const struct subject_options *options) {
    return !options || (options->integrator.method == FAST_VELOCITY_IMPLICIT_EULER &&
                        options->integrator.mode == FAST_FAITHFUL);
}

static int open_all(struct steps *p, const struct study *s, struct diagnostic *d) {
    struct subject_options own = study_options(s);
    size_t n = (size_t)(s->model->nq + s->model->nv + s->model->nz) + 1;
    p->study = s;
    p->time = calloc(STEPS_MOST_STATES, sizeof *p->time);
    p->state = calloc(STEPS_MOST_STATES * n, sizeof *p->state);
    p->from = calloc(n, sizeof *p->from);
    p->residuals = json_array();
    int failed = step_comparison_init(&p->comparison, s->model);
    p->comparison.bound.lags = map_may_lag(s->options);
    if (failed || !p->time || !p->state || !p->from || !p->residuals)
        return message_set(d, "%s: out of memory", s->model->name);
    if (tight_subject_init(&p->tight, s, d) ||
        s->open_subject(s->context, s->model, &own, &p->own, d))
        return -1;
    p->own_open = true;
    return 0;
}

static void close_all(struct steps *p) {
    if (p->own_open)
        p->own.free(p->own.self);
    tight_subject_clear(&p->tight);
    step_comparison_clear(&p->comparison);
    free(p->time);
    free(p->state);
    free(p->from);
    json_decref(p->residuals);
}

/* A step of the integrator from x has failed: its fault where the reference's step is in no
 * doubt, nobody's elsewhere. Whether it is its fault. */
static bool note_failure(struct steps *p, const struct subject *s, double t,
                         const double *x, double h) {
    if (!step_is_clear(&p->comparison, p->tight.accuracy, t, x, h))
        return false;
    step_tally_fail(&p->comparison.tally, s);
    return true;
}

/* max |a_i - b_i|, of all components; b NULL: zero. */
static double find_largest(int n, const double *a, const double *b) {
    double largest = 0;
    for (int i = 0; i < n; i++) {
        double size = fabs(a[i] - (b ? b[i] : 0));
        if (!(size <= largest)) /* also when it is not a number */
            largest = size;
    }
    return largest;
}

/* Notes what the user's options have changed in the result or estimate of a step from p->from,
 * where the tight integrator has made the same one; what rounding may have changed is in
 * comparison.small. Where the equations may have another solution it says nothing. */
static void note_residual(struct steps *p, struct subject *tight, double t, double h) {
    int n = p->comparison.nx;
    struct step_residual r = {.t = t, .h = h};
    r.change =
        fmax(find_largest(n, p->own.state(p->own.self), tight->state(tight->self)),
             find_largest(n, p->own.estimate(p->own.self), tight->estimate(tight->self)));
    r.estimate = find_largest(n, tight->estimate(tight->self), NULL);
    double rounding = find_largest(n, p->comparison.small, NULL);
    r.ratio = r.change == 0 ? 0 : r.change / (r.estimate + rounding);
    const bool is_most = !(r.ratio <= p->residual.ratio);
    const bool is_used =
        !is_most || step_is_clear(&p->comparison, p->tight.accuracy, t, p->from, h);
    if (is_most && is_used)
        p->residual = r;
    json_array_append_new(p->residuals,
                          json_pack("{s:f, s:f, s:f, s:f, s:f, s:b}", "t", t, "h", h,
                                    "error", r.change, "estimate", r.estimate, "ratio",
                                    r.ratio, "used", is_used));
}

/* A few steps under the user's options, with all that is kept from one to the next, each
 * against the tight integrator's from the same state. */
static void measure_residuals(struct steps *p, double t, const double *x, double h) {
    struct subject *own = &p->own;
    if (!own->estimate || own->start(own->self, t, x))
        return;
    for (int k = 0; k < RESIDUAL_STEPS; k++) {
        double begin = own->time(own->self), size = k % 2 ? step_second_part * h : h;
        memcpy(p->from, own->state(own->self),
               (size_t)p->comparison.nx * sizeof *p->from);
        if (tight_subject_first(&p->tight, begin, p->from, size) ||
            own->step(own->self, size))
            return;
        note_residual(p, tight_subject_last(&p->tight), begin, size);
    }
}

/* A step of h after a fresh start, another one that goes on from there, and some under the
 * user's options. Whether the reference's first was in no doubt. */
static bool compare_steps(struct steps *p, double t, const double *x, double h) {
    int refused = tight_subject_first(&p->tight, t, x, h);
    struct subject *s = tight_subject_last(&p->tight);
    if (refused)
        return note_failure(p, s, t, x, h);
    bool compared = step_compare(&p->comparison, s, p->tight.accuracy, t, x, h);
    double t1 = s->time(s->self), next = step_second_part * h;
    memcpy(p->from, s->state(s->self), (size_t)p->comparison.nx * sizeof *p->from);
    if (tight_subject_next(&p->tight, next))
        note_failure(p, s, t1, p->from, next);
    else
        step_compare(&p->comparison, s, p->tight.accuracy, t1, p->from, next);
    if (compared)
        measure_residuals(p, t, x, h);
    return compared;
}

static void compare_from(struct steps *p, double t, const double *x) {
    bool clear = false;
    for (int i = 0; i < SIZES; i++)
        clear |= compare_steps(p, t, x, p->span / DIVISOR[i]);
    double h = p->span / DIVISOR[SIZES - 1];
    for (int k = 0; k < STEPS_TRIALS && !clear; k++)
        clear = compare_steps(p, t, x, h *= steps_shorter);
}

static int study_mode(const struct study *s, struct results *results,
                      struct diagnostic *d) {
    struct steps p = {.study = s, .residual = {.ratio = -1}};
    int wanted = s->effort == STUDY_GATE ? GATE_STATES : STEPS_MOST_STATES;
    int failed = open_all(&p, s, d) || steps_find_states(&p, wanted, d);
    for (int k = 0; k < p.states && !failed; k++)
        compare_from(&p, p.time[k], p.state + k * p.comparison.nx);
    failed = failed || steps_results(&p, results);
    close_all(&p);
    return failed;
}

int study_steps(const struct study *s, struct results *results, struct diagnostic *d) {
    static const enum fast_mode modes[] = {FAST_DEFAULT, FAST_FAITHFUL};
    if (!s->options)
        return study_mode(s, results, d);
    int failed = 0;
    for (size_t i = 0; i < sizeof modes / sizeof modes[0] && !failed; i++) {
        struct subject_options options = *s->options;
        struct study one = *s;
        options.integrator.mode = modes[i];
        one.options = &options;
        failed = study_mode(&one, results, d);
    }
    return failed;
}
