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

#include "harness/results/study.h"
#include "harness/studies/statistics/statistics_identity.h"
#include "problems/model.h"

/* Rounding of a difference of times, as a part of the times. */
static const double time_rounding = 2 * DBL_EPSILON;

/* Below this, absolutely and relative to t, steps are explicit. */
static const double working_minimum = 1e-14;

static bool is_faithful(const struct identity_run *c) {
    return statistics_is_faithful(c->setting);
}

static bool is_whole(const struct identity_run *c) {
    return c->setting->options.integrator.method == FAST_IMPLICIT_EULER;
}

static bool has_decisions(const struct identity_run *c) {
    return c->outcome->decisions.count > 0 && !c->outcome->decisions.lost;
}

static bool is_explicit(const struct identity_run *c,
                        const struct pair_decision *attempt) {
    double least = working_minimum * fmax(1, fabs(attempt->t));
    return attempt->h < fmax(least, c->setting->options.integrator.min_step);
}

static long count_attempts(const struct identity_run *c, bool without_newton) {
    const struct decisions *d = &c->outcome->decisions;
    long count = 0;
    for (long i = 0; i < d->count; i++)
        count += d->decision[i].kind == PAIR_DECISION_ATTEMPT &&
                 is_explicit(c, &d->decision[i]) == without_newton;
    return count;
}

/* Of implicit attempts of implicit Euler, each one evaluation. */
static long count_others(const struct identity_run *c) {
    return is_whole(c) ? count_attempts(c, false) : 0;
}

/* Evaluations that one Jacobian takes. */
static long columns_of(const struct identity_run *c) {
    const struct model *m = c->of->study->model;
    const bool whole = is_whole(c);
    long n = m->nv + m->nz + (whole ? m->nq : 0);
    switch (c->setting->options.integrator.jacobian) {
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

static double of_evaluations(const struct identity_run *c) {
    const struct pair_statistics *s = &c->outcome->pair;
    if (!is_faithful(c))
        return excess(s->derivative_evals_for_jacobian, s->derivative_evals);
    if (!has_decisions(c))
        return NAN;
    return difference(s->derivative_evals,
                      s->newton_iters + s->derivative_evals_for_jacobian +
                          2 * count_attempts(c, true) + count_others(c));
}

/* The second evaluation of an explicit step counts as the half steps' in implicit
 * Euler. */
static double of_estimator_evaluations(const struct identity_run *c) {
    const struct pair_statistics *s = &c->outcome->pair;
    if (!is_faithful(c) || !has_decisions(c))
        return NAN;
    const long besides =
        (is_whole(c) ? 1 : 2) * count_attempts(c, true) + count_others(c);
    return difference(s->ee_derivative_evals,
                      s->ee_newton_iters + s->ee_derivative_evals_for_jacobian + besides);
}

/* How far a share lies outside 0 .. total. */
static double outside(long share, long total) {
    return excess(share, total) + excess(0, share);
}

static double of_shares(const struct identity_run *c) {
    const struct pair_statistics *s = &c->outcome->pair;
    return outside(s->ee_derivative_evals, s->derivative_evals) +
           outside(s->ee_derivative_evals_for_jacobian,
                   s->derivative_evals_for_jacobian) +
           outside(s->ee_jacobian_evals, s->jacobian_evals) +
           outside(s->ee_factorizations, s->factorizations) +
           outside(s->ee_newton_iters, s->newton_iters);
}

/* In default mode derivatives by positions and velocities are differenced apart, and by
 * groups of columns. */
static double of_jacobian_evaluations(const struct identity_run *c) {
    const struct pair_statistics *s = &c->outcome->pair;
    const struct model *m = c->of->study->model;
    long most = 2 * (m->nq + m->nv + m->nz) + 1;
    if (!is_faithful(c))
        return excess(s->derivative_evals_for_jacobian, most * s->jacobian_evals);
    return difference(s->derivative_evals_for_jacobian,
                      columns_of(c) * s->jacobian_evals) +
           difference(s->ee_derivative_evals_for_jacobian,
                      columns_of(c) * s->ee_jacobian_evals);
}

static double of_factorizations(const struct identity_run *c) {
    const struct pair_statistics *s = &c->outcome->pair;
    if (!is_faithful(c) || c->setting->options.integrator.newton == FAST_REUSE)
        return excess(s->jacobian_evals, s->factorizations);
    if (c->setting->options.integrator.newton == FAST_FRESH)
        return difference(s->factorizations, s->jacobian_evals);
    return difference(s->factorizations, s->jacobian_evals) +
           difference(s->factorizations, s->newton_iters);
}

/* Each sub-solve begins with a first trial, makes one iteration at least, and
 * FAST_MAX_NEWTON_ITERATIONS at most in each of its three trials. */
static double of_iterations(const struct identity_run *c) {
    const struct pair_statistics *s = &c->outcome->pair;
    const struct decisions *d = &c->outcome->decisions;
    if (!is_faithful(c) || !has_decisions(c))
        return NAN;
    double missed = difference(s->newton_iters,
                               decisions_count(d, PAIR_DECISION_NEWTON, DECISIONS_ANY));
    if (c->setting->options.integrator.newton == FAST_FULL)
        return missed;
    long trials = 0;
    for (int trial = 1; trial <= 3; trial++)
        trials += decisions_count(d, PAIR_DECISION_TRIAL, trial);
    return missed + excess(trials, s->newton_iters) +
           excess(s->newton_iters, FAST_MAX_NEWTON_ITERATIONS * trials);
}

static double of_failures(const struct identity_run *c) {
    const struct pair_statistics *s = &c->outcome->pair;
    double missed = difference(s->shrink_substep_failure, s->substep_failures);
    if (has_decisions(c) && c->outcome->succeeded)
        missed +=
            difference(s->substep_failures,
                       decisions_count(&c->outcome->decisions, PAIR_DECISION_ATTEMPT, 0));
    return missed;
}

static double of_rejections(const struct identity_run *c) {
    const struct pair_statistics *s = &c->outcome->pair;
    if (c->setting->options.integrator.fixed_step)
        return (double)labs(s->shrink_error_control);
    if (!has_decisions(c))
        return NAN;
    return difference(s->shrink_error_control,
                      decisions_count(&c->outcome->decisions, PAIR_DECISION_ERROR, 0));
}

static double of_steps(const struct identity_run *c) {
    const struct pair_statistics *s = &c->outcome->pair;
    const struct decisions *d = &c->outcome->decisions;
    double missed = difference(s->steps_taken, c->outcome->steps);
    if (has_decisions(c) && c->outcome->succeeded)
        missed +=
            difference(s->steps_taken, c->setting->options.integrator.fixed_step
                                           ? decisions_count(d, PAIR_DECISION_ATTEMPT, 1)
                                           : decisions_count(d, PAIR_DECISION_ERROR, 1));
    return missed;
}

/* Sizes are differences of times, and so exact; but the smallest adapted size is that of
 * the step as it was asked for. */
static double of_sizes(const struct identity_run *c) {
    const struct pair_statistics *s = &c->outcome->pair;
    const struct statistics_outcome *o = c->outcome;
    if (o->steps == 0)
        return 0;
    double missed = (s->actual_initial_step != o->first) +
                    (s->largest_step != o->largest) + (s->previous_step != o->last);
    if (c->setting->options.integrator.fixed_step)
        return missed + !isnan(s->smallest_adapted_step);
    double slack = time_rounding * (fabs(c->setting->end) + o->largest);
    bool within = s->smallest_adapted_step <= s->largest_step + slack &&
                  s->smallest_adapted_step >= o->smallest - slack;
    return missed + !within + !(s->ideal_next_step > 0);
}

/* The exact Jacobian counts as one evaluation and is none. */
static double of_calls(const struct identity_run *c) {
    const struct pair_statistics *s = &c->outcome->pair;
    if (!c->outcome->has_calls)
        return NAN;
    bool exact = c->setting->options.integrator.jacobian == FAST_EXACT_JACOBIAN;
    return difference(c->outcome->calls,
                      s->derivative_evals -
                          (exact ? s->derivative_evals_for_jacobian : 0));
}

static const struct identity IDENTITY[] = {
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

int statistics_identities(const struct statistics_runs *r, struct results *results) {
    return identities_append(r, statistics_pair_point, IDENTITIES, IDENTITY, results);
}
