/* What must hold among the counters of a run of semi-explicit Euler or a relative, whatever the
 * model. Each identity has a defect, the amount by which it is missed, which must be zero.
 * Evaluations follow from the methods (Simbody 3.7's counters, fast/projected/theory.md):
 *
 *     semi-explicit Euler 1 in a step, semi-explicit Euler 2 one in an attempt and one at each
 *     step's start, explicit Euler 1 in an attempt, Merson 4 in an attempt and one at each
 *     step's start; one more at the very start, in faithful mode two.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>

#include "harness/base/json_number.h"
#include "harness/results/study_projected.h"
#include "harness/studies/statistics/statistics_identity.h"
#include "problems/model.h"
#include "ref/mechanical.h"

/* Rounding of a difference of times, as a part of the times. */
static const double time_rounding = 2 * DBL_EPSILON;

/* Merson's evaluations in an attempt. */
enum { MERSON_EVALUATIONS = 4 };

/* Rounding errors of states as large as that are no longer below a tolerance. */
static const double largest_state = 1e6;

/* How far a is above b. */
static double above(double a, double b) {
    return fmax(0, a - b);
}

static double between(double value, double low, double high) {
    return above(low, value) + above(value, high);
}

/* An attempt that ends a run with fixed steps is neither. */
static double of_attempts(const struct identity_run *c) {
    const struct projected_statistics *s = &c->outcome->projected;
    double rest = (double)(s->steps_attempted - s->steps_taken - s->error_test_failures);
    return c->setting->options.integrator.fixed_step
               ? between(rest, 0, c->outcome->succeeded ? 0 : 1)
               : fabs(rest);
}

static double of_steps(const struct identity_run *c) {
    return fabs((double)(c->outcome->projected.steps_taken - c->outcome->steps));
}

/* Fixed steps are not rejected. */
static double of_rejections(const struct identity_run *c) {
    const struct projected_statistics *s = &c->outcome->projected;
    if (c->setting->options.integrator.fixed_step)
        return (double)s->error_test_failures;
    return above((double)s->convergence_failures, (double)s->error_test_failures);
}

static bool is_implicit(const struct identity_run *c) {
    return c->of->traits->reference == REF_SEMI_EXPLICIT_EULER_POSITION_IMPLICIT ||
           c->of->traits->reference == REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT;
}

/* A callback that fails breaks an attempt off; nothing does here but what is not finite. Explicit
 * Euler evaluates what it has projected, and nothing where a projection has failed. */
static double of_evaluations(const struct identity_run *c) {
    const struct projected_statistics *s = &c->outcome->projected;
    double attempts = (double)s->steps_attempted, steps = (double)s->steps_taken;
    double evaluations = (double)s->realizations;
    double failures = (double)s->projection_failures;
    double start = statistics_is_faithful(c->setting) ? 1 : 0;
    if (c->of->traits == NULL || !c->outcome->succeeded || s->realization_failures > 0)
        return NAN;
    switch (c->of->traits->reference) {
    case REF_SEMI_EXPLICIT_EULER_GAMING: return fabs(evaluations - start - steps);
    case REF_SEMI_EXPLICIT_EULER_2: return fabs(evaluations - start - attempts - steps);
    case REF_RUNGE_KUTTA_MERSON:
        return fabs(evaluations - start - MERSON_EVALUATIONS * attempts - steps);
    case REF_EXPLICIT_EULER:
        return between(evaluations, start + 1 + attempts - failures,
                       start + attempts + steps);
    default: return above(steps, evaluations);
    }
}

static double of_calls(const struct identity_run *c) {
    if (c->of->traits == NULL)
        return NAN;
    return fabs((double)(c->outcome->projected.realizations - c->outcome->calls));
}

static double of_iterations(const struct identity_run *c) {
    const struct projected_statistics *s = &c->outcome->projected;
    if (c->of->traits == NULL)
        return NAN;
    double defect = above((double)s->divergent_iterations, (double)s->iterations);
    if (!is_implicit(c))
        defect += fabs((double)(s->iterations - s->steps_attempted));
    return defect;
}

/* One at the start and one in each attempt at most, and none where there is nothing to
 * project. */
static double of_projections(const struct identity_run *c) {
    const struct projected_statistics *s = &c->outcome->projected;
    bool has_joints = c->of->study->model->joints > 0,
         has_any = has_joints || c->of->study->model->quaternions > 0;
    double most = has_any ? (double)s->steps_attempted + 1 : 0;
    return above((double)s->q_projections, most) +
           above((double)s->u_projections, has_joints ? most : 0);
}

static double of_projection_failures(const struct identity_run *c) {
    const struct projected_statistics *s = &c->outcome->projected;
    return fabs((double)(s->projection_failures - s->q_projection_failures -
                         s->u_projection_failures));
}

/* Of the first step the original tells the nominal size where there is no error control. */
static bool tells_nominal_size(const struct identity_run *c) {
    return c->of->traits->estimate == 0 && statistics_is_faithful(c->setting);
}

static double of_sizes(const struct identity_run *c) {
    const struct statistics_outcome *o = c->outcome;
    double rounding =
        time_rounding * fmax(fabs(c->setting->begin), fabs(c->setting->end));
    if (o->steps == 0 || c->of->traits == NULL)
        return NAN;
    const double first =
        tells_nominal_size(c) ? c->setting->options.integrator.step : o->first;
    return above(fabs(c->outcome->projected.first_step - first), rounding) +
           above(fabs(c->outcome->projected.last_step - o->last), rounding);
}

/* The original does not project the result of an attempt whose error is far above the accuracy,
 * as it is to be rejected; a fixed step is taken all the same. */
static bool may_stay_unprojected(const struct identity_run *c) {
    bool has_estimate = c->of->traits != NULL && c->of->traits->estimate > 0;
    return has_estimate && c->setting->options.integrator.fixed_step &&
           statistics_is_faithful(c->setting);
}

/* The original normalises quaternions after it has met the joints, whose errors there do not
 * depend on their lengths: where a model's do, they may be larger afterwards. */
static bool is_met_before_lengths(const struct identity_run *c) {
    return statistics_is_faithful(c->setting) &&
           statistics_depends_on_lengths(c->of->study->model, c->setting->end,
                                         c->outcome->state);
}

/* At the end of every step the joints' errors are within the tolerance, unless a projection
 * has failed and the original goes on all the same. */
static double of_constraints(const struct identity_run *c) {
    const struct statistics_outcome *o = c->outcome;
    double tolerance = c->setting->options.integrator.constraint_tolerance;
    for (int i = 0; i < c->of->study->model->nq + c->of->study->model->nv; i++)
        if (!(fabs(o->state[i]) <= largest_state)) /* steps too long for the method */
            return NAN;
    if (c->of->study->model->joints == 0 ||
        c->outcome->projected.projection_failures > 0 || o->steps == 0 ||
        may_stay_unprojected(c) || is_met_before_lengths(c))
        return NAN;
    return above(o->position_error, tolerance) + above(o->velocity_error, tolerance);
}

static const struct identity IDENTITY[] = {
    {"attempts", "attempts = steps + rejections", of_attempts},
    {"steps", "steps = those that were made", of_steps},
    {"rejections", "failed attempts are among the rejections; fixed steps have none",
     of_rejections},
    {"evaluations", "evaluations fit attempts and steps", of_evaluations},
    {"calls", "evaluations = calls of the model's rates", of_calls},
    {"iterations", "one iteration in an attempt; the divergent ones are among them",
     of_iterations},
    {"projections", "one projection in an attempt and at the start at most",
     of_projections},
    {"projection-failures", "failed projections = of positions + of velocities",
     of_projection_failures},
    {"sizes", "first and last size are those of the steps", of_sizes},
    {"constraints", "the joints' errors are within the tolerance after every step",
     of_constraints},
};
enum { IDENTITIES = sizeof IDENTITY / sizeof IDENTITY[0] };

static json_t *counters_point(const struct statistics_setting *setting,
                              const struct statistics_outcome *o) {
    json_t *point = statistics_point(setting, o);
#define ADD_COUNTER(name)                                                                \
    json_object_set_new(point, #name, json_integer(o->projected.name));
    PROJECTED_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
    json_object_set_new(point, "position_error", json_number(o->position_error));
    json_object_set_new(point, "velocity_error", json_number(o->velocity_error));
    return point;
}

int projected_identities(const struct statistics_runs *r, struct results *results) {
    return identities_append(r, counters_point, IDENTITIES, IDENTITY, results);
}
