/* One integrator over a ladder of accuracies: error against evaluations.
 *
 * The error is sqrt(sum_k h_k e_k^2 / sum_k h_k) over the accepted steps, e_k the largest
 * |x_i - truth| at the end of step k: at the end of the span alone it passes through
 * zero, or has died away, by accident. Evaluations are those of the rates; a Jacobian
 * that an integrator was given costs as many as it has columns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/work.h"

#include <math.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/numbers/fit.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/study.h"
#include "harness/studies/common/evaluations.h"

/* The first step's target, as a part of the span: all integrators begin alike. */
static const double initial_part = 1e-3;

/* Of an iteration in fixed steps. */
static const double tight_accuracy = 1e-14;

/* An error of this part of the solution's size is no solution. */
static const double unresolved = 0.2;

/* An error is one against the truth when it is so many times the truth's own. */
enum { TRUTH_MARGIN = 10 };

/* With fewer steps it is the first step's size that rules the error, not the accuracy. */
enum { LEAST_STEPS = 16 };

/* A run that has passed so many times the evaluations of a ladder is given up; a ladder
 * ends with the second of those. */
enum { GIVEN_UP = 2, MOST_GIVEN_UP = 2 };

/* Errors of the solution's size times this are rounding. */
static const double rounding = 1e-14;

typedef int opener(struct subject *s, const struct work_ladder *l, int which,
                   double accuracy, struct diagnostic *d);

static int open_own(struct subject *s, const struct work_ladder *l, int which,
                    double accuracy, struct diagnostic *d) {
    const struct study *study = l->study;
    struct subject_options options = subject_default_options();
    double span = l->trajectory->end - l->trajectory->begin;
    subject_choose(&options, study->method);
    options.integrator.mode = (enum fast_mode)which;
    options.integrator.fixed_step = false;
    options.integrator.accuracy = accuracy;
    options.integrator.max_step = span;
    options.integrator.initial_step = span * initial_part;
    options.integrator.min_step = 0;
    options.integrator.newton = FAST_REUSE;
    options.integrator.jacobian = FAST_FORWARD_DIFFERENCES;
    return study->open_subject(study->context, study->model, &options, s, d);
}

static int open_peer(struct subject *s, const struct work_ladder *l, int which,
                     double accuracy, struct diagnostic *d) {
    double span = l->trajectory->end - l->trajectory->begin;
    if (l->study->open_peer == NULL)
        return message_set(d, "peers are left out");
    const struct peer_options options = {.relative = 0,
                                         .absolute = accuracy,
                                         .initial_step = span * initial_part,
                                         .most_evaluations =
                                             GIVEN_UP * l->most_evaluations};
    return l->study->open_peer(s, which, l->study->model, &options, d);
}

static int open_foreign(struct subject *s, const struct work_ladder *l, int which,
                        double accuracy, struct diagnostic *d) {
    const struct study *study = l->study;
    struct subject_options options = subject_default_options();
    (void)which;
    options.integrator.fixed_step = l->fixed;
    options.integrator.accuracy = l->fixed ? tight_accuracy : accuracy;
    options.integrator.max_step =
        l->fixed ? accuracy : l->trajectory->end - l->trajectory->begin;
    return study->open_subject(study->context, study->model, &options, s, d);
}

/* Of the components begin .. end - 1. Infinite where one is not finite. */
static double distance(const double *x, const double *exact, int begin, int end) {
    double largest = 0;
    for (int i = begin; i < end; i++) {
        double difference = fabs(x[i] - exact[i]);
        largest = isfinite(difference) ? fmax(largest, difference) : INFINITY;
        if (largest == INFINITY)
            break;
    }
    return largest;
}

static void read_counters(struct work_point *p, const struct subject *s, int columns) {
    struct named_numbers all = subject_counters(s);
    if (named_find(&all, "steps_taken") != NULL)
        p->steps = named_count(&all, "steps_taken");
    p->jacobians = named_count(&all, "jacobian_evals");
    named_clear(&all);
    p->evaluations = evaluations_of(s, columns);
}

static double longest_step(const struct work_ladder *l, const struct work_point *p) {
    return l->fixed ? p->accuracy : l->trajectory->end - l->trajectory->begin;
}

/* Adds a step's squared error, over all and of each kind. */
static void add_error(const struct trajectory *t, const double *x, const double *exact,
                      double h, double *sum) {
    double largest = 0;
    for (int k = 0, begin = 0; k < TRAJECTORY_KINDS; k++) {
        double error = distance(x, exact, begin, t->kind_end[k]);
        sum[k] += h * error * error;
        largest = fmax(largest, error);
        begin = t->kind_end[k];
    }
    sum[TRAJECTORY_KINDS] += h * largest * largest;
}

/* Spinning tops have velocities of 50 and positions of 1: each kind has its own size. One that
 * stays zero has none. */
static bool is_resolved(const struct trajectory *t, const double *sum) {
    for (int k = 0; k < TRAJECTORY_KINDS; k++) {
        double error = sqrt(sum[k] / (t->end - t->begin));
        if (t->kind_size[k] > 0 && !(error < unresolved * t->kind_size[k]))
            return false;
    }
    return true;
}

/* Steps to the end, taking errors; `exact` is room for a state. Nonzero: p->why says
 * why. */
static int run_with_errors(struct work_point *p, const struct work_ladder *l,
                           const struct subject *s, double *exact) {
    const struct trajectory *t = l->trajectory;
    double sum[TRAJECTORY_KINDS + 1] = {0}, now = t->begin;
    if (s->start(s->self, t->begin, t->initial))
        return message_set(&p->why, "%s", s->why(s->self));
    for (long k = 0; now < t->end; k++) {
        if (evaluations_exceed(s, t->nx, k, GIVEN_UP * (double)l->most_evaluations))
            return message_set(&p->why, "given up after %ld steps, at t = %g", k, now);
        if (s->advance(s->self, longest_step(l, p), t->end))
            return message_set(&p->why, "%s", s->why(s->self));
        double after = s->time(s->self);
        if (!(after > now))
            return message_set(&p->why, "a step ends at t = %g, where it began", now);
        trajectory_at(t, after, exact);
        add_error(t, s->state(s->self), exact, after - now, sum);
        p->steps = k + 1;
        now = after;
    }
    p->error = sqrt(sum[TRAJECTORY_KINDS] / (t->end - t->begin));
    p->resolved = is_resolved(t, sum);
    return 0;
}

static int measure(struct work_point *p, const struct work_ladder *l, opener *open,
                   int which, double *exact, struct diagnostic *d) {
    struct subject s;
    if (open(&s, l, which, p->accuracy, d))
        return -1;
    bool done = run_with_errors(p, l, &s, exact) == 0;
    read_counters(p, &s, l->trajectory->nx);
    if (!done)
        p->error = NAN;
    p->used = p->error > TRUTH_MARGIN * l->trajectory->radius && p->resolved &&
              p->steps >= LEAST_STEPS;
    s.free(s.self);
    return 0;
}

static bool is_exact(const struct work_curve *c, double size) {
    bool all = c->points > 0;
    for (int k = 0; k < c->points; k++)
        all = all && c->point[k].error <= rounding * size;
    return all;
}

static int climb(struct work_curve *c, const struct work_ladder *l, opener *open,
                 int which, struct diagnostic *d) {
    double *exact = calloc((size_t)l->trajectory->nx + 1, sizeof *exact);
    int failed = exact == NULL ? message_set(d, "out of memory") : 0;
    int used = 0, given_up = 0;
    for (int k = 0; k < WORK_MOST_POINTS && used < l->points && !failed; k++) {
        struct work_point *p = &c->point[k];
        *p = (struct work_point){.accuracy = l->first * pow(l->factor, k), .error = NAN};
        failed = measure(p, l, open, which, exact, d);
        c->points += !failed;
        used += p->used;
        bool costly = p->evaluations > (double)l->most_evaluations;
        given_up += costly && isnan(p->error);
        if (given_up == MOST_GIVEN_UP || (costly && !isnan(p->error)))
            break;
    }
    c->is_exact = !failed && is_exact(c, l->trajectory->size);
    free(exact);
    return failed;
}

int work_own(struct work_curve *c, const struct work_ladder *l, enum fast_mode mode,
             struct diagnostic *d) {
    *c = (struct work_curve){.name = mode == FAST_DEFAULT ? "default" : "faithful"};
    return climb(c, l, open_own, (int)mode, d);
}

/* One that cannot be had is a curve without points. */
static int climb_of_others(struct work_curve *c, const struct work_ladder *l,
                           opener *open, int which, struct diagnostic *d) {
    struct diagnostic why = {""};
    if (climb(c, l, open, which, &why) == 0)
        return 0;
    c->why = why;
    return c->points > 0 ? message_set(d, "%s", why.text) : 0;
}

int work_peer(struct work_curve *c, const struct work_ladder *l, enum peer peer,
              struct diagnostic *d) {
    *c = (struct work_curve){.name = peer_name((int)peer)};
    return climb_of_others(c, l, open_peer, (int)peer, d);
}

int work_foreign(struct work_curve *c, const struct work_ladder *l,
                 struct diagnostic *d) {
    *c = (struct work_curve){.name = l->fixed ? "fixed-steps" : "error-control"};
    return climb_of_others(c, l, open_foreign, 0, d);
}

struct work_line work_fit(const struct work_curve *c) {
    struct work_line line = {.points = 0};
    double x[WORK_MOST_POINTS], y[WORK_MOST_POINTS];
    double least = INFINITY, most = 0;
    for (int k = 0; k < c->points; k++) {
        if (!c->point[k].used)
            continue;
        x[line.points] = log(c->point[k].error);
        y[line.points] = log(c->point[k].evaluations);
        line.centre += x[line.points];
        least = fmin(least, c->point[k].error);
        most = fmax(most, c->point[k].error);
        line.points++;
    }
    line.spread = line.points ? most / least : 1;
    if (line.points < 2 || !(line.spread > 1))
        return line;
    line.centre /= line.points;
    const struct fit_line fit = fit_line(x, y, line.points);
    line.intercept = fit.intercept;
    line.slope = fit.slope;
    line.residual = sqrt(fit.squares / (line.points > 2 ? line.points - 2 : 1));
    return line;
}

json_t *work_points(const struct work_curve *c) {
    json_t *list = json_array();
    for (int k = 0; k < c->points; k++) {
        const struct work_point *p = &c->point[k];
        json_t *point = json_pack(
            "{s:o, s:o, s:o, s:I, s:I, s:b}", "accuracy", json_number(p->accuracy),
            "error", json_number(p->error), "evaluations", json_number(p->evaluations),
            "steps", (json_int_t)p->steps, "jacobians", (json_int_t)p->jacobians, "used",
            (int)p->used);
        if (p->why.text[0] != '\0')
            json_object_set_new(point, "why", json_string(p->why.text));
        json_array_append_new(list, point);
    }
    return list;
}
