/* The gap study of an integrator that is not ours, in double: from points of the true
 * trajectory, rounded, it makes steps of many sizes, and
 *
 *     error = result - x(t + h),   estimate,   gap = error - estimate
 *
 * fall as powers of h that its fingerprint tells: p + 1, those of the estimate and the gap.
 * x(t + h) is the reference's, from the same doubles. Then its steps are compared, one by one,
 * with those of the method that it is, where that is known.
 *
 * A slope that is too low is a failure on models that are smooth and not stiff; a higher one
 * may be this model's doing, on which the terms of lowest order vanish.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/studies/common/study_traits.h"
#include "harness/studies/gap/study_gap.h"
#include "harness/studies/order/study_order.h"
#include "harness/studies/steps/study_steps.h"
#include "problems/model.h"
#include "ref/truth.h"
#include "ref/vector.h"

/* Sizes of steps, each 1/sqrt(2) of the one before; the longest as a part of the time to
 * the next point. */
enum { LEVELS = 24 };
static const double longest_part = 0.25;

/* Of the iteration, where there is one. */
#define ACCURACY 1e-14

/* Rounding errors of a step's result, in units of u times the component's size. */
enum { STEP_ROUNDINGS = 8 };

/* Beyond so many floors rounding turns no error; and within this part one tends to the other. */
static const double clear = 1e3;
static const double near = 0.05;

enum { FLOW_BITS = 128 };
enum { FLOW_STEPS = 2000, TIME_BITS = 256 };

static const struct ladder_rule RULE = {
    .min_points = 6, .max_corrections = 3, .accept = study_traits_accept, .noise = 1e-15};

struct gaps {
    const struct study *study;
    struct order_truth truth;
    struct subject subject;
    bool is_open, has_estimate;
    double h[LEVELS];
    double size[GAP_KINDS][LEVELS]; /* squares of each level, summed over points */
    double product[LEVELS];         /* errors times estimates, in the same way */
    int count[LEVELS];              /* errors in them */
    struct diagnostic why;
};

static int open_all(struct gaps *g, struct diagnostic *d) {
    const struct study *s = g->study;
    struct subject_options options = subject_default_options();
    options.integrator.accuracy = ACCURACY;
    options.integrator.newton = FAST_FULL;
    options.integrator.jacobian = FAST_EXACT_JACOBIAN;
    if (order_truth_init(&g->truth, s->model, s->truths, 2, d) ||
        s->open_subject(s->context, s->model, &options, &g->subject, d))
        return -1;
    g->is_open = true;
    g->has_estimate = g->subject.estimate != NULL;
    for (int level = 0; level < LEVELS; level++)
        g->h[level] = longest_part * g->truth.horizon / ORDER_TIMES * exp2(-0.5 * level);
    return 0;
}

static void close_all(struct gaps *g) {
    if (g->is_open)
        g->subject.free(g->subject.self);
    order_truth_clear(&g->truth);
}

/* Adds a step's error, estimate and gap to the sums of a level. */
static void add(struct gaps *g, int level, const mpfr_t *exact) {
    const struct subject *s = &g->subject;
    const double *x = s->state(s->self);
    const double *estimate = g->has_estimate ? s->estimate(s->self) : NULL;
    for (int i = 0; i < g->truth.nx; i++) {
        double error = exact_difference(x[i], exact[i]) / g->truth.scale[i];
        double told = estimate != NULL ? estimate[i] / g->truth.scale[i] : 0;
        g->size[GAP_ERROR][level] += error * error;
        g->size[GAP_ESTIMATE][level] += told * told;
        g->size[GAP_GAP][level] += (error - told) * (error - told);
        g->product[level] += error * told;
    }
    g->count[level] += g->truth.nx;
}

/* All steps from (t, x); the flow goes on from the shortest to the longest. */
static enum ref_status measure_from(struct gaps *g, ref_flow *flow, double t,
                                    const double *x, mpfr_t *exact) {
    const struct subject *s = &g->subject;
    mpfr_t end;
    mpfr_init2(end, TIME_BITS);
    mpfr_set_d(end, t, MPFR_RNDN);
    vector_set_doubles(exact, x, g->truth.nx);
    enum ref_status status = ref_flow_start(flow, end, vector_const(exact));
    for (int level = LEVELS - 1; level >= 0 && status == REF_OK; level--) {
        mpfr_set_d(end, t, MPFR_RNDN);
        mpfr_add_d(end, end, g->h[level], MPFR_RNDN);
        status = ref_flow_to(flow, end, FLOW_STEPS);
        if (status != REF_OK)
            break;
        if (s->start(s->self, t, x) || s->step(s->self, g->h[level]))
            message_set(&g->why, "; the integrator said: %s", s->why(s->self));
        else
            add(g, level, ref_flow_state(flow));
    }
    mpfr_clear(end);
    return status;
}

static int measure(struct gaps *g, struct diagnostic *d) {
    struct model *m = g->study->model;
    int nx = g->truth.nx;
    ref_flow *flow = NULL;
    double *x = calloc((size_t)nx + 1, sizeof *x);
    mpfr_t *exact = vector_alloc(nx, FLOW_BITS);
    enum ref_status status = REF_NO_MEMORY;
    if (x != NULL && exact != NULL)
        status = ref_flow_alloc(&flow, m, FLOW_BITS, 0, EVAL_DOUBLE_CONSTANTS);
    for (int j = 0; j < ORDER_TIMES && status == REF_OK; j++) {
        vector_get_doubles(x, (const mpfr_t *)g->truth.truth->state + j * nx, nx);
        status = measure_from(g, flow, mpfr_get_d(g->truth.truth->time[j], MPFR_RNDN), x,
                              exact);
    }
    ref_flow_free(flow);
    vector_free(exact, nx);
    free(x);
    return status == REF_OK ? 0
                            : message_set(d, "%s: %s", m->name, ref_status_text(status));
}

/* Root mean squares, of levels at which all points have a step. */
static struct ladder_order fit(const struct gaps *g, enum gap_kind kind,
                               struct ladder_point *point) {
    for (int level = 0; level < LEVELS; level++) {
        bool all = g->count[level] == ORDER_TIMES * g->truth.nx;
        double mean = g->size[kind][level] / (ORDER_TIMES * g->truth.nx);
        point[level] = (struct ladder_point){.h = g->h[level],
                                             .error = all ? sqrt(mean) : NAN,
                                             .floor = STEP_ROUNDINGS * DBL_EPSILON / 2};
    }
    return ladder_fit(LEVELS, point, &RULE);
}

/* Whether all there is lies within rounding, and there is enough of it. */
static bool is_round_off(const struct ladder_point *point) {
    int known = 0;
    for (int level = 0; level < LEVELS; level++) {
        if (point[level].error > point[level].floor)
            return false;
        known += isfinite(point[level].error);
    }
    return known >= RULE.min_points;
}

/* Whether it is what a step leaves along joints that it ends with at rest: one power less than its
 * order says, and nothing that the steps behind it add up (E. Hairer, G. Wanner, Solving ODEs II
 * (2010), VII.4: the local error of problems of index 2). */
static bool may_be_of_joints(const struct result *r, const struct study *s) {
    return r->verdict == VERDICT_FAIL && s->model->joints > 0 &&
           r->low >= r->expected - 1 - r->tolerance;
}

static int append_kind(const struct gaps *g, enum gap_kind kind, double expected,
                       struct results *results) {
    struct ladder_point point[LEVELS];
    struct ladder_order order = fit(g, kind, point);
    char quantity[32];
    snprintf(quantity, sizeof quantity, "%s-order", gap_kind_name(kind));
    struct result r = result_begin(g->study->model, "gap", "double", quantity);
    const char *remark = study_hold_order(&r, g->study, LEVELS, point, &order, expected,
                                          is_round_off(point));
    if (may_be_of_joints(&r, g->study)) {
        study_excuse(&r, g->study, false);
        remark = "; conditions on velocities may leave so much, and no step adds to it";
    }
    return result_append(results, g->study, &r,
                         "root mean square over %d points of the trajectory, t = %g .. "
                         "%g%s%s",
                         ORDER_TIMES, g->truth.begin, g->truth.begin + g->truth.horizon,
                         remark, g->why.text);
}

/* What has no estimate says so once. */
static int append_no_estimate(const struct gaps *g, struct results *results) {
    struct result r = result_begin(g->study->model, "gap", "double", "estimate-order");
    r.required = false;
    r.verdict = VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, g->study, &r, "the integrator gives no error estimate");
}

/* The shortest step whose error and estimate rounding does not reach; -1: none. */
static int find_clear(const struct gaps *g) {
    struct ladder_point error[LEVELS], told[LEVELS];
    fit(g, GAP_ERROR, error);
    fit(g, GAP_ESTIMATE, told);
    for (int level = LEVELS - 1; level >= 0; level--)
        if (error[level].error > clear * error[level].floor &&
            told[level].error > clear * told[level].floor)
            return level;
    return -1;
}

/* An estimate e* tends to the error e or, with the other sign, to -e. What tends to neither, as the
 * difference of two results, has a sign that is a matter of taste. */
static int append_sign(const struct gaps *g, struct results *results) {
    const int level = find_clear(g);
    if (level < 0 ||
        study_traits(g->study).estimate_order != study_traits(g->study).first_order + 1)
        return 0;
    const double error = g->size[GAP_ERROR][level], product = g->product[level];
    const double sum = error + g->size[GAP_ESTIMATE][level] + 2 * product;
    const bool is_right = sqrt(g->size[GAP_GAP][level] / error) < near;
    if (!is_right && !(sqrt(fmax(sum, 0) / error) < near))
        return 0;
    struct result r = result_begin(g->study->model, "gap", "double", "estimate-sign");
    r.value = r.low = r.high = product / error;
    r.expected = 1;
    r.tolerance = near;
    r.verdict = is_right ? VERDICT_PASS : VERDICT_FAIL;
    return result_append(
        results, g->study, &r,
        "the part of the error of a step of h = %.3g, computed minus exact, "
        "that its estimate is%s",
        g->h[level], is_right ? "" : ": it has the other sign");
}

static int append_slopes(const struct gaps *g, struct results *results) {
    const struct study *s = g->study;
    int failed = append_kind(g, GAP_ERROR, study_traits(s).first_order + 1, results);
    if (failed || !g->has_estimate)
        return failed || append_no_estimate(g, results);
    failed = append_kind(g, GAP_ESTIMATE, study_traits(s).estimate_order, results);
    if (study_traits(s).estimate_has_sign)
        failed = failed || append_kind(g, GAP_GAP, study_traits(s).gap_order, results) ||
                 append_sign(g, results);
    return failed;
}

int gap_unknown(const struct study *s, struct results *results, struct diagnostic *d) {
    struct gaps g = {.study = s, .truth = {.model = s->model}};
    int failed = open_all(&g, d) || measure(&g, d);
    failed = failed || append_slopes(&g, results);
    close_all(&g);
    return failed || study_steps_tableau(s, results, d) || study_steps_law(s, results, d);
}

struct result gap_begin_result(const struct gap_problem *g, const char *quantity) {
    struct result r = result_begin(g->model, "gap", g->arithmetic, quantity);
    r.required = !model_has_kinks(g->model); /* stiffness only makes h smaller */
    return r;
}
