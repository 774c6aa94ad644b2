/* The drift of an integrator from outside, which has no projection of ours to be asked for: by which
 * power of h the constraints' errors at one time fall. Constraints that stay at rounding, of one
 * that projects or moves in other coordinates, have none to fall.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/bind/bind_joints.h"
#include "harness/integrators/initial.h"
#include "harness/results/result.h"
#include "harness/studies/common/asymptotic.h"
#include "harness/studies/common/ladder_rows.h"
#include "harness/studies/common/study_foreign.h"
#include "harness/studies/drift/study_drift.h"

/* 2^level steps over the part of the span. */
enum { LEVELS = 8, FIRST_LEVEL = 5 };
static const double part = 0.25;

static const struct ladder_rule rule = {
    .min_points = 4, .max_corrections = 2, .accept = 0.05, .noise = 1e-9};

/* Of one step: an integrator may solve for its joints to a tolerance of its own. */
static const double kept = 1e-12;

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
                      const struct subject *s, int level, struct ladder_point *p,
                      struct diagnostic *why) {
    const long steps = 1L << level;
    double *error = a->initial + s->nq + s->nv + s->nz;
    *p = (struct ladder_point){.h = a->span * part / (double)steps,
                               .error = NAN,
                               .floor = kept * sqrt((double)steps)};
    int failed = s->start(s->self, a->begin, a->initial);
    for (long k = 0; k < steps && !failed; k++)
        failed = s->step(s->self, p->h);
    if (failed)
        message_set(why, "; of %ld steps: %s", steps, s->why(s->self));
    else
        p->error = find_error(joints, s->time(s->self), s->state(s->self), error);
}

static int append(const struct drift *a, struct ladder_point *point,
                  const struct diagnostic *why, struct results *results) {
    const bool is_kept = ladder_is_rounding(LEVELS, point);
    const double order_expected = study_order_expected(a->study);
    struct ladder_order order = ladder_fit(LEVELS, point, &rule);
    struct result r = result_begin(a->study->model, "drift", "double", "drift-order");
    r.grade = "none";
    r.expected = isnan(order_expected) ? 1 : order_expected;
    r.tolerance = STUDY_FOREIGN_TOLERANCE;
    ladder_tell(&r, LEVELS, point, LADDER_REASONS);
    if (!is_kept)
        ladder_take(&r, &order);
    r.verdict = is_kept        ? VERDICT_PASS
                : !order.found ? VERDICT_NOT_ASYMPTOTIC
                : r.low >= r.expected - r.tolerance
                    ? VERDICT_PASS
                    : verdict_two_sided(true, r.low, r.high, r.expected, r.tolerance);
    r.required =
        r.verdict != VERDICT_NOT_ASYMPTOTIC && result_is_required(a->study->model);
    return result_append(results, a->study, &r,
                         "power of h of the constraints' error at one time, at least the "
                         "integrator's order%s%s",
                         is_kept        ? DRIFT_KEPT
                         : !order.found ? "; no asymptotic range"
                                        : "",
                         why->text);
}

/* In one process, however many steps. */
static int run_all(const struct drift *a, const struct integrator_system *joints,
                   struct results *results, struct diagnostic *d) {
    struct ladder_point point[LEVELS];
    struct diagnostic why = {""};
    struct subject s;
    struct subject_options options = a->options;
    options.integrator.fixed_step = true;
    options.integrator.step = a->span;
    if (a->study->open_subject(a->study->context, a->study->model, &options, &s, d))
        return -1;
    for (int k = 0; k < LEVELS; k++)
        run_level(a, joints, &s, FIRST_LEVEL + k, &point[k], &why);
    const int failed =
        append(a, point, &why, results) || drift_off(a, joints, &s, results, d);
    s.free(s.self);
    return failed;
}

int drift_foreign(const struct drift *a, struct results *results, struct diagnostic *d) {
    struct bind_joints *bound;
    if (bind_joints_alloc(&bound, a->study->model, false) != PROBLEM_OK)
        return message_set(d, "%s: out of memory", a->study->model->name);
    const int failed = run_all(a, bind_joints_system(bound), results, d);
    bind_joints_free(bound);
    return failed;
}
