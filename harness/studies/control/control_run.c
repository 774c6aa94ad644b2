/* A run under error control, watched from outside.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/control/control_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/numbers/finite.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/study.h"

/* After a new start so many steps are compared. */
enum { RESTART_STEPS = 40 };

/* An integrator for such a run; nonzero: *d says why not. */
static int control_open(struct subject *subject, const struct study *s,
                        const struct control_settings *settings, struct diagnostic *d) {
    struct subject_options options = study_method_options(s);
    options.integrator.accuracy = settings->accuracy;
    options.integrator.fixed_step = false;
    options.integrator.max_step = settings->max_step;
    options.records_calls = options.unlimited_advance = true;
    options.failing_call = settings->failing_call;
    options.fails_by_nan = settings->fails_by_nan;
    return s->open_subject(s->context, s->model, &options, subject, d);
}

void control_run_clear(struct control_run *run) {
    free(run->step);
    named_clear(&run->claimed);
    *run = (struct control_run){.step = NULL};
}

static bool has_incident(const double *call, int count) {
    for (int i = 0; i < count; i++)
        if (call[(size_t)i * (2 + CONTROL_ENTRIES)] != 0)
            return true;
    return false;
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

static void note_largest(struct control_step *step, const struct control_step *before) {
    for (int i = 0; i < CONTROL_ENTRIES; i++)
        step->largest[i] =
            fmax(before != NULL ? before->largest[i] : 0, fabs(step->x[i]));
}

static void note_failure(struct control_run *run, const struct subject *s) {
    const double *ignored;
    run->failed = true;
    run->accepted_not_finite = s->was_not_finite != NULL && s->was_not_finite(s->self);
    run->is_broken = s->is_broken != NULL && s->is_broken(s->self);
    message_set(&run->why, "%s", s->why(s->self));
    run->refuses = run->steps == 0 && !run->is_broken && s->calls != NULL &&
                   control_calls_of(s, &ignored) == 0;
}

static void make_steps(struct control_run *run, const struct control_settings *settings,
                       const struct subject *s, const struct subject *again) {
    while (run->steps < settings->most_steps && s->time(s->self) < settings->end) {
        struct control_step *step = &run->step[run->steps];
        const double *calls = NULL;
        begin_step(step, s);
        note_largest(step, run->steps > 0 ? step - 1 : NULL);
        bool ends_early = run->steps == 0 && settings->first_end > 0;
        if (s->advance(s->self, INFINITY,
                       ends_early ? settings->first_end : settings->end)) {
            note_failure(run, s);
            return;
        }
        end_step(run, step, s);
        run->accepted_not_finite =
            run->accepted_not_finite || !are_finite(step->next_x, CONTROL_ENTRIES);
        run->steps++;
        step->calls = control_calls_of(s, &calls);
        step->had_incident = has_incident(calls, step->calls);
        run->calls += step->calls;
        if (again != NULL)
            control_repeat_step(run, step, again,
                                settings->at_begin ? run->step[0].t : step->t, calls,
                                step->calls, settings->accuracy);
    }
    run->end = settings->end;
    run->reached_end = s->time(s->self) >= run->end;
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

static int run_opened(struct control_run *run, const struct study *s,
                      const struct control_settings *settings, struct subject *runner,
                      struct subject *again, double begin, const double *x,
                      struct diagnostic *d) {
    const double *ignored;
    run->has_estimate = runner->estimate != NULL;
    run->has_calls = runner->calls != NULL;
    run->takes_max_step = runner->takes_max_step;
    if (again != NULL)
        run->is_iterative = control_is_iterative(s, again, begin, x);
    if (runner->start(runner->self, begin, x)) {
        note_failure(run, runner);
        return run->is_broken ? 0 : message_set(d, "%s", run->why.text);
    }
    run->calls = control_calls_of(runner, &ignored);
    make_steps(run, settings, runner, again);
    run->claimed = subject_counters(runner);
    if (again != NULL && !run->failed)
        restart(run, settings, runner);
    return 0;
}

int control_run_make(struct control_run *run, const struct study *s,
                     const struct control_settings *settings, double begin,
                     const double *x, struct diagnostic *d) {
    struct subject runner, again;
    *run = (struct control_run){.restart_differs = -1};
    run->step = calloc((size_t)settings->most_steps, sizeof *run->step);
    if (run->step == NULL)
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
