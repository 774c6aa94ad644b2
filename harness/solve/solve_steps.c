/* A log of steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/solve/solve_steps.h"

#include <float.h>
#include <math.h>

#include "harness/integrators/subject.h"
#include "harness/solve/solve.h"
#include "problems/model.h"

static void hear(void *context, const struct contact_event *event) {
    struct step_log *log = context;
    const int rows = model_contact_rows(log->model);
    const struct contact_answer *answer = event->answer;
    (void)record_append(
        &solution_solve_record, &log->step.solve, &log->step.solves,
        &(struct solution_solve){.phase = event->phase,
                                 .round = event->round,
                                 .t = event->t,
                                 .h = event->h,
                                 .impulse = answer->impulse,
                                 .expansion = (double *)event->expansion,
                                 .before = (double *)event->before,
                                 .after = (double *)event->after,
                                 .rows = rows,
                                 .imposed = event->expansion != NULL ? rows : 0,
                                 .iterations = answer->iterations,
                                 .verdict = contact_verdict_name(answer->verdict),
                                 .residual = answer->residual});
}

void step_log_begin(struct step_log *log) {
    struct subject *s = log->subject;
    if (s == NULL)
        return;
    log->t = s->time(s->self);
    log->solution->logs_steps = true;
    log->step.has_solves = s->listen_contacts != NULL;
    if (s->listen_contacts != NULL)
        s->listen_contacts(s->self, hear, log);
}

/* Times are rounded, and so are the sizes between them. */
static const char *name_code(const struct step_log *log, double t, bool failed) {
    const double rounding = 4 * DBL_EPSILON * fmax(fabs(t), log->max_step);
    if (failed)
        return "failed";
    if (t >= log->until)
        return "reached-end";
    return t - log->t >= log->max_step - rounding ? "max-step" : "advanced";
}

/* A measure under the name that the method has for it. */
static double either(const struct named_numbers *all, const char *name,
                     const char *other) {
    const double value = named_value(all, name);
    return isnan(value) ? named_value(all, other) : value;
}

static void find_sizes(const struct step_log *log, struct solution_step *step,
                       bool failed) {
    struct named_numbers counters = subject_counters(log->subject);
    const double size = either(&counters, "last_step", "previous_step");
    step->h = failed ? NAN : isnan(size) ? step->t - log->t : size;
    step->next = either(&counters, "next_step", "ideal_next_step");
    named_clear(&counters);
}

void step_log_note(struct step_log *log, bool failed) {
    struct subject *s = log->subject;
    struct solution_step *step = &log->step;
    if (s == NULL)
        return;
    step->t = s->time(s->self);
    find_sizes(log, step, failed);
    (void)record_set_text(&step->code, name_code(log, step->t, failed));
    step->state = state_of(log->model, s->state(s->self), NULL);
    (void)record_append(&solution_step_record, &log->solution->step,
                        &log->solution->steps, step);
    log->t = step->t;
    record_clear(&solution_step_record, step);
    step->has_solves = s->listen_contacts != NULL;
}

void step_log_end(struct step_log *log) {
    if (log->subject != NULL && log->subject->listen_contacts != NULL)
        log->subject->listen_contacts(log->subject->self, NULL, NULL);
    record_clear(&solution_step_record, &log->step);
}
