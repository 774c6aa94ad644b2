/* What must hold among the counters of a run, whatever the model. Each identity has a
 * defect, the amount by which it is missed, which must be zero. Those of the faithful
 * mode follow from the algorithm of Drake's integrators:
 *
 *     evaluations = iterations + those for Jacobians + 2 (explicit steps)
 *                   [+ 1 for each implicit attempt of implicit Euler]
 *     those for Jacobians = Jacobians (columns + 1), 2 columns [+ 1], or 1,
 *
 * and the same for the error estimator's share. Which attempts there were is known from
 * the decisions as they were told, steps from the times.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "harness/base/message.h"
#include "harness/studies/statistics/statistics_identity.h"

/* Rounding of a difference of times, as a part of the times. */
#define TIME_ROUNDING (2 * DBL_EPSILON)

/* Below this, absolutely and relative to t, steps are explicit. */
#define WORKING_MINIMUM 1e-14

struct check {
    const struct model *model;
    enum integrator_method method;
    const struct statistics_setting *setting;
    const struct statistics_outcome *outcome;
    long explicit_steps, implicit_attempts;
};

static bool is_faithful(const struct check *c) {
    return c->setting->mode == FAST_FAITHFUL;
}

static bool has_decisions(const struct check *c) {
    return c->outcome->decisions.count > 0 && !c->outcome->decisions.lost;
}

static bool is_explicit(const struct check *c, const struct pair_decision *attempt) {
    double least = WORKING_MINIMUM * fmax(1, fabs(attempt->t));
    return attempt->h < fmax(least, c->setting->min_step);
}

static void count_attempts(struct check *c) {
    const struct decisions *d = &c->outcome->decisions;
    for (long i = 0; i < d->count; i++) {
        if (d->decision[i].kind != PAIR_DECISION_ATTEMPT)
            continue;
        bool without_newton = is_explicit(c, &d->decision[i]);
        c->explicit_steps += without_newton;
        c->implicit_attempts += !without_newton;
    }
}

/* Evaluations that one Jacobian takes. */
static long columns_of(const struct check *c) {
    bool whole = c->method == FAST_IMPLICIT_EULER;
    long n = c->model->nv + c->model->nz + (whole ? c->model->nq : 0);
    switch (c->setting->jacobian) {
    case FAST_FORWARD_DIFFERENCES: return n + 1;
    case FAST_CENTRAL_DIFFERENCES: return 2 * n + whole;
    case FAST_EXACT_JACOBIAN: break;
    }
    return 1;
}

static double excess(long value, long bound) {
    return value > bound ? (double)(value - bound) : 0;
}

static double difference(long a, long b) {
    return (double)labs(a - b);
}

static double of_evaluations(const struct check *c) {
    const struct pair_statistics *s = &c->outcome->counters;
    if (!is_faithful(c))
        return excess(s->derivative_evals_for_jacobian, s->derivative_evals);
    if (!has_decisions(c))
        return NAN;
    long besides = c->method == FAST_IMPLICIT_EULER ? c->implicit_attempts : 0;
    return difference(s->derivative_evals, s->newton_iters +
                                               s->derivative_evals_for_jacobian +
                                               2 * c->explicit_steps + besides);
}

/* The second evaluation of an explicit step counts as the half steps' in implicit
 * Euler. */
static double of_estimator_evaluations(const struct check *c) {
    const struct pair_statistics *s = &c->outcome->counters;
    if (!is_faithful(c) || !has_decisions(c))
        return NAN;
    long besides = c->method == FAST_IMPLICIT_EULER
                       ? c->implicit_attempts + c->explicit_steps
                       : 2 * c->explicit_steps;
    return difference(s->ee_derivative_evals,
                      s->ee_newton_iters + s->ee_derivative_evals_for_jacobian + besides);
}

/* How far a share lies outside 0 .. total. */
static double outside(long share, long total) {
    return excess(share, total) + excess(0, share);
}

static double of_shares(const struct check *c) {
    const struct pair_statistics *s = &c->outcome->counters;
    return outside(s->ee_derivative_evals, s->derivative_evals) +
           outside(s->ee_derivative_evals_for_jacobian,
                   s->derivative_evals_for_jacobian) +
           outside(s->ee_jacobian_evals, s->jacobian_evals) +
           outside(s->ee_factorizations, s->factorizations) +
           outside(s->ee_newton_iters, s->newton_iters);
}

/* In default mode derivatives by positions and velocities are differenced apart, and by
 * groups of columns. */
static double of_jacobian_evaluations(const struct check *c) {
    const struct pair_statistics *s = &c->outcome->counters;
    long most = 2 * (c->model->nq + c->model->nv + c->model->nz) + 1;
    if (!is_faithful(c))
        return excess(s->derivative_evals_for_jacobian, most * s->jacobian_evals);
    return difference(s->derivative_evals_for_jacobian,
                      columns_of(c) * s->jacobian_evals) +
           difference(s->ee_derivative_evals_for_jacobian,
                      columns_of(c) * s->ee_jacobian_evals);
}

static double of_factorizations(const struct check *c) {
    const struct pair_statistics *s = &c->outcome->counters;
    if (!is_faithful(c) || c->setting->newton == FAST_REUSE)
        return excess(s->jacobian_evals, s->factorizations);
    if (c->setting->newton == FAST_FRESH)
        return difference(s->factorizations, s->jacobian_evals);
    return difference(s->factorizations, s->jacobian_evals) +
           difference(s->factorizations, s->newton_iters);
}

/* Each sub-solve begins with a first trial, makes one iteration at least, and
 * FAST_MAX_NEWTON_ITERATIONS at most in each of its three trials. */
static double of_iterations(const struct check *c) {
    const struct pair_statistics *s = &c->outcome->counters;
    const struct decisions *d = &c->outcome->decisions;
    if (!is_faithful(c) || !has_decisions(c))
        return NAN;
    double missed = difference(s->newton_iters,
                               decisions_count(d, PAIR_DECISION_NEWTON, DECISIONS_ANY));
    if (c->setting->newton == FAST_FULL)
        return missed;
    long trials = 0;
    for (int trial = 1; trial <= 3; trial++)
        trials += decisions_count(d, PAIR_DECISION_TRIAL, trial);
    return missed + excess(trials, s->newton_iters) +
           excess(s->newton_iters, FAST_MAX_NEWTON_ITERATIONS * trials);
}

static double of_failures(const struct check *c) {
    const struct pair_statistics *s = &c->outcome->counters;
    double missed = difference(s->shrink_substep_failure, s->substep_failures);
    if (has_decisions(c) && c->outcome->succeeded)
        missed +=
            difference(s->substep_failures,
                       decisions_count(&c->outcome->decisions, PAIR_DECISION_ATTEMPT, 0));
    return missed;
}

static double of_rejections(const struct check *c) {
    const struct pair_statistics *s = &c->outcome->counters;
    if (c->setting->fixed_step)
        return (double)labs(s->shrink_error_control);
    if (!has_decisions(c))
        return NAN;
    return difference(s->shrink_error_control,
                      decisions_count(&c->outcome->decisions, PAIR_DECISION_ERROR, 0));
}

static double of_steps(const struct check *c) {
    const struct pair_statistics *s = &c->outcome->counters;
    const struct decisions *d = &c->outcome->decisions;
    double missed = difference(s->steps_taken, c->outcome->steps);
    if (has_decisions(c) && c->outcome->succeeded)
        missed +=
            difference(s->steps_taken, c->setting->fixed_step
                                           ? decisions_count(d, PAIR_DECISION_ATTEMPT, 1)
                                           : decisions_count(d, PAIR_DECISION_ERROR, 1));
    return missed;
}

/* Sizes are differences of times, and so exact; but the smallest adapted size is that of
 * the step as it was asked for. */
static double of_sizes(const struct check *c) {
    const struct pair_statistics *s = &c->outcome->counters;
    const struct statistics_outcome *o = c->outcome;
    if (o->steps == 0)
        return 0;
    double missed = (s->actual_initial_step != o->first) +
                    (s->largest_step != o->largest) + (s->previous_step != o->last);
    if (c->setting->fixed_step)
        return missed + !isnan(s->smallest_adapted_step);
    double slack = TIME_ROUNDING * (fabs(c->setting->end) + o->largest);
    bool within = s->smallest_adapted_step <= s->largest_step + slack &&
                  s->smallest_adapted_step >= o->smallest - slack;
    return missed + !within + !(s->ideal_next_step > 0);
}

/* The exact Jacobian counts as one evaluation and is none. */
static double of_calls(const struct check *c) {
    const struct pair_statistics *s = &c->outcome->counters;
    if (!c->outcome->has_calls)
        return NAN;
    bool exact = c->setting->jacobian == FAST_EXACT_JACOBIAN;
    return difference(c->outcome->calls,
                      s->derivative_evals -
                          (exact ? s->derivative_evals_for_jacobian : 0));
}

static const struct identity {
    const char *name, *text;
    double (*defect)(const struct check *c); /* NaN: it says nothing about that run */
} IDENTITY[] = {
    {"evaluations", "evaluations = iterations + those for Jacobians + explicit ones",
     of_evaluations},
    {"estimator-evaluations", "the same for the error estimator's share",
     of_estimator_evaluations},
    {"estimator-share", "the estimator's share lies between 0 and the total", of_shares},
    {"jacobian-evaluations", "evaluations for Jacobians = Jacobians times columns",
     of_jacobian_evaluations},
    {"factorizations", "each Jacobian is factored", of_factorizations},
    {"iterations", "iterations fit the trials and the tests of convergence",
     of_iterations},
    {"failures", "halvings = failed attempts", of_failures},
    {"rejections", "rejections = errors that were too large", of_rejections},
    {"steps", "steps = accepted attempts", of_steps},
    {"sizes", "first, last and extreme sizes are those of the steps", of_sizes},
    {"calls", "evaluations = calls of the model's rates", of_calls},
};
enum { IDENTITIES = sizeof IDENTITY / sizeof IDENTITY[0] };

static struct check check_of(const struct study *s,
                             const struct statistics_setting *setting,
                             const struct statistics_outcome *outcome) {
    struct check c = {.model = s->model,
                      .method = statistics_method(s),
                      .setting = setting,
                      .outcome = outcome};
    count_attempts(&c);
    return c;
}

static int append_identity(const struct study *s, const struct identity *identity,
                           int count, const struct statistics_setting *setting,
                           const struct statistics_outcome *outcome,
                           struct results *results) {
    char quantity[64];
    struct identity_check sum;
    snprintf(quantity, sizeof quantity, "identity:%s", identity->name);
    identity_begin(&sum, s, NULL, quantity);
    for (int k = 0; k < count; k++) {
        struct check c = check_of(s, &setting[k], &outcome[k]);
        identity_take(&sum, setting[k].name, setting[k].mode, identity->defect(&c));
    }
    return identity_end(&sum, identity->text, results);
}

static int append_counters(const struct study *s, int count,
                           const struct statistics_setting *setting,
                           const struct statistics_outcome *outcome,
                           struct results *results) {
    struct identity_check sum;
    identity_begin(&sum, s, NULL, "counters");
    for (int k = 0; k < count; k++)
        json_array_append_new(sum.result.points,
                              statistics_point(&setting[k], &outcome[k]));
    return identity_end_counters(&sum, count, results);
}

int statistics_identities(const struct study *s, int count,
                          const struct statistics_setting *setting,
                          const struct statistics_outcome *outcome,
                          struct results *results, struct diagnostic *d) {
    int failed = append_counters(s, count, setting, outcome, results);
    for (int k = 0; k < IDENTITIES; k++)
        failed |= append_identity(s, &IDENTITY[k], count, setting, outcome, results);
    return failed ? message_set(d, "%s: out of memory", s->model->name) : 0;
}
