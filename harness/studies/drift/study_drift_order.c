/* By which power of h the constraints' errors at one time fall: without projection where that
 * can be asked for; of an integrator from outside as it is, and so do those of the multipliers that
 * it tells. Constraints that stay at rounding, of one that projects or moves in other coordinates,
 * have none to fall.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/base/message.h"
#include "harness/integrators/bind/bind_joints.h"
#include "harness/integrators/subject.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/common/asymptotic.h"
#include "harness/studies/common/ladder_rows.h"
#include "harness/studies/common/study_traits.h"
#include "harness/studies/drift/study_drift.h"
#include "problems/model.h"

/* 2^level steps over the part of the span: of methods of first order, of the others, of those
 * from outside. */
enum { FIRST_LEVEL = 6, FIRST_LEVEL_OF_HIGH = 2, FIRST_LEVEL_OF_STATES = 5 };
enum { LEVELS = 9, LEVELS_OF_STATES = 8 };
enum { LOOKS = 4 }; /* at multipliers in a run */
static const double part = 0.25;

static const struct ladder_rule rule = {
    .min_points = 4, .max_corrections = 2, .accept = 0.05, .noise = 1e-9};
static const double tolerance = 0.1;

/* What an error of one step may be and be kept: rounding; an integrator from outside may solve
 * for its joints to a tolerance of its own. */
static const double rounding = 0x1p-51, kept_by_states = 1e-12;

/* Of multipliers, relative: what solving for them may leave, and what is right in any case, since a
 * tolerance in positions, or single precision, leaves so much over h^2. */
static const double of_multipliers = 1e-9, right_multipliers = 1e-2;

struct power {
    const char *quantity, *words, *kept; /* what is said where nothing has to fall */
    int levels;
    double expected, tolerance;
    double enough; /* an error that is right in any case, at the last level */
    struct ladder_point point[LEVELS];
    struct diagnostic why; /* of a run that has failed; "" */
};

static struct ladder_point begin_level(const struct drift *a, int level, double floor) {
    return (struct ladder_point){.h = ldexp(a->span * part, -level),
                                 .error = NAN,
                                 .floor = floor * sqrt(ldexp(1, level))};
}

static int append(const struct drift *a, struct power *p, struct results *results) {
    const bool is_kept = ladder_is_rounding(p->levels, p->point) ||
                         p->point[p->levels - 1].error < p->enough;
    const struct ladder_order order = ladder_fit(p->levels, p->point, &rule);
    struct result r = result_begin(a->study->model, "drift", "double", p->quantity);
    r.mode = result_mode(a->study);
    r.grade = "none";
    r.expected = p->expected;
    r.tolerance = p->tolerance;
    ladder_tell(&r, p->levels, p->point, LADDER_REASONS);
    if (!is_kept)
        ladder_take(&r, &order);
    r.verdict = verdict_two_sided(order.found, r.low, r.high, r.expected, r.tolerance);
    if (is_kept || (order.found && r.low >= r.expected - r.tolerance))
        r.verdict = VERDICT_PASS; /* more is no fault: leading terms may cancel */
    r.required = a->study->foreign && r.verdict != VERDICT_NOT_ASYMPTOTIC &&
                 result_is_required(a->study->model);
    return result_append(results, a->study, &r, "%s%s%s", p->words,
                         is_kept       ? p->kept
                         : order.found ? ""
                                       : "; no asymptotic range",
                         p->why.text);
}

int drift_order(const struct drift *a, struct results *results, struct diagnostic *d) {
    struct power p = {.quantity = "drift-order",
                      .words = "power of h of the constraints' error at one time without "
                               "projection, at least the method's order",
                      .kept = DRIFT_KEPT,
                      .levels = LEVELS,
                      .expected = a->order,
                      .tolerance = tolerance};
    for (int k = 0; k < LEVELS; k++) {
        const int level = k + (a->order > 1 ? FIRST_LEVEL_OF_HIGH : FIRST_LEVEL);
        struct ladder_point *point = &p.point[k];
        *point = begin_level(a, level, rounding);
        struct subject_options options = drift_options(a, PROJECTED_OFF, point->h);
        struct drift_seen seen = {.at_the_end = true};
        if (drift_watch(a, &options, part, &seen, d))
            return -1;
        if (seen.why.text[0] != '\0')
            message_set(&p.why, "; of %ld steps%s", 1L << level, seen.why.text);
        else
            point->error = drift_error(a, &seen);
    }
    return append(a, &p, results);
}

/* The largest error of a joint in position, or in velocity where none has positions. */
static double find_error(const struct integrator_system *joints, double t,
                         const double *x, double *error) {
    const int rows = joints->holonomic > 0 ? joints->holonomic : joints->joints;
    double largest = 0;
    const int failed = joints->holonomic > 0
                           ? joints->position(joints->context, t, x, error, NULL)
                           : joints->velocity(joints->context, t, x, error, NULL);
    for (int i = 0; i < rows; i++)
        largest = fabs(error[i]) <= largest ? largest : fabs(error[i]);
    return failed ? NAN : largest;
}

static void run_level(const struct drift *a, const struct integrator_system *joints,
                      const struct subject *s, int level, struct power *p,
                      struct power *multipliers) {
    struct ladder_point *point = &p->point[level - FIRST_LEVEL_OF_STATES];
    struct ladder_point *told = &multipliers->point[level - FIRST_LEVEL_OF_STATES];
    double *error = a->initial + s->nq + s->nv + s->nz;
    const long steps = 1L << level;
    *point = begin_level(a, level, kept_by_states);
    *told = (struct ladder_point){point->h, NAN, of_multipliers, LADDER_FAILED};
    struct drift_multipliers seen = {0, 0, 0};
    int failed = s->start(s->self, a->begin, a->initial);
    for (long k = 1; k <= steps && !failed; k++) {
        failed = s->step(s->self, point->h);
        if (k * LOOKS % steps == 0 && !failed)
            drift_multipliers_look(&seen, joints, s);
    }
    if (failed) {
        message_set(&p->why, "; of %ld steps: %s", steps, s->why(s->self));
        return;
    }
    point->error = find_error(joints, s->time(s->self), s->state(s->self), error);
    told->error = drift_multipliers_error(&seen);
}

/* Contacts pull, too. */
static int append_multipliers(const struct drift *a, struct power *p,
                              struct results *results) {
    bool any = false;
    for (int k = 0; k < p->levels; k++)
        any = any || !isnan(p->point[k].error);
    return any && a->study->model->contacts == 0 ? append(a, p, results) : 0;
}

/* In one process, however many steps. */
static int run_all(const struct drift *a, const struct integrator_system *joints,
                   struct results *results, struct diagnostic *d) {
    const double order = study_traits(a->study).order;
    struct power p = {.quantity = "drift-order",
                      .words = "power of h of the constraints' error at one time, at "
                               "least the method's order",
                      .kept = DRIFT_KEPT,
                      .levels = LEVELS_OF_STATES,
                      .expected = isnan(order) ? 1 : order,
                      .tolerance = study_traits_tolerance};
    struct power multipliers = {
        .quantity = "multiplier-order",
        .words = "power of h of the relative error of the multipliers told, at least 1",
        .kept = "; they are the model's",
        .levels = LEVELS_OF_STATES,
        .expected = 1,
        .tolerance = study_traits_tolerance,
        .enough = right_multipliers};
    struct subject s;
    struct subject_options options = a->options;
    options.integrator.fixed_step = true;
    options.integrator.step = a->span;
    if (a->study->open_subject(a->study->context, a->study->model, &options, &s, d))
        return -1;
    for (int k = 0; k < LEVELS_OF_STATES; k++)
        run_level(a, joints, &s, FIRST_LEVEL_OF_STATES + k, &p, &multipliers);
    const int failed = append(a, &p, results) ||
                       append_multipliers(a, &multipliers, results) ||
                       drift_off(a, joints, &s, results, d);
    s.free(s.self);
    return failed;
}

int drift_of_states(const struct drift *a, struct results *results,
                    struct diagnostic *d) {
    struct bind_joints *bound;
    if (bind_joints_alloc(&bound, a->study->model, false) != PROBLEM_OK)
        return message_set(d, "%s: out of memory", a->study->model->name);
    const int failed = run_all(a, bind_joints_system(bound), results, d);
    bind_joints_free(bound);
    return failed;
}
