/* The order study of models with contacts: global errors through impacts, stops and landings,
 * against the solution from event to event.
 *
 * Errors depend on where in a step an event falls (study_order_predict.c has which orders follow).
 * So a level of the ladder is the largest error of some sizes near each other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/studies/common/ladder_rows.h"
#include "harness/studies/order/study_order_events.h"
#include "harness/studies/order/study_order_struck.h"
#include "harness/studies/order/study_order_touching.h"
#include "problems/model.h"
#include "ref/truth.h"

/* Steps between two of the times at the coarsest level; of each level so many numbers of steps, one
 * after the other by this part: together within a quarter, and with an event all over a step. */
enum { FIRST_STEPS = 23, GATE_LEVELS = 5, REPORT_LEVELS = 8, NEAR = 16, PART = 64 };

/* Where these leave the order undecided, a report adds finer ones, up to so many: at steps that
 * are too long another sequence of events takes place. */
enum { MOST_LEVELS = 11 };

/* The envelope of a few phases of an event scatters by some per cent. */
static const struct ladder_rule rule = {
    .min_points = 4, .max_corrections = 1, .accept = 0.2, .noise = 0.03};
static const double tolerance = 0.3; /* whole numbers are told apart */

/* Errors up to so many gaps that count as touching show no order above them. */
enum { NEAR_TOUCHING = 10 };

/* Rounding: so many units for each step, of the largest magnitude. */
enum { UNITS = 64 };

struct ladder {
    const struct study *study;
    int nx, levels;
    double begin, span, *initial; /* (size 2 nx): and the components' sizes */
    struct ref_truth *truth;
    struct order_prediction prediction;
    struct order_touching *touching; /* [contacts] */
    bool has_other_laws; /* of impact, for an integrator from outside to have */
    struct ladder_point point[MOST_LEVELS];
    struct diagnostic why; /* the last failure; "" */
};

/* Sizes of the components: the largest magnitude at the times; 1 of what is always zero. */
static void measure_sizes(struct ladder *l) {
    double *size = l->initial + l->nx;
    for (int i = 0; i < l->nx; i++)
        size[i] = order_events_size(l->truth, ORDER_TIMES, i, l->initial[i]);
}

/* The error of a run with n steps between two times; NaN: it fails. */
static double run(struct ladder *l, const struct subject *s, int n) {
    const double *size = l->initial + l->nx, part = l->span / ORDER_TIMES;
    double sum = 0;
    if (s->start(s->self, l->begin, l->initial))
        return NAN;
    for (int j = 0; j < ORDER_TIMES; j++) {
        if (subject_steps(s, part / n, n))
            return NAN;
        const double *x = s->state(s->self);
        for (int i = 0; i < l->nx; i++) {
            double exact = mpfr_get_d(l->truth->state[j * l->nx + i], MPFR_RNDN);
            sum += pow((x[i] - exact) / size[i], 2);
        }
    }
    return sqrt(sum / (ORDER_TIMES * l->nx));
}

/* Rounding of n steps, and of a state that is told in doubles. */
static double find_rounding(int n) {
    return UNITS * DBL_EPSILON * sqrt(ORDER_TIMES * (double)n);
}

static double find_touching(const struct ladder *l, double h) {
    return order_touching_part(l->touching, l->study->model->contacts, h);
}

static void run_level(struct ladder *l, const struct subject *s, int level) {
    struct ladder_point *p = &l->point[level];
    p->h = l->span / (ORDER_TIMES * ldexp(FIRST_STEPS, level));
    p->error = 0;
    for (int k = 0; k < NEAR; k++) {
        int n = (int)lround(ldexp(FIRST_STEPS, level) * (1 + (double)k / PART));
        double error = run(l, s, n);
        if (isnan(error))
            message_set(&l->why, "; of %d steps: %s", ORDER_TIMES * n, s->why(s->self));
        p->error = isnan(p->error) || error <= p->error ? p->error : error;
        p->floor = find_rounding(n) + find_touching(l, p->h);
    }
}

static bool is_exact(const struct ladder *l) {
    bool all = true;
    for (int k = 0; k < l->levels; k++)
        all &= l->point[k].error <= l->point[k].floor + ORDER_TOUCHING;
    return all;
}

/* Of an integrator from outside it is not known how it finds events: it is to converge through
 * them. */
static const struct order_prediction of_foreign = {
    1, "an integrator converges through events, however it finds them"};

/* A prediction of order 1 is one of what cannot be excluded: that term may vanish on a problem. */
static bool is_superconvergent(const struct order_prediction *p,
                               const struct ladder_order *order) {
    return p->order > 0 && order->found && order->low > p->order + tolerance;
}

static enum verdict judge(const struct ladder *l, const struct ladder_order *order) {
    const struct order_prediction *p = &l->prediction;
    enum verdict verdict = is_exact(l)     ? VERDICT_PASS
                           : p->order < 0  ? VERDICT_NOT_ASYMPTOTIC
                           : p->order == 0 ? VERDICT_FAIL
                           : is_superconvergent(p, order)
                               ? VERDICT_PASS
                               : verdict_two_sided(order->found, order->low, order->high,
                                                   p->order, tolerance);
    return verdict == VERDICT_FAIL && l->has_other_laws ? VERDICT_NOT_ASYMPTOTIC
                                                        : verdict;
}

/* Whether all errors, or those of the shortest steps, are near what a gap that counts as
 * touching makes: no order shows above it. */
static bool is_at_touching(const struct ladder *l) {
    bool all = true;
    for (int k = 0; k < l->levels; k++)
        all &= l->point[k].error <= NEAR_TOUCHING * ORDER_TOUCHING;
    return all || find_touching(l, l->point[l->levels - 1].h) > 0;
}

/* Whether finer steps may decide what is undecided. */
static bool is_open(struct ladder *l) {
    const struct ladder_order order = ladder_fit(l->levels, l->point, &rule);
    return l->prediction.order > 0 && judge(l, &order) == VERDICT_NOT_ASYMPTOTIC &&
           !is_at_touching(l);
}

static int run_all(struct ladder *l, struct diagnostic *d) {
    const struct study *study = l->study;
    const struct subject_options options = study_fixed_options(study);
    struct subject s;
    if (study->open_subject(study->context, study->model, &options, &s, d))
        return -1;
    l->levels = study->effort == STUDY_GATE ? GATE_LEVELS : REPORT_LEVELS;
    for (int level = 0; level < l->levels; level++)
        run_level(l, &s, level);
    while (study->effort == STUDY_REPORT && l->levels < MOST_LEVELS && is_open(l))
        run_level(l, &s, l->levels++);
    s.free(s.self);
    return 0;
}

/* What is remarkable about a measurement; "": nothing. */
static const char *find_remark(const struct ladder *l, const struct ladder_order *order,
                               enum verdict verdict) {
    const bool is_undecided = verdict == VERDICT_NOT_ASYMPTOTIC;
    if (is_exact(l))
        return "; measured: rounding";
    if (is_superconvergent(&l->prediction, order))
        return "; superconvergence: that term vanishes on this problem";
    if (is_undecided && l->has_other_laws)
        return "; several contacts may be struck at once, by another law";
    if (is_undecided && is_at_touching(l))
        return "; undecided, because the errors come near what a gap of 1e-9 makes, the "
               "gap "
               "that counts as touching: no order shows above it";
    if (is_undecided && l->prediction.order > 0)
        return "; undecided, because the errors of neighbouring sizes differ by more "
               "than a "
               "law explains: they go through other sequences of events";
    return "";
}

static int append(struct ladder *l, struct results *results) {
    const struct study *s = l->study;
    const struct order_prediction p = l->prediction;
    struct result r = result_begin(s->model, "order", "double", "order");
    struct ladder_order order = ladder_fit(l->levels, l->point, &rule);
    r.mode = result_mode(s);
    r.grade = ref_grade_name(l->truth->grade);
    r.expected = p.order > 0 ? p.order : NAN;
    r.tolerance = tolerance;
    r.required = p.order == 0;
    r.verdict = judge(l, &order);
    ladder_tell(&r, l->levels, l->point, LADDER_REASONS);
    if (!is_exact(l))
        ladder_take(&r, &order);
    return result_append(results, s, &r,
                         "power of h of the global error through the events, the largest "
                         "of %d sizes within a quarter; %s: %s%s%s",
                         NEAR,
                         p.order > 1    ? "expected 2"
                         : p.order > 0  ? "expected 1"
                         : p.order == 0 ? "expected rounding"
                                        : "no order is expected",
                         p.why, find_remark(l, &order, r.verdict), l->why.text);
}

/* What several contacts that close at once come to is a law's own matter, and the truth's one of
 * many. */
static int find_laws(struct ladder *l, struct diagnostic *d) {
    const struct study *s = l->study;
    bool singly = true;
    const int failed = s->foreign && s->model->contacts > 1
                           ? order_struck_singly(&singly, s->model, l->span, d)
                           : 0;
    l->has_other_laws = !singly;
    return failed;
}

static int study_along(struct ladder *l, struct results *results, struct diagnostic *d) {
    const struct study *s = l->study;
    const struct order_along along = {s->model, l->truth, l->nx,
                                      l->begin, l->span,  l->initial};
    measure_sizes(l);
    if (order_predict(&l->prediction, &along, d) ||
        order_touching_find(l->touching, &along, l->initial + l->nx, d) ||
        find_laws(l, d))
        return -1;
    if (s->foreign && l->prediction.order >= 0)
        l->prediction = of_foreign;
    return run_all(l, d) || append(l, results);
}

static int study_one(struct ladder *l, struct results *results, struct diagnostic *d) {
    const struct study *s = l->study;
    struct diagnostic why = {""};
    double end;
    l->initial = initial_alloc(s->model, l->nx, &l->begin, &end, d);
    if (l->initial == NULL)
        return -1;
    l->touching = calloc((size_t)s->model->contacts + 1, sizeof *l->touching);
    if (l->touching == NULL)
        return message_set(d, "%s: out of memory", s->model->name);
    l->span = end - l->begin;
    if (order_events_truth(&l->truth, s->model, l->begin, &l->span, l->initial, &why))
        return study_append_unstudied(s, "order", "order", why.text, results);
    return study_along(l, results, d);
}

int order_events(const struct study *s, struct results *results, struct diagnostic *d) {
    const struct model *m = s->model;
    struct ladder l = {.study = s, .nx = m->nq + m->nv + m->nz};
    const int failed = study_one(&l, results, d);
    ref_truth_free(l.truth);
    free(l.touching);
    free(l.initial);
    return failed;
}
