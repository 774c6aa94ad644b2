/* Velocity-implicit Euler solves for y = (v, z), with q = qn + h N(q) v put in; implicit Euler
 * for all of x. The equations are the same, x1 = xn + h F(t + h, x1), and so are the steps:
 * verified in MPFR with the replays of both, full Newton with exact Jacobians and an accuracy
 * that only an update below 10 eps meets, against the exact pair. Newton's method then has twice
 * the digits of its last update, 28 to 30, less those of its constant, which is h F''/2 or so
 * and falls with h: 24 are asked of the shortest step, an update's own 13 of all. Where N
 * depends on q it lags an iteration behind, and has no more than the update's.
 *
 * What differs is the cost: the same runs of both, side by side.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "problems/base/room.h"
#include "harness/integrators/initial.h"
#include "harness/studies/statistics/study_statistics.h"
#include "problems/model.h"
#include "ref/ref.h"
#include "ref/vector.h"

enum { TWIN_BITS = 192, MOST_DIGITS = 40, STEPS = 5 };

/* An accuracy that no update meets in the test that it enters. */
static const double unreachable = 1e-60;

/* Digits that must agree, in the shortest step; in all of them. */
enum { DIGITS_SQUARED = 24, DIGITS_LAGGED = 13 };

/* Below this, absolutely and relative to t, steps are explicit: there is nothing to compare. */
static const double least_step = 1e-14;

/* Steps tried, as parts of the span: at the first, Newton's method need not converge. */
static const double PART[STEPS] = {0x1p-6, 0x1p-10, 0x1p-14, 0x1p-18, 0x1p-22};

struct equivalents {
    const struct study *study;
    ref_pair *pair;
    ref_replay *replay[2]; /* by enum ref_method */
    int nx;
    struct room room;
    mpfr_ptr t, h, end;
    mpfr_t *x, *large, *half, *small;
};

static int open(struct equivalents *w, const struct study *s, double span,
                struct diagnostic *d) {
    struct ref_replay_options options = ref_replay_default_options();
    options.fixed_step = true;
    options.accuracy = unreachable;
    options.jacobian = REF_EXACT;
    options.newton = REF_FULL;
    options.max_step = span;
    w->study = s;
    w->nx = s->model->nq + s->model->nv + s->model->nz;
    mpfr_ptr *const number[] = {&w->t, &w->h, &w->end};
    mpfr_t **const vector[] = {&w->x, &w->large, &w->half, &w->small};
    for (int k = 0; k < 3; k++)
        *number[k] = room_number(&w->room, TWIN_BITS);
    for (int k = 0; k < 4; k++)
        *vector[k] = room_numbers(&w->room, w->nx, TWIN_BITS);
    bool failed = w->room.is_short || ref_pair_alloc(&w->pair, s->model, TWIN_BITS,
                                                     EVAL_DOUBLE_CONSTANTS) != REF_OK;
    for (int k = 0; k < 2; k++) {
        options.method = k == 0 ? REF_VELOCITY_IMPLICIT_EULER : REF_IMPLICIT_EULER;
        failed |=
            ref_replay_alloc(&w->replay[k], s->model, &options, TWIN_BITS) != REF_OK;
    }
    return failed ? message_set(d, "%s: out of memory", s->model->name) : 0;
}

static void close_all(struct equivalents *w) {
    ref_pair_free(w->pair);
    for (int k = 0; k < 2; k++)
        ref_replay_free(w->replay[k]);
    room_clear(&w->room);
}

/* Digits to which a agrees with b, relative to the largest |b_i|. */
static double agreement(int n, const mpfr_t *a, const mpfr_t *b) {
    mpfr_t size, worst, difference;
    mpfr_inits2(TWIN_BITS, size, worst, difference, (mpfr_ptr)NULL);
    mpfr_set_zero(size, 1);
    mpfr_set_zero(worst, 1);
    for (int i = 0; i < n; i++) {
        mpfr_sub(difference, a[i], b[i], MPFR_RNDN);
        if (mpfr_cmpabs(difference, worst) > 0)
            mpfr_abs(worst, difference, MPFR_RNDN);
        if (mpfr_cmpabs(b[i], size) > 0)
            mpfr_abs(size, b[i], MPFR_RNDN);
    }
    double digits = MOST_DIGITS;
    if (!mpfr_zero_p(worst)) {
        mpfr_div(worst, worst, size, MPFR_RNDN);
        mpfr_log10(worst, worst, MPFR_RNDN);
        digits = fmin(digits, -mpfr_get_d(worst, MPFR_RNDN));
    }
    mpfr_clears(size, worst, difference, (mpfr_ptr)NULL);
    return digits;
}

/* The digits of both methods' steps of w->h; false when one of the three does not
 * converge. */
static bool compare_step(struct equivalents *w, double *digits) {
    if (ref_pair_step(w->pair, w->t, vector_const(w->x), w->h, w->large, w->half,
                      w->small) != REF_OK)
        return false;
    mpfr_add(w->end, w->t, w->h, MPFR_RNDN);
    for (int k = 0; k < 2; k++) {
        ref_replay *r = w->replay[k];
        if (ref_replay_start(r, w->t, vector_const(w->x)) != REF_OK ||
            ref_replay_step_to(r, w->end) != REF_OK)
            return false;
        digits[k] = agreement(w->nx, ref_replay_state(r), vector_const(w->small));
    }
    return true;
}

static bool is_implicit(const struct equivalents *w) {
    const double t = mpfr_get_d(w->t, MPFR_RNDN);
    return mpfr_cmp_d(w->h, least_step * fmax(1, fabs(t))) >= 0;
}

static json_t *step_point(const struct equivalents *w, const double *digits) {
    return json_pack("{s:o, s:o, s:o, s:o}", "t",
                     json_number(mpfr_get_d(w->t, MPFR_RNDN)), "h",
                     json_number(mpfr_get_d(w->h, MPFR_RNDN)), "velocity-implicit-euler",
                     json_number(digits[0]), "implicit-euler", json_number(digits[1]));
}

/* Each step begins where the last one that could be made has ended; r->value := the digits of
 * the last. */
static int compare_steps(struct equivalents *w, double span, struct result *r,
                         double *fewest) {
    int compared = 0;
    for (int k = 0; k < STEPS; k++) {
        double digits[2];
        mpfr_set_d(w->h, span * PART[k], MPFR_RNDN);
        if (!is_implicit(w) || !compare_step(w, digits))
            continue;
        json_array_append_new(r->points, step_point(w, digits));
        r->value = fmin(digits[0], digits[1]);
        *fewest = fmin(*fewest, r->value);
        compared++;
        vector_set(w->x, vector_const(w->small), w->nx);
        mpfr_set(w->t, w->end, MPFR_RNDN);
    }
    return compared;
}

static int append_same_step(const struct study *s, double begin, double span,
                            const double *x, struct results *results,
                            struct diagnostic *d) {
    struct equivalents w = {.study = s};
    int failed = open(&w, s, span, d);
    if (!failed) {
        struct result r = result_begin(s->model, "statistics", "mpfr:192", "same-step");
        r.expected = s->model->map_is_identity ? DIGITS_SQUARED : DIGITS_LAGGED;
        r.grade = "discrete";
        r.points = json_array();
        vector_set_doubles(w.x, x, w.nx);
        mpfr_set_d(w.t, begin, MPFR_RNDN);
        double fewest = MOST_DIGITS;
        int compared = compare_steps(&w, span, &r, &fewest);
        r.low = r.high = r.value;
        r.verdict = compared == 0            ? VERDICT_NOT_ASYMPTOTIC
                    : fewest < DIGITS_LAGGED ? VERDICT_FAIL
                                             : verdict_at_least(r.value, r.expected);
        failed = result_append(results, s, &r,
                               "digits to which a step of velocity-implicit and of "
                               "implicit Euler agree with the exact pair, in the "
                               "shortest of %d steps; %.3g at least in all, where %d "
                               "have to",
                               compared, fewest, DIGITS_LAGGED);
    }
    close_all(&w);
    return failed;
}

/* A run of one of the methods, as a point; its evaluations, or 0. */
static int run_one(const struct study *s, enum integrator_method method,
                   const struct statistics_setting *setting, json_t *points,
                   double *evaluations, struct diagnostic *d) {
    struct study as = *s;
    struct statistics_setting its = *setting;
    struct statistics_outcome o;
    as.method = subject_method_name(method);
    its.options.integrator.method = method;
    int failed = statistics_run(&o, &as, &its, d);
    if (!failed) {
        json_t *point = statistics_pair_point(setting, &o);
        json_object_set_new(point, "method", json_string(as.method));
        json_array_append_new(points, point);
        *evaluations = o.succeeded ? (double)o.pair.derivative_evals : 0;
    }
    statistics_outcome_clear(&o);
    return failed;
}

static int append_costs(const struct statistics_runs *runs, struct results *results,
                        struct diagnostic *d) {
    const struct study *s = runs->study;
    const struct statistics_setting *setting = runs->setting;
    struct result r = result_begin(s->model, "statistics", "double", "method-cost");
    double sum = 0;
    int compared = 0;
    r.points = json_array();
    r.required = false;
    r.grade = "none";
    for (int k = 0; k < runs->count; k++) {
        double evaluations[2] = {0, 0};
        if (run_one(s, FAST_VELOCITY_IMPLICIT_EULER, &setting[k], r.points,
                    &evaluations[0], d) ||
            run_one(s, FAST_IMPLICIT_EULER, &setting[k], r.points, &evaluations[1], d)) {
            json_decref(r.points);
            return -1;
        }
        if (!statistics_is_faithful(&setting[k]) ||
            !(evaluations[0] > 0 && evaluations[1] > 0))
            continue;
        sum += log(evaluations[0] / evaluations[1]);
        compared++;
    }
    r.value = compared ? exp(sum / compared) : NAN;
    r.verdict = compared ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
    return result_append(
        results, s, &r,
        "evaluations of velocity-implicit over those of implicit Euler in "
        "%d pairs of runs in faithful mode, geometric mean",
        compared);
}

int statistics_equivalence(const struct statistics_runs *r, struct results *results,
                           struct diagnostic *d) {
    const struct study *s = r->study;
    double begin, end, *x = initial_alloc(s->model, 0, &begin, &end, d);
    const int failed = x == NULL ||
                       append_same_step(s, begin, end - begin, x, results, d) ||
                       append_costs(r, results, d);
    free(x);
    return failed;
}
