/* The long-run study: the energy of a conservative model over many times its span, for a
 * person to look at. Relative to E's size at the start, |E_0| + sum |dE/dx_i| |x_i|,
 *
 *     e(t) = (E(t) - E_0) / size,
 *
 * with its drift, the slope of a line through it by least squares (GSL), and the largest |e|
 * over the run. A dissipative method loses energy for good, a symplectic one keeps |e|
 * bounded; neither is a fault, so that nothing here is required.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/numbers/fit.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/result.h"
#include "harness/studies/drift/study_invariants.h"
#include "problems/model.h"

/* Spans, steps in each, and steps from one point of the series to the next. */
enum { SPANS = 50, STEPS_IN_SPAN = 200, STEPS_BETWEEN = 25 };
enum { MOST_POINTS = SPANS * STEPS_IN_SPAN / STEPS_BETWEEN };

/* Half-width of the slope's interval in standard errors: 99 % of a normal distribution. */
static const double half_width = 2.58;

/* Points through which a line is laid. */
enum { LEAST_POINTS = 8 };

struct series {
    const struct study *study;
    struct invariants invariants;
    int energy; /* which of the invariants it is */
    double begin, step;
    double *initial; /* (size nx) */
    int points;
    double time[MOST_POINTS], error[MOST_POINTS];
    struct diagnostic why; /* why it ended early; "" */
};

static int read_start(struct series *r, struct diagnostic *d) {
    struct model *m = r->study->model;
    double end;
    r->initial = initial_alloc(m, 0, &r->begin, &end, d);
    if (r->initial == NULL)
        return -1;
    r->step = (end - r->begin) / STEPS_IN_SPAN;
    invariants_start(&r->invariants, r->begin, r->initial);
    return 0;
}

/* Some steps to the next point of the series. Nonzero: r->why says why not. */
static int go_on(struct series *r, const struct subject *s, double size) {
    double t;
    for (int k = 0; k < STEPS_BETWEEN; k++)
        if (s->step(s->self, r->step))
            return message_set(&r->why, "; it ends at t = %g: %s", s->time(s->self),
                               s->why(s->self));
    t = s->time(s->self);
    double change =
        invariants_change(&r->invariants, r->energy, t, s->state(s->self)) / size;
    if (!isfinite(change))
        return message_set(&r->why, "; at t = %g the energy is no number", t);
    r->time[r->points] = t;
    r->error[r->points++] = change;
    return 0;
}

static int run(struct series *r, struct diagnostic *d) {
    const struct study *study = r->study;
    struct subject_options options = study_options(study);
    struct subject s;
    if (study->open_subject(study->context, study->model, &options, &s, d))
        return -1;
    double size = invariants_size(&r->invariants, r->energy, r->initial);
    int failed = s.start(s.self, r->begin, r->initial);
    if (failed)
        message_set(d, "%s: %s", study->model->name, s.why(s.self));
    while (!failed && r->points < MOST_POINTS && go_on(r, &s, size) == 0)
        continue;
    s.free(s.self);
    return failed;
}

static json_t *list_points(const struct series *r) {
    json_t *list = json_array();
    for (int k = 0; k < r->points; k++)
        json_array_append_new(list,
                              json_pack("{s:o, s:o, s:b}", "t", json_number(r->time[k]),
                                        "error", json_number(r->error[k]), "used", 1));
    return list;
}

static struct result begin_result(const struct series *r, const char *quantity) {
    struct result result = result_begin(r->study->model, "long-run", "double", quantity);
    result.mode = result_mode(r->study);
    result.grade = "none";
    result.required = false;
    result.verdict = r->why.text[0] == '\0' ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
    return result;
}

static int append_drift(const struct series *r, struct results *results) {
    struct result result = begin_result(r, "energy-drift");
    if (r->points >= LEAST_POINTS) {
        const struct fit_line line = fit_line(r->time, r->error, r->points);
        result.value = line.slope;
        result.low = line.slope - half_width * line.error;
        result.high = line.slope + half_width * line.error;
    }
    return result_append(results, r->study, &result,
                         "relative change of the energy in a unit of time, over %d spans "
                         "with %d steps each%s",
                         SPANS, STEPS_IN_SPAN, r->why.text);
}

static int append_error(const struct series *r, struct results *results) {
    struct result result = begin_result(r, "energy-error");
    double largest = 0;
    for (int k = 0; k < r->points; k++)
        largest = fmax(largest, fabs(r->error[k]));
    result.value = largest;
    result.points = list_points(r);
    return result_append(results, r->study, &result,
                         "largest relative error of the energy over %d spans with %d "
                         "steps each%s",
                         SPANS, STEPS_IN_SPAN, r->why.text);
}

int study_long_run(const struct study *s, struct results *results, struct diagnostic *d) {
    struct series *r;
    int energy = model_find_invariant(s->model, "energy");
    if (s->effort != STUDY_REPORT || energy < 0 || !result_is_required(s->model))
        return 0;
    r = calloc(1, sizeof *r);
    if (r == NULL)
        return message_set(d, "%s: out of memory", s->model->name);
    r->study = s;
    r->energy = energy;
    int failed = invariants_init(&r->invariants, s->model)
                     ? message_set(d, "%s: out of memory", s->model->name)
                     : read_start(r, d) || run(r, d);
    failed = failed || append_drift(r, results) || append_error(r, results);
    invariants_clear(&r->invariants);
    free(r->initial);
    free(r);
    return failed;
}
