/* Counters whose meaning is the integrator's affair, as those of one from outside: the same run
 * is to count the same. Those of its calls are counted for it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/statistics/study_statistics.h"

/* Steps of a run, and their part of the span. */
enum { STEPS = 16, STEP_PART = 211 };

static const char calls[] = "_calls";

static bool is_of_calls(const char *name) {
    size_t length = strlen(name), end = strlen(calls);
    return length >= end && strcmp(name + length - end, calls) == 0;
}

/* The counters after some steps; a run may end early. */
static struct named_numbers count_run(const struct subject *s, double t, const double *x,
                                      double h) {
    if (s->start(s->self, t, x) == 0)
        subject_steps(s, h, STEPS); /* as far as it gets */
    return subject_counters(s);
}

static int append(const struct study *s, struct results *results,
                  const struct named_numbers *first, const struct named_numbers *again) {
    struct result r = result_begin(s->model, "statistics", "double", "counters");
    int own = 0, differing = 0;
    r.points = json_array();
    for (int i = 0; i < first->count; i++) {
        const char *name = first->list[i].name;
        const double value = first->list[i].number.value,
                     other = named_value(again, name);
        const bool same = value == other || (isnan(value) && isnan(other));
        own += !is_of_calls(name);
        differing += !same;
        json_array_append_new(r.points,
                              json_pack("{s:s, s:o, s:b, s:b}", "counter", name, "value",
                                        decimal_tell(&first->list[i].number), "same",
                                        same, "used", 1));
    }
    r.grade = "none";
    r.required = true;
    r.low = differing;
    result_hold(&r, differing, 0);
    return result_append(results, s, &r,
                         "of %d counters those that are not the same in the same run%s",
                         first->count,
                         own > 0 ? ""
                                 : "; the integrator has none of its own, these are of "
                                   "its calls");
}

int statistics_repeat(const struct study *s, struct results *results,
                      struct diagnostic *d) {
    struct model *m = s->model;
    struct subject_options options = subject_default_options();
    struct subject subject;
    double begin, end, *x = initial_alloc(m, 0, &begin, &end, d);
    int failed = x == NULL || s->open_subject(s->context, m, &options, &subject, d);
    if (!failed) {
        double h = (end - begin) / STEP_PART;
        struct named_numbers first = count_run(&subject, begin, x, h);
        struct named_numbers again = count_run(&subject, begin, x, h);
        failed = append(s, results, &first, &again);
        named_clear(&first);
        named_clear(&again);
        subject.free(subject.self);
    }
    free(x);
    return failed;
}
