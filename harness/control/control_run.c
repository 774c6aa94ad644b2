/* A run under error control, watched from outside.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/control/control_run.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/message.h"

/* A repeated step may be off by this part of max(1, |x|), and by what so many roundings of its
 * ends make of its size. */
static const double same = 1e-12, roundings = 16;

/* Iterations end at some part of the accuracy or of the estimate, in norms of their own. */
static const double iterated = 20;

/* After a new start so many steps are compared. */
enum { RESTART_STEPS = 40 };

int control_open(struct subject *subject, const struct study *s,
                 const struct control_settings *settings, struct diagnostic *d) {
    struct subject_options options =
        s->options != NULL ? *s->options : subject_default_options();
    if (!s->foreign && subject_choose(&options, s->method))
        return message_set(d, "no such method");
    options.accuracy = settings->accuracy;
    options.fixed_step = false;
    options.max_step = settings->max_step;
    options.records_calls = options.unlimited_advance = true;
    options.failing_call = settings->failing_call;
    options.fails_by_nan = settings->fails_by_nan;
    return s->open_subject(s->context, s->model, &options, subject, d);
}

void control_run_clear(struct control_run *run) {
    free(run->step);
    json_decref(run->claimed);
    *run = (struct control_run){.step = NULL};
}

/* Calls of the rates in the last request; *kept: all of them are there. */
static int calls_of(const struct subject *s, const double **call) {
    return s->calls != NULL ? s->calls(s->self, call) : 0;
}

static bool has_incident(const double *call, int count) {
    for (int i = 0; i < count; i++)
        if (call[(size_t)i * (2 + CONTROL_ENTRIES)] != 0)
            return true;
    return false;
}

/* The largest |a_i - b_i|, infinite where one is not finite, over what may come of rounding, and (slack) of an iteration. */
static double find_apart(const struct control_step *step, const double *a,
                         const double *b, double slack) {
    const double h = step->next_t - step->t;
    const double ends = roundings * DBL_EPSILON * fmax(fabs(step->t), fabs(step->next_t));
    double apart = 0;
    for (int i = 0; i < CONTROL_ENTRIES; i++) {
        double size = fmax(1, fmax(fabs(step->x[i]), fabs(step->next_x[i])));
        double move = fabs(step->next_x[i] - step->x[i]) / h;
        double units = fabs(a[i] - b[i]) / ((same + slack) * size + ends * move);
        apart = isnan(units) ? INFINITY : fmax(apart, units);
    }
    return apart;
}

static bool is_finite(const double *x) {
    for (int i = 0; i < CONTROL_ENTRIES; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

/* Makes the step again; its attempts are found on the way. */
static void repeat_step(struct control_run *run, struct control_step *step,
                        const struct subject *again, const double *calls, int count,
                        double accuracy) {
    const double *repeated = NULL;
    double h = step->next_t - step->t;
    if (again->start(again->self, step->t, step->x) || again->step(again->self, h)) {
        step->apart = run->is_iterative ? NAN : INFINITY;
        return;
    }
    double x[CONTROL_ENTRIES], error[CONTROL_ENTRIES];
    memcpy(x, again->state(again->self), sizeof x);
    if (run->has_estimate)
        memcpy(error, again->estimate(again->self), sizeof error);
    double slack = run->is_iterative ? iterated * accuracy : 0;
    step->apart = find_apart(step, x, step->next_x, slack);
    if (run->has_estimate && is_finite(error) && is_finite(step->error))
        step->error_apart = find_apart(step, error, step->error, slack);
    int repeated_count = calls_of(again, &repeated);
    if (repeated_count == 0)
        return;
    if (run->is_iterative) {
        control_find_first(step, calls, count, repeated, repeated_count);
        return;
    }
    double *kept = malloc((size_t)repeated_count * (2 + CONTROL_ENTRIES) * sizeof *kept);
    if (kept == NULL)
        return;
    memcpy(kept, repeated, (size_t)repeated_count * (2 + CONTROL_ENTRIES) * sizeof *kept);
    control_find_attempts(step, calls, count, kept, repeated_count, again);
    free(kept);
}

static void begin_step(struct control_step *step, const struct subject *s) {
    *step = (struct control_step){.t = s->time(s->self),
                                  .first = NAN,
                                  .rejected = -1,
                                  .attempts_repeat = true,
                                  .apart = NAN,
                                  .error_apart = NAN};
    memcpy(step->x, s->state(s->self), sizeof step->x);
    for (int i = 0; i < CONTROL_ENTRIES; i++)
        step->error[i] = NAN;
}

static void end_step(const struct control_run *run, struct control_step *step,
                     const struct subject *s) {
    step->next_t = s->time(s->self);
    memcpy(step->next_x, s->state(s->self), sizeof step->next_x);
    if (run->has_estimate)
        memcpy(step->error, s->estimate(s->self), sizeof step->error);
}

static void note_failure(struct control_run *run, const struct subject *s) {
    const double *ignored;
    run->failed = true;
    run->accepted_not_finite = s->was_not_finite != NULL && s->was_not_finite(s->self);
    run->is_broken = s->is_broken != NULL && s->is_broken(s->self);
    message_set(&run->why, "%s", s->why(s->self));
    run->refuses = run->steps == 0 && !run->is_broken && s->calls != NULL &&
                   calls_of(s, &ignored) == 0;
}

static void make_steps(struct control_run *run, const struct control_settings *settings,
                       const struct subject *s, const struct subject *again) {
    while (run->steps < settings->most_steps && s->time(s->self) < settings->end) {
        struct control_step *step = &run->step[run->steps];
        const double *calls = NULL;
        begin_step(step, s);
        bool ends_early = run->steps == 0 && settings->first_end > 0;
        if (s->advance(s->self, INFINITY,
                       ends_early ? settings->first_end : settings->end)) {
            note_failure(run, s);
            return;
        }
        end_step(run, step, s);
        run->accepted_not_finite = run->accepted_not_finite || !is_finite(step->next_x);
        run->steps++;
        step->calls = calls_of(s, &calls);
        step->had_incident = has_incident(calls, step->calls);
        run->calls += step->calls;
        if (again != NULL)
            repeat_step(run, step, again, calls, step->calls, settings->accuracy);
        if (again != NULL)
            control_compare_memory(run, step, again);
    }
    run->reached_end = s->time(s->self) >= settings->end;
}

/* The first steps after a new start are those of the first one. */
static void restart(struct control_run *run, const struct control_settings *settings,
                    const struct subject *s) {
    if (run->steps == 0)
        return;
    run->restart_differs = s->start(s->self, run->step[0].t, run->step[0].x) != 0;
    if (run->restart_differs > 0)
        return;
    for (int i = 0; i < run->steps && i < RESTART_STEPS; i++) {
        const struct control_step *step = &run->step[i];
        bool failed = s->advance(s->self, INFINITY, settings->end) != 0;
        run->restart_differs +=
            failed || s->time(s->self) != step->next_t ||
            memcmp(s->state(s->self), step->next_x, sizeof step->next_x) != 0;
    }
}

/* Whether steps of several sizes ask for different numbers of values, or for Jacobians. */
static bool find_iterative(const struct study *s, const struct subject *again,
                           double begin, const double *x) {
    enum { SIZES = 8 };
    static const double size[SIZES] = {0.011,  0.037, 0.0029, 0.17,
                                       0.0007, 0.083, 0.31,   0.00013};
    json_t *counters = json_object();
    const double *ignored;
    int count[SIZES] = {0};
    bool differ = false;
    for (int i = 0; i < SIZES; i++) {
        double from[CONTROL_ENTRIES];
        for (int k = 0; k < CONTROL_ENTRIES; k++)
            from[k] = x[k] + 0.07 * i * (k + 1);
        if (again->start(again->self, begin + 0.21 * i, from) == 0 &&
            again->step(again->self, size[i]) == 0)
            count[i] = calls_of(again, &ignored);
        differ = differ || (count[i] > 0 && count[0] > 0 && count[i] != count[0]);
    }
    again->statistics(again->self, counters);
    bool asks = json_number_value(json_object_get(counters, "jacobian_calls")) > 0;
    json_decref(counters);
    return !s->foreign || asks || differ;
}

static int run_opened(struct control_run *run, const struct study *s,
                      const struct control_settings *settings, struct subject *runner,
                      struct subject *again, double begin, const double *x,
                      struct diagnostic *d) {
    const double *ignored;
    run->has_estimate = runner->estimate != NULL;
    run->has_calls = runner->calls != NULL;
    run->takes_max_step = runner->takes_max_step;
    if (again != NULL)
        run->is_iterative = find_iterative(s, again, begin, x);
    if (runner->start(runner->self, begin, x)) {
        note_failure(run, runner);
        return run->is_broken ? 0 : message_set(d, "%s", run->why.text);
    }
    run->calls = calls_of(runner, &ignored);
    make_steps(run, settings, runner, again);
    runner->statistics(runner->self, run->claimed);
    if (again != NULL && !run->failed)
        restart(run, settings, runner);
    return 0;
}

int control_run_make(struct control_run *run, const struct study *s,
                     const struct control_settings *settings, double begin,
                     const double *x, struct diagnostic *d) {
    struct subject runner, again;
    *run = (struct control_run){.restart_differs = -1, .claimed = json_object()};
    run->step = calloc((size_t)settings->most_steps, sizeof *run->step);
    if (run->step == NULL || run->claimed == NULL)
        return message_set(d, "out of memory");
    if (control_open(&runner, s, settings, d))
        return -1;
    struct control_settings undisturbed = *settings;
    undisturbed.failing_call = 0;
    int failed = settings->repeats ? control_open(&again, s, &undisturbed, d) : 0;
    if (!failed) {
        failed = run_opened(run, s, settings, &runner, settings->repeats ? &again : NULL,
                            begin, x, d);
        if (settings->repeats)
            again.free(again.self);
    }
    runner.free(runner.self);
    return failed;
}

bool control_differs(const struct control_step *step) {
    return step->apart > 1 || step->error_apart > 1 || !is_finite(step->next_x);
}

bool control_goes_on(const struct control_run *run) {
    int clean = 0, differ = 0;
    for (int i = 1; i < run->steps; i++) {
        const struct control_step *step = &run->step[i];
        if (step->rejected > 0 || isnan(step->apart))
            continue;
        clean++;
        differ += step->apart > 1;
    }
    return 2 * differ > clean;
}
