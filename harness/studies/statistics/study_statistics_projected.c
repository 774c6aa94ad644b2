/* The statistics study of semi-explicit Euler and its relatives: the settings and the runs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/statistics/study_statistics_projected.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/studies/statistics/study_statistics.h"

/* Fixed steps in a run. They are powers of two, so that times that begin at zero are exact and
 * no sliver of a step is left at the end that would depend on rounding. */
enum { GATE_STEPS = 64, REPORT_STEPS = 256 };

/* A run is cut short when it has passed so many steps. */
enum { GATE_MOST = 4000, REPORT_MOST = 40000 };

struct template {
    const char *name;
    bool fixed_step;
    enum projected_projection projection;
    enum projected_norm norm;
    double accuracy;
};

static const struct template TEMPLATE[] = {
    {"fixed", true, PROJECTED_LAZY, PROJECTED_ROOT_MEAN_SQUARE, 1e-3},
    {"fixed, every step", true, PROJECTED_EVERY_STEP, PROJECTED_ROOT_MEAN_SQUARE, 1e-5},
    {"controlled", false, PROJECTED_LAZY, PROJECTED_ROOT_MEAN_SQUARE, 1e-3},
    {"controlled, tight", false, PROJECTED_LAZY, PROJECTED_ROOT_MEAN_SQUARE, 1e-5},
    {"controlled, largest", false, PROJECTED_LAZY, PROJECTED_INFINITY, 1e-2},
    {"controlled, every step", false, PROJECTED_EVERY_STEP, PROJECTED_ROOT_MEAN_SQUARE,
     1e-4},
};
enum { TEMPLATES = sizeof TEMPLATE / sizeof TEMPLATE[0], MODES = 2 };

/* Error control needs an estimate, and backward differentiation knows no fixed steps. */
static bool is_for(const struct template *t, const struct projected_traits *traits) {
    if (traits == NULL)
        return !t->fixed_step;
    return t->fixed_step || traits->estimate > 0;
}

static void choose_settings(struct projected_runs *r, double begin, double end) {
    const int steps = r->study->effort == STUDY_GATE ? GATE_STEPS : REPORT_STEPS;
    double step = exp2(floor(log2((end - begin) / steps)));
    for (int k = 0; k < MODES * TEMPLATES; k++) {
        const struct template *t = &TEMPLATE[k / MODES];
        if (!is_for(t, r->traits))
            continue;
        r->setting[r->count++] = (struct projected_setting){
            .name = t->name,
            .mode = k % MODES ? FAST_DEFAULT : FAST_FAITHFUL,
            .fixed_step = t->fixed_step,
            .projection = t->projection,
            .norm = t->norm,
            .accuracy = t->accuracy,
            .step = step,
            .begin = begin,
            .end = begin + step * steps,
        };
    }
}

static struct subject_options options_of(const struct projected_runs *r,
                                         const struct projected_setting *setting) {
    struct subject_options options = subject_default_options();
    subject_choose(&options, r->study->method);
    if (r->traits != NULL)
        options.integrator.form = r->traits->form;
    options.integrator.mode = setting->mode;
    options.integrator.fixed_step = setting->fixed_step;
    options.integrator.step = setting->fixed_step ? setting->step : NAN;
    options.integrator.accuracy = setting->fixed_step ? NAN : setting->accuracy;
    options.integrator.constraint_tolerance = setting->accuracy / 10;
    options.integrator.projection = setting->projection;
    options.integrator.norm = setting->norm;
    options.integrator.initial_step = setting->fixed_step ? NAN : setting->step;
    options.counts_calls = true;
    return options;
}

static void read_counters(struct projected_outcome *o, const struct subject *subject) {
    json_t *object = json_object();
    subject->statistics(subject->self, object);
#define READ_COUNTER(name)                                                               \
    o->counters.name = (long)json_integer_value(json_object_get(object, #name));
    PROJECTED_COUNTER_LIST(READ_COUNTER)
#undef READ_COUNTER
#define READ_MEASURE(name)                                                               \
    o->counters.name = json_is_number(json_object_get(object, #name))                    \
                           ? json_number_value(json_object_get(object, #name))           \
                           : NAN;
    PROJECTED_MEASURE_LIST(READ_MEASURE)
#undef READ_MEASURE
    o->calls = (long)json_integer_value(json_object_get(object, "rates_calls"));
    json_decref(object);
}

static void note_step(struct projected_outcome *o, const struct subject *s, double size) {
    double position = 0, velocity = 0;
    if (o->steps++ == 0)
        o->first = size;
    o->last = size;
    if (s->joints == 0 || s->constraint_errors == NULL)
        return;
    s->constraint_errors(s->self, &position, &velocity);
    o->position_error = fmax(o->position_error, position);
    o->velocity_error = fmax(o->velocity_error, velocity);
}

static void take_steps(struct projected_outcome *o, const struct subject *s,
                       const struct projected_setting *setting, long most) {
    double t = s->time(s->self);
    while (t < setting->end && o->steps < most) {
        double h = setting->fixed_step ? setting->step : INFINITY;
        if (s->advance(s->self, h, setting->end)) {
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

static int run(struct projected_runs *r, int k, const double *initial,
               struct diagnostic *d) {
    const struct study *s = r->study;
    const struct model *m = s->model;
    struct projected_outcome *o = &r->outcome[k];
    struct subject subject;
    struct subject_options options = options_of(r, &r->setting[k]);
    size_t n = (size_t)(m->nq + m->nv + m->nz);
    if ((o->state = calloc(n + 1, sizeof *o->state)) == NULL)
        return message_set(d, "%s: out of memory", m->name);
    if (s->open_subject(s->context, s->model, &options, &subject, d))
        return -1;
    int failed = subject.start(subject.self, r->setting[k].begin, initial);
    if (failed) {
        message_set(d, "%s: %s", m->name, subject.why(subject.self));
    } else {
        take_steps(o, &subject, &r->setting[k],
                   s->effort == STUDY_GATE ? GATE_MOST : REPORT_MOST);
        read_counters(o, &subject);
        memcpy(o->state, subject.state(subject.self), n * sizeof *o->state);
    }
    subject.free(subject.self);
    return failed;
}

static int projected_runs_make(struct projected_runs *r, const struct study *s,
                               const struct projected_traits *traits,
                               struct diagnostic *d) {
    struct model *m = s->model;
    double begin, end,
        *initial = calloc((size_t)(m->nq + m->nv + m->nz) + 1, sizeof *initial);
    *r = (struct projected_runs){.study = s, .traits = traits};
    r->setting = calloc(MODES * TEMPLATES, sizeof *r->setting);
    r->outcome = calloc(MODES * TEMPLATES, sizeof *r->outcome);
    int failed = initial == NULL || r->setting == NULL || r->outcome == NULL
                     ? message_set(d, "%s: out of memory", m->name)
                     : initial_and_end(m, &begin, initial, &end, d);
    if (!failed)
        choose_settings(r, begin, end);
    for (int k = 0; k < r->count && !failed; k++)
        failed = run(r, k, initial, d);
    free(initial);
    return failed;
}

/* Chooses the settings and makes the runs. Freed with projected_runs_clear in any case.
 * Nonzero: *d says why; a run that fails is an outcome. */
static void projected_runs_clear(struct projected_runs *r) {
    for (int k = 0; k < r->count && r->outcome != NULL; k++)
        free(r->outcome[k].state);
    free(r->outcome);
    free(r->setting);
}

static int study_form(const struct study *s, const struct projected_traits *traits,
                      struct results *results, struct diagnostic *d) {
    struct projected_runs runs;
    int failed = projected_runs_make(&runs, s, traits, d);
    if (!failed &&
        (projected_identities(&runs, results) || projected_replay(&runs, results)))
        failed = message_set(d, "%s: out of memory", s->model->name);
    projected_runs_clear(&runs);
    return failed;
}

int statistics_projected(const struct study *s, struct statistics_truth *truth,
                         struct results *results, struct diagnostic *d) {
    const struct projected_traits *traits;
    int failed = 0;
    if (study_family(s) == INTEGRATOR_BDF)
        return study_form(s, NULL, results, d);
    for (int i = 0; !failed && (traits = projected_traits_of(s->method, i)) != NULL; i++)
        failed = study_form(s, traits, results, d);
    traits = projected_traits_of(s->method, 0);
    if (!failed && traits->estimate > 0 && s->model->reduced)
        failed = statistics_work(s, truth, results, d);
    return failed;
}
