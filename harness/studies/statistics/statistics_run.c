/* Runs of the statistics study, and what is counted in them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/results/study.h"
#include "harness/studies/common/evaluations.h"
#include "harness/studies/statistics/study_statistics.h"
#include "problems/model.h"

bool statistics_is_faithful(const struct statistics_setting *setting) {
    return setting->options.integrator.mode == FAST_FAITHFUL;
}

const char *statistics_mode_of(const struct statistics_setting *setting) {
    return statistics_is_faithful(setting) ? "faithful" : "default";
}

static void read_counters(struct statistics_outcome *o, const struct subject *subject) {
    struct named_numbers all = subject_counters(subject);
#define OF_PAIR(name) o->pair.name = named_count(&all, #name);
    PAIR_COUNTER_LIST(OF_PAIR)
#undef OF_PAIR
#define OF_PAIR(name) o->pair.name = named_value(&all, #name);
    PAIR_MEASURE_LIST(OF_PAIR)
#undef OF_PAIR
#define OF_PROJECTED(name) o->projected.name = named_count(&all, #name);
    PROJECTED_COUNTER_LIST(OF_PROJECTED)
#undef OF_PROJECTED
#define OF_PROJECTED(name) o->projected.name = named_value(&all, #name);
    PROJECTED_MEASURE_LIST(OF_PROJECTED)
#undef OF_PROJECTED
    o->has_calls = named_find(&all, "rates_calls") != NULL;
    o->calls = named_count(&all, "rates_calls");
    named_clear(&all);
}

static void note_step(struct statistics_outcome *o, const struct subject *s,
                      double size) {
    double position = 0, velocity = 0;
    if (o->steps++ == 0)
        o->first = o->smallest = o->largest = size;
    o->last = size;
    o->largest = fmax(o->largest, size);
    o->smallest = fmin(o->smallest, size);
    if (s->joints == 0 || s->constraint_errors == NULL)
        return;
    s->constraint_errors(s->self, &position, &velocity);
    o->position_error = fmax(o->position_error, position);
    o->velocity_error = fmax(o->velocity_error, velocity);
}

static void take_steps(struct statistics_outcome *o, const struct subject *s,
                       const struct statistics_setting *setting) {
    double t = s->time(s->self);
    while (t < setting->end && o->steps < setting->most_steps &&
           !evaluations_exceed(s, 0, o->steps, setting->most_evaluations)) {
        if (s->advance(s->self, setting->longest, setting->end)) {
            message_set(&o->why, "%s", s->why(s->self));
            return;
        }
        double after = s->time(s->self);
        note_step(o, s, after - t);
        t = after;
    }
    o->succeeded = true;
    o->complete = t >= setting->end;
}

/* state[nx] := the start, where the integrator begins. */
static int start(const struct subject *subject, struct model *m, double *state,
                 struct diagnostic *d) {
    double begin;
    if (initial_in_double(m, &begin, state, d))
        return -1;
    return subject->start(subject->self, begin, state)
               ? message_set(d, "%s: %s", m->name, subject->why(subject->self))
               : 0;
}

int statistics_run(struct statistics_outcome *o, const struct study *s,
                   const struct statistics_setting *setting, struct diagnostic *d) {
    const struct model *m = s->model;
    const size_t nx = (size_t)(m->nq + m->nv + m->nz);
    struct subject subject;
    *o = (struct statistics_outcome){.state = calloc(nx + 1, sizeof *o->state)};
    if (o->state == NULL)
        return message_set(d, "%s: out of memory", m->name);
    if (s->open_subject(s->context, s->model, &setting->options, &subject, d))
        return -1;
    if (subject.listen != NULL)
        subject.listen(subject.self, decisions_keep, &o->decisions);
    int failed = start(&subject, s->model, o->state, d);
    if (!failed) {
        take_steps(o, &subject, setting);
        read_counters(o, &subject);
        memcpy(o->state, subject.state(subject.self), nx * sizeof *o->state);
    }
    subject.free(subject.self);
    return failed;
}

void statistics_outcome_clear(struct statistics_outcome *o) {
    decisions_clear(&o->decisions);
    free(o->state);
}

int statistics_runs_make(struct statistics_runs *r, const struct study *s,
                         const struct projected_traits *traits,
                         struct statistics_setting *settings, int count,
                         struct diagnostic *d) {
    *r = (struct statistics_runs){
        .study = s, .traits = traits, .count = count, .setting = settings};
    r->outcome = calloc((size_t)count + 1, sizeof *r->outcome);
    int failed =
        r->outcome == NULL ? message_set(d, "%s: out of memory", s->model->name) : 0;
    for (int k = 0; k < count && !failed; k++)
        failed = statistics_run(&r->outcome[k], s, &settings[k], d);
    return failed;
}

void statistics_runs_clear(struct statistics_runs *r) {
    for (int k = 0; k < r->count && r->outcome != NULL; k++)
        statistics_outcome_clear(&r->outcome[k]);
    free(r->outcome);
    free(r->setting);
}

json_t *statistics_point(const struct statistics_setting *setting,
                         const struct statistics_outcome *o) {
    json_t *point = json_pack("{s:s, s:s}", "setting", setting->name, "mode",
                              statistics_mode_of(setting));
    if (!o->succeeded)
        json_object_set_new(point, "why", json_string(o->why.text));
    return point;
}
