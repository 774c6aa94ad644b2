/* Work against precision: our method in both modes and its peers, and the evaluations of
 * the default mode over those of the faithful one at equal error.
 *
 * The ratio is that of two lines, log(evaluations) against log(error) over the same accuracies,
 * at the middle of the faithful mode's errors. Where the error does not respond to the accuracy
 * there is no line; runs of the same accuracy are then compared, if the default mode's errors
 * are no larger. A run that calls itself a success with WRONG_ERROR times the error of a
 * faithful one that resolves the solution makes the ratio fail, whatever it is; so does one that
 * fails where the faithful mode has a solution. There is no value then, so that no mean hides
 * such runs; how many times too large the worst error is stands at the interval's end. Where no
 * run errs, as at an equilibrium or on a straight line, runs of the same accuracy are compared,
 * too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/base/json_number.h"
#include "harness/results/result.h"
#include "harness/results/study_projected.h"
#include "harness/studies/common/work.h"
#include "harness/studies/statistics/study_statistics.h"
#include "harness/studies/statistics/study_statistics_compare.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* Taylor steps for the truth: what lies beyond is left out. */
enum { GATE_TAYLOR_STEPS = 600, REPORT_TAYLOR_STEPS = 2000 };

/* Accuracies: the first is a hundredth of the solution's size (of a solution that is zero: of
 * 1), but at most first_most, where our methods' own limit of 0.5 is near; each other one is
 * sqrt(10) times smaller. */
static const double first_part = 1e-2;
static const double first_most = 0.4;
#define FACTOR 0.31622776601683794
enum { GATE_POINTS = 5, GATE_EVALUATIONS = 20000, REPORT_EVALUATIONS = 200000 };

static int append_curve(const struct study *s, const struct work_curve *c,
                        struct results *results) {
    struct result r = result_begin(s->model, "statistics", "double", "work-precision");
    struct work_line line = work_fit(c);
    r.component = c->name;
    r.required = false;
    r.points = work_points(c);
    bool fitted = work_line_is_fitted(&line);
    if (fitted)
        r.value = line.slope;
    r.verdict = fitted || c->is_exact ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
    if (c->points == 0 && c->why.text[0] != '\0')
        return result_append(results, s, &r, "%s", c->why.text);
    return result_append(results, s, &r,
                         "error against evaluations at %d accuracies; the value is the "
                         "slope of log(evaluations) over log(error)%s",
                         c->points,
                         fitted        ? ""
                         : c->is_exact ? ": nothing to measure, no run errs"
                                       : ", for which the errors vary too little");
}

static json_t *pairs_of(const struct work_curve *ours, const struct work_curve *theirs) {
    json_t *points = json_array();
    for (int k = 0; k < ours->points && k < theirs->points; k++) {
        const struct work_point *a = &ours->point[k], *b = &theirs->point[k];
        json_array_append_new(
            points, json_pack("{s:o, s:o, s:o, s:o, s:o}", "accuracy",
                              json_number(a->accuracy), "error", json_number(a->error),
                              "evaluations", json_number(a->evaluations),
                              "faithful-error", json_number(b->error),
                              "faithful-evaluations", json_number(b->evaluations)));
    }
    return points;
}

static int append_failure(const struct study *s, struct result *r,
                          const struct comparison *c, struct results *results) {
    r->value = r->low = NAN;
    r->high = c->wrong != NULL ? c->excess : NAN;
    r->verdict = VERDICT_FAIL;
    r->required = true;
    if (c->wrong != NULL)
        return result_append(results, s, r,
                             "at accuracy %g the default mode ends with success and an "
                             "error of %g, which the faithful mode has not",
                             c->wrong->accuracy, c->wrong->error);
    return result_append(results, s, r,
                         "at accuracy %g the default mode fails, and the faithful mode "
                         "does not: %s",
                         c->lost->accuracy, c->lost->why.text);
}

/* `reach`: words about how far the truth goes. */
static int append_ratio(const struct study *s, const struct work_curve *ours,
                        const struct work_curve *theirs, const struct comparison *c,
                        const char *reach, struct results *results) {
    struct result r = result_begin(s->model, "statistics", "double", "evaluations-ratio");
    r.value = c->value;
    r.low = c->low;
    r.high = c->high;
    r.expected = 1;
    r.points = pairs_of(ours, theirs);
    if (c->wrong != NULL || c->lost != NULL)
        return append_failure(s, &r, c, results);
    r.required = !isnan(r.value);
    /* The pair's default mode saves far more than the lines scatter. That of the other methods
     * is the same method but for a few decisions: what is above 1 is to be seen through that;
     * and so it is where nothing errs and each mode takes its longest steps, with an evaluation
     * more or less at the start. */
    const bool saves =
        study_family(s) == INTEGRATOR_PAIR && !(ours->is_exact && theirs->is_exact);
    double ratio = saves ? r.value : r.low;
    r.verdict = isnan(r.value) ? VERDICT_NOT_ASYMPTOTIC : verdict_at_most(ratio, 1);
    if (isnan(r.value))
        return result_append(results, s, &r,
                             "no accuracy that is affordable here resolves the solution "
                             "in both modes, so there are no equal errors%s",
                             reach);
    return result_append(results, s, &r,
                         "evaluations in default mode over those in faithful mode %s%s",
                         c->how, reach);
}

/* Text about a truth that ends before the span does; else "". */
static void describe_reach(char *text, size_t size, struct model *m,
                           const struct trajectory *t) {
    double end = t->end;
    text[0] = '\0';
    if (expr_constant_double(m->graph, m->span_end, &end) == PROBLEM_OK && t->end < end)
        snprintf(text, size, "; the truth is known to t = %.6g of %.6g", t->end, end);
}

static struct work_ladder ladder_of(const struct study *s, const struct trajectory *t) {
    bool quick = s->effort == STUDY_GATE;
    return (struct work_ladder){
        .study = s,
        .trajectory = t,
        .points = quick ? GATE_POINTS : WORK_MOST_POINTS,
        .first = fmin(first_most, first_part * (t->size > 0 ? t->size : 1)),
        .factor = FACTOR,
        .most_evaluations = quick ? GATE_EVALUATIONS : REPORT_EVALUATIONS,
    };
}

static int compare_modes(const struct study *s, const struct work_ladder *l,
                         struct results *results, struct diagnostic *d) {
    struct work_curve ours, theirs;
    char reach[96];
    describe_reach(reach, sizeof reach, s->model, l->trajectory);
    if (work_own(&ours, l, FAST_DEFAULT, d) || work_own(&theirs, l, FAST_FAITHFUL, d))
        return -1;
    struct comparison c = comparison_make(&ours, &theirs, l->trajectory->size);
    /* What one start shows of methods that differ in few decisions may be its own. */
    if (study_family(s) != INTEGRATOR_PAIR && (c.wrong != NULL || c.low > 1) &&
        comparison_repeat(&c, l, &ours, &theirs, d))
        return -1;
    struct subject_options options = subject_default_options();
    struct study named = *s; /* so that results bear the mode */
    named.options = &options;
    options.integrator.mode = FAST_FAITHFUL;
    int failed = append_curve(&named, &theirs, results);
    options.integrator.mode = FAST_DEFAULT;
    return failed || append_curve(&named, &ours, results) ||
           append_ratio(&named, &ours, &theirs, &c, reach, results);
}

static int compare_peers(const struct study *s, const struct work_ladder *l,
                         struct results *results, struct diagnostic *d) {
    for (int k = 0; k < PEERS; k++) {
        struct work_curve curve;
        if (work_peer(&curve, l, (enum peer)k, d) || append_curve(s, &curve, results))
            return -1;
    }
    return 0;
}

/* There is no truth to measure errors by. */
static int append_nothing(const struct study *s, const char *why,
                          struct results *results) {
    struct result r = result_begin(s->model, "statistics", "double",
                                   s->foreign ? "work-precision" : "evaluations-ratio");
    r.expected = s->foreign ? NAN : 1;
    r.required = false;
    r.verdict = VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, s, &r, "no truth to compare with: %s", why);
}

/* Under error control, and in fixed steps, of which the longest is this part of the time. */
static const double longest_part = 0.03125;
static const double shorter = 0.5;

static int foreign_curves(const struct study *s, const struct work_ladder *l,
                          struct results *results, struct diagnostic *d) {
    struct work_ladder fixed = *l;
    struct work_curve curve;
    if (work_foreign(&curve, l, d) || append_curve(s, &curve, results))
        return -1;
    fixed.fixed = true;
    fixed.first = longest_part * (l->trajectory->end - l->trajectory->begin);
    fixed.factor = shorter;
    return work_foreign(&curve, &fixed, d) || append_curve(s, &curve, results);
}

static void ask_for(struct statistics_truth *truth, const struct study *s) {
    long steps = s->effort == STUDY_GATE ? GATE_TAYLOR_STEPS : REPORT_TAYLOR_STEPS;
    if (truth->is_asked_for)
        return;
    truth->is_asked_for = true;
    truth->is_known =
        trajectory_init(&truth->trajectory, s->model, steps, &truth->why) == 0;
}

int statistics_work(const struct study *s, struct statistics_truth *truth,
                    struct results *results, struct diagnostic *d) {
    ask_for(truth, s);
    if (!truth->is_known)
        return append_nothing(s, truth->why.text, results);
    struct work_ladder l = ladder_of(s, &truth->trajectory);
    if (s->foreign)
        return foreign_curves(s, &l, results, d);
    int failed = compare_modes(s, &l, results, d);
    if (!failed && s->open_peer != NULL && study_family(s) == INTEGRATOR_PAIR &&
        statistics_method(s) == FAST_VELOCITY_IMPLICIT_EULER)
        failed = compare_peers(s, &l, results, d);
    return failed;
}
