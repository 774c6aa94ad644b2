/* The settings of the statistics study of the pair, and its counters.
 *
 * Fixed steps are powers of two, so that times that begin at zero are exact and no sliver
 * of a step is left at the end that would depend on rounding.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/results/study.h"
#include "harness/studies/statistics/study_statistics.h"
#include "problems/model.h"

/* Fixed steps in a run, longest and shortest steps under error control. */
enum { GATE_STEPS = 24, REPORT_STEPS = 96, LONGEST_PART = 8, LEAST_PART = 64 };

/* A run ends when it has passed so many evaluations. */
static const double gate_evaluations = 1e4;
static const double report_evaluations = 1e5;

/* Accuracies of the Newton iteration and of error control; the largest |x_i| of the
 * start, where it is larger than 1, is their unit. */
static const double tight = 1e-7;
static const double loose = 1e-2;

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
    {"controlled", false, FAST_REUSE, FAST_FORWARD_DIFFERENCES, loose, false},
    {"controlled, least step", false, FAST_REUSE, FAST_FORWARD_DIFFERENCES, loose / 10,
     true},
    {"fixed, fresh, central", true, FAST_FRESH, FAST_CENTRAL_DIFFERENCES, tight, false},
    {"controlled, full, exact", false, FAST_FULL, FAST_EXACT_JACOBIAN, loose, false},
    {"fixed, tight", true, FAST_REUSE, FAST_FORWARD_DIFFERENCES, tight, false},
    {"controlled, fresh", false, FAST_FRESH, FAST_FORWARD_DIFFERENCES, loose / 10, false},
};
enum { TEMPLATES = sizeof TEMPLATE / sizeof TEMPLATE[0] };

enum integrator_method statistics_method(const struct study *s) {
    enum integrator_method method = FAST_VELOCITY_IMPLICIT_EULER;
    subject_method_find(&method,
                        s->method); /* a foreign integrator's name is none of ours */
    return method;
}

static struct statistics_setting fill_in(const struct study *s, const struct template *t,
                                         enum fast_mode mode, double begin, double step,
                                         double part, double unit) {
    const double least = t->least ? part / LEAST_PART : 0;
    struct statistics_setting made = {
        .name = t->name,
        .options = subject_default_options(),
        .begin = begin,
        .end = begin + part,
        .longest = t->fixed_step ? step : part / LONGEST_PART,
        .most_evaluations =
            s->effort == STUDY_GATE ? gate_evaluations : report_evaluations,
        .most_steps = LONG_MAX};
    struct integrator_options *o = &made.options.integrator;
    made.options.counts_calls = true;
    o->method = statistics_method(s);
    o->mode = mode;
    o->fixed_step = t->fixed_step;
    o->newton = t->newton;
    o->jacobian = t->jacobian;
    o->accuracy = t->accuracy > 0 ? t->accuracy * unit : NAN;
    o->max_step = made.longest;
    o->initial_step = t->fixed_step ? NAN : fmax(step, least);
    o->min_step = least;
    o->throw_on_min_step = !(least > 0);
    return made;
}

struct statistics_setting *statistics_settings(const struct study *s, int *count,
                                               struct diagnostic *d) {
    struct model *m = s->model;
    int nx = m->nq + m->nv + m->nz, steps = GATE_STEPS;
    double begin, end, unit = 1, *x = initial_alloc(m, 0, &begin, &end, d);
    struct statistics_setting *made = calloc(2 * TEMPLATES, sizeof *made);
    if (s->effort == STUDY_REPORT)
        steps = REPORT_STEPS;
    if (x != NULL && made == NULL)
        message_set(d, "%s: out of memory", m->name);
    if (x == NULL || made == NULL) {
        free(x);
        free(made);
        return NULL;
    }
    for (int i = 0; i < nx; i++)
        unit = fmax(unit, fabs(x[i]));
    double step = exp2(floor(log2((end - begin) / steps)));
    for (int k = 0; k < 2 * TEMPLATES; k++)
        made[k] = fill_in(s, &TEMPLATE[k / 2], k % 2 ? FAST_DEFAULT : FAST_FAITHFUL,
                          begin, step, step * steps, unit);
    *count = 2 * TEMPLATES;
    free(x);
    return made;
}

json_t *statistics_pair_point(const struct statistics_setting *setting,
                              const struct statistics_outcome *o) {
    json_t *point = statistics_point(setting, o);
#define ADD_COUNTER(name) json_object_set_new(point, #name, json_integer(o->pair.name));
    PAIR_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
#define ADD_MEASURE(name)                                                                \
    json_object_set_new(point, #name,                                                    \
                        isfinite(o->pair.name) ? json_real(o->pair.name) : json_null());
    PAIR_MEASURE_LIST(ADD_MEASURE)
#undef ADD_MEASURE
    return point;
}
