/* The settings of the statistics study, and one run under one of them.
 *
 * Fixed steps are powers of two, so that times that begin at zero are exact and no sliver
 * of a step is left at the end that would depend on rounding.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/studies/common/evaluations.h"
#include "harness/studies/statistics/study_statistics.h"

/* Fixed steps in a run, longest and shortest steps under error control. */
enum { GATE_STEPS = 24, REPORT_STEPS = 96, LONGEST_PART = 8, LEAST_PART = 64 };

/* A run ends when it has passed so many evaluations. */
#define GATE_EVALUATIONS 1e4
#define REPORT_EVALUATIONS 1e5

/* Accuracies of the Newton iteration and of error control; the largest |x_i| of the
 * start, where it is larger than 1, is their unit. */
#define TIGHT 1e-7
#define LOOSE 1e-2

struct template {
    const char *name;
    bool fixed_step;
    enum pair_newton newton;
    enum pair_jacobian jacobian;
    double accuracy; /* 0: unset */
    bool least;      /* with a shortest step, which is passed silently */
};

static const struct template TEMPLATE[] = {
    {"fixed", true, FAST_REUSE, FAST_FORWARD_DIFFERENCES, 0, false},
    {"controlled", false, FAST_REUSE, FAST_FORWARD_DIFFERENCES, LOOSE, false},
    {"controlled, least step", false, FAST_REUSE, FAST_FORWARD_DIFFERENCES, LOOSE / 10,
     true},
    {"fixed, fresh, central", true, FAST_FRESH, FAST_CENTRAL_DIFFERENCES, TIGHT, false},
    {"controlled, full, exact", false, FAST_FULL, FAST_EXACT_JACOBIAN, LOOSE, false},
    {"fixed, tight", true, FAST_REUSE, FAST_FORWARD_DIFFERENCES, TIGHT, false},
    {"controlled, fresh", false, FAST_FRESH, FAST_FORWARD_DIFFERENCES, LOOSE / 10, false},
};
enum { TEMPLATES = sizeof TEMPLATE / sizeof TEMPLATE[0] };

const char *statistics_mode_name(enum fast_mode mode) {
    return mode == FAST_FAITHFUL ? "faithful" : "default";
}

enum integrator_method statistics_method(const struct study *s) {
    enum integrator_method method = FAST_VELOCITY_IMPLICIT_EULER;
    subject_method_find(&method,
                        s->method); /* a foreign integrator's name is none of ours */
    return method;
}

static struct statistics_setting fill_in(const struct template *t, enum fast_mode mode,
                                         double begin, double step, int steps,
                                         double unit) {
    double part = step * steps, least = t->least ? part / LEAST_PART : 0;
    return (struct statistics_setting){
        .name = t->name,
        .mode = mode,
        .fixed_step = t->fixed_step,
        .newton = t->newton,
        .jacobian = t->jacobian,
        .accuracy = t->accuracy > 0 ? t->accuracy * unit : NAN,
        .step = t->fixed_step ? step : part / LONGEST_PART,
        .initial_step = t->fixed_step ? NAN : fmax(step, least),
        .min_step = least,
        .end = begin + part,
    };
}

struct statistics_setting *statistics_settings(const struct study *s, int *count,
                                               struct diagnostic *d) {
    struct model *m = s->model;
    int nx = m->nq + m->nv + m->nz, steps = GATE_STEPS;
    double begin, end, unit = 1;
    double *x = calloc((size_t)nx + 1, sizeof *x);
    struct statistics_setting *made = calloc(2 * TEMPLATES, sizeof *made);
    if (s->effort == STUDY_REPORT)
        steps = REPORT_STEPS;
    int failed = x == NULL || made == NULL ? message_set(d, "%s: out of memory", m->name)
                                           : initial_and_end(m, &begin, x, &end, d);
    if (failed) {
        free(x);
        free(made);
        return NULL;
    }
    for (int i = 0; i < nx; i++)
        unit = fmax(unit, fabs(x[i]));
    double step = exp2(floor(log2((end - begin) / steps)));
    for (int k = 0; k < 2 * TEMPLATES; k++)
        made[k] = fill_in(&TEMPLATE[k / 2], k % 2 ? FAST_DEFAULT : FAST_FAITHFUL, begin,
                          step, steps, unit);
    *count = 2 * TEMPLATES;
    free(x);
    return made;
}

static struct subject_options options_of(const struct study *s,
                                         const struct statistics_setting *setting) {
    struct subject_options options = subject_default_options();
    options.integrator.method = statistics_method(s);
    options.integrator.mode = setting->mode;
    options.integrator.fixed_step = setting->fixed_step;
    options.integrator.newton = setting->newton;
    options.integrator.jacobian = setting->jacobian;
    options.integrator.accuracy = setting->accuracy;
    options.integrator.max_step = setting->step;
    options.integrator.initial_step = setting->initial_step;
    options.integrator.min_step = setting->min_step;
    options.integrator.throw_on_min_step = !(setting->min_step > 0);
    options.counts_calls = true;
    return options;
}

static void read_counters(struct statistics_outcome *o, const struct subject *subject) {
    json_t *object = json_object();
    subject->statistics(subject->self, object);
#define READ_COUNTER(name)                                                               \
    o->counters.name = (long)json_integer_value(json_object_get(object, #name));
    PAIR_COUNTER_LIST(READ_COUNTER)
#undef READ_COUNTER
#define READ_MEASURE(name)                                                               \
    o->counters.name = json_is_number(json_object_get(object, #name))                    \
                           ? json_number_value(json_object_get(object, #name))           \
                           : NAN;
    PAIR_MEASURE_LIST(READ_MEASURE)
#undef READ_MEASURE
    const json_t *calls = json_object_get(object, "rates_calls");
    o->has_calls = json_is_integer(calls);
    o->calls = (long)json_integer_value(calls);
    json_decref(object);
}

static void note_step(struct statistics_outcome *o, double size) {
    if (o->steps == 0)
        o->first = o->smallest = o->largest = size;
    o->last = size;
    o->largest = fmax(o->largest, size);
    o->smallest = fmin(o->smallest, size);
    o->steps++;
}

static void take_steps(struct statistics_outcome *o, const struct subject *subject,
                       const struct statistics_setting *setting, double most) {
    void *self = subject->self;
    double t = subject->time(self);
    while (t < setting->end && !evaluations_exceed(subject, 0, o->steps, most)) {
        if (subject->advance(self, setting->step, setting->end)) {
            message_set(&o->why, "%s", subject->why(self));
            return;
        }
        double after = subject->time(self);
        note_step(o, after - t);
        t = after;
    }
    o->succeeded = true;
}

static int start(const struct subject *subject, struct model *m, struct diagnostic *d) {
    double begin, *x = calloc((size_t)(m->nq + m->nv + m->nz) + 1, sizeof *x);
    if (x == NULL)
        return message_set(d, "%s: out of memory", m->name);
    int failed = initial_in_double(m, &begin, x, d);
    if (!failed && subject->start(subject->self, begin, x))
        failed = message_set(d, "%s: %s", m->name, subject->why(subject->self));
    free(x);
    return failed;
}

int statistics_run(struct statistics_outcome *o, const struct study *s,
                   const struct statistics_setting *setting, struct diagnostic *d) {
    struct subject subject;
    struct subject_options options = options_of(s, setting);
    *o = (struct statistics_outcome){.succeeded = false};
    if (s->open_subject(s->context, s->model, &options, &subject, d))
        return -1;
    if (subject.listen != NULL)
        subject.listen(subject.self, decisions_keep, &o->decisions);
    int failed = start(&subject, s->model, d);
    if (!failed) {
        take_steps(o, &subject, setting,
                   s->effort == STUDY_GATE ? GATE_EVALUATIONS : REPORT_EVALUATIONS);
        read_counters(o, &subject);
    }
    subject.free(subject.self);
    return failed;
}

void statistics_outcome_clear(struct statistics_outcome *o) {
    decisions_clear(&o->decisions);
}

json_t *statistics_point(const struct statistics_setting *setting,
                         const struct statistics_outcome *o) {
    json_t *point = json_object();
    json_object_set_new(point, "setting", json_string(setting->name));
    json_object_set_new(point, "mode", json_string(statistics_mode_name(setting->mode)));
    if (!o->succeeded)
        json_object_set_new(point, "why", json_string(o->why.text));
#define ADD_COUNTER(name)                                                                \
    json_object_set_new(point, #name, json_integer(o->counters.name));
    PAIR_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
#define ADD_MEASURE(name)                                                                \
    json_object_set_new(point, #name,                                                    \
                        isfinite(o->counters.name) ? json_real(o->counters.name)         \
                                                   : json_null());
    PAIR_MEASURE_LIST(ADD_MEASURE)
#undef ADD_MEASURE
    return point;
}
