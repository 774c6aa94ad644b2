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
#include <stdio.h>

#include "harness/base/json_number.h"
#include "harness/studies/statistics/statistics_identity.h"
#include "harness/studies/statistics/study_statistics_projected.h"

/* Rounding of a difference of times, as a part of the times. */
#define TIME_ROUNDING (2 * DBL_EPSILON)

/* Merson's evaluations in an attempt. */
enum { MERSON_EVALUATIONS = 4 };

/* Rounding errors of states as large as that are no longer below a tolerance. */
#define LARGEST_STATE 1e6

struct check {
    const struct model *model;
    const struct projected_traits *traits; /* NULL: backward differentiation */
    const struct projected_setting *setting;
    const struct projected_outcome *outcome;
    const struct projected_statistics *counters;
};

/* How far a is above b. */
static double above(double a, double b) {
    return fmax(0, a - b);
}

static double between(double value, double low, double high) {
    return above(low, value) + above(value, high);
}

/* An attempt that ends a run with fixed steps is neither. */
static double of_attempts(const struct check *c) {
    const struct projected_statistics *s = c->counters;
    double rest = (double)(s->steps_attempted - s->steps_taken - s->error_test_failures);
    return c->setting->fixed_step ? between(rest, 0, c->outcome->succeeded ? 0 : 1)
                                  : fabs(rest);
}

static double of_steps(const struct check *c) {
    return fabs((double)(c->counters->steps_taken - c->outcome->steps));
}

/* Fixed steps are not rejected. */
static double of_rejections(const struct check *c) {
    const struct projected_statistics *s = c->counters;
    if (c->setting->fixed_step)
        return (double)s->error_test_failures;
    return above((double)s->convergence_failures, (double)s->error_test_failures);
}

static bool is_implicit(const struct check *c) {
    return c->traits->reference == REF_SEMI_EXPLICIT_EULER_POSITION_IMPLICIT ||
           c->traits->reference == REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT;
}

/* A callback that fails breaks an attempt off; nothing does here but what is not finite. */
static double of_evaluations(const struct check *c) {
    const struct projected_statistics *s = c->counters;
    double attempts = (double)s->steps_attempted, steps = (double)s->steps_taken;
    double evaluations = (double)s->realizations;
    double start = c->setting->mode == FAST_FAITHFUL ? 1 : 0;
    if (c->traits == NULL || !c->outcome->succeeded || s->realization_failures > 0)
        return NAN;
    switch (c->traits->reference) {
    case REF_SEMI_EXPLICIT_EULER_GAMING: return fabs(evaluations - start - steps);
    case REF_SEMI_EXPLICIT_EULER_2: return fabs(evaluations - start - attempts - steps);
    case REF_RUNGE_KUTTA_MERSON:
        return fabs(evaluations - start - MERSON_EVALUATIONS * attempts - steps);
    case REF_EXPLICIT_EULER:
        return between(evaluations, start + 1 + attempts, start + attempts + steps);
    default: return above(steps, evaluations);
    }
}

static double of_calls(const struct check *c) {
    if (c->traits == NULL)
        return NAN;
    return fabs((double)(c->counters->realizations - c->outcome->calls));
}

static double of_iterations(const struct check *c) {
    const struct projected_statistics *s = c->counters;
    if (c->traits == NULL)
        return NAN;
    double defect = above((double)s->divergent_iterations, (double)s->iterations);
    if (!is_implicit(c))
        defect += fabs((double)(s->iterations - s->steps_attempted));
    return defect;
}

/* One at the start and one in each attempt at most, and none where there is nothing to
 * project. */
static double of_projections(const struct check *c) {
    const struct projected_statistics *s = c->counters;
    bool has_joints = c->model->joints > 0,
         has_any = has_joints || c->model->quaternions > 0;
    double most = has_any ? (double)s->steps_attempted + 1 : 0;
    return above((double)s->q_projections, most) +
           above((double)s->u_projections, has_joints ? most : 0);
}

static double of_projection_failures(const struct check *c) {
    const struct projected_statistics *s = c->counters;
    return fabs((double)(s->projection_failures - s->q_projection_failures -
                         s->u_projection_failures));
}

/* Of the first step the original tells the nominal size where there is no error control. */
static bool tells_nominal_size(const struct check *c) {
    return c->traits->estimate == 0 && c->setting->mode == FAST_FAITHFUL;
}

static double of_sizes(const struct check *c) {
    const struct projected_outcome *o = c->outcome;
    double rounding =
        TIME_ROUNDING * fmax(fabs(c->setting->begin), fabs(c->setting->end));
    if (o->steps == 0 || c->traits == NULL)
        return NAN;
    const double first = tells_nominal_size(c) ? c->setting->step : o->first;
    return above(fabs(c->counters->first_step - first), rounding) +
           above(fabs(c->counters->last_step - o->last), rounding);
}

/* The original does not project the result of an attempt whose error is far above the accuracy,
 * as it is to be rejected; a fixed step is taken all the same. */
static bool may_stay_unprojected(const struct check *c) {
    bool has_estimate = c->traits != NULL && c->traits->estimate > 0;
    return has_estimate && c->setting->fixed_step && c->setting->mode == FAST_FAITHFUL;
}

/* At the end of every step the joints' errors are within the tolerance, unless a projection
 * has failed and the original goes on all the same. */
static double of_constraints(const struct check *c) {
    const struct projected_outcome *o = c->outcome;
    double tolerance = c->setting->accuracy / 10;
    for (int i = 0; i < c->model->nq + c->model->nv; i++)
        if (!(fabs(o->state[i]) <= LARGEST_STATE)) /* steps too long for the method */
            return NAN;
    if (c->model->joints == 0 || c->counters->projection_failures > 0 || o->steps == 0 ||
        may_stay_unprojected(c))
        return NAN;
    return above(o->position_error, tolerance) + above(o->velocity_error, tolerance);
}

struct identity {
    const char *name, *text;
    double (*defect)(const struct check *c);
};

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

static struct check check_of(const struct projected_runs *r, int k) {
    return (struct check){.model = r->study->model,
                          .traits = r->traits,
                          .setting = &r->setting[k],
                          .outcome = &r->outcome[k],
                          .counters = &r->outcome[k].counters};
}

static int append_identity(const struct projected_runs *r,
                           const struct identity *identity, struct results *results) {
    char quantity[48];
    struct identity_check sum;
    snprintf(quantity, sizeof quantity, "identity:%s", identity->name);
    identity_begin(&sum, r->study, r->traits, quantity);
    for (int k = 0; k < r->count; k++) {
        struct check c = check_of(r, k);
        identity_take(&sum, c.setting->name, c.setting->mode, identity->defect(&c));
    }
    return identity_end(&sum, identity->text, results);
}

static json_t *counters_point(const struct check *c) {
    json_t *point = json_pack("{s:s, s:s}", "setting", c->setting->name, "mode",
                              statistics_mode_name(c->setting->mode));
    if (!c->outcome->succeeded)
        json_object_set_new(point, "why", json_string(c->outcome->why.text));
#define ADD_COUNTER(name)                                                                \
    json_object_set_new(point, #name, json_integer(c->counters->name));
    PROJECTED_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
    json_object_set_new(point, "position_error", json_number(c->outcome->position_error));
    json_object_set_new(point, "velocity_error", json_number(c->outcome->velocity_error));
    return point;
}

static int append_counters(const struct projected_runs *r, struct results *results) {
    struct identity_check sum;
    identity_begin(&sum, r->study, r->traits, "counters");
    for (int k = 0; k < r->count; k++) {
        struct check c = check_of(r, k);
        json_array_append_new(sum.result.points, counters_point(&c));
    }
    return identity_end_counters(&sum, r->count, results);
}

int projected_identities(const struct projected_runs *r, struct results *results) {
    int failed = append_counters(r, results);
    for (int k = 0; k < IDENTITIES; k++)
        failed |= append_identity(r, &IDENTITY[k], results);
    return failed;
}
