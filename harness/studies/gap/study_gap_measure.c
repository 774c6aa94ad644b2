/* The values and the predicted coefficients of error, estimate and gap at each point.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/base/message.h"
#include "harness/results/study_projected.h"
#include "harness/studies/gap/study_gap.h"
#include "problems/model.h"
#include "ref/mechanical.h"
#include "ref/vector.h"

/* h = tau 2^-24, tau 2^-28, .. */
enum { FIRST_EXPONENT = 24, EXPONENT_STEP = 4 };

struct instruments {
    ref_series *series; /* of the flow, and of the pair */
    ref_pair *pair;     /* NULL: the method has the next two */
    ref_step_series *step_series;
    ref_step *step;
    struct room room;
    mpfr_t *flow, *large, *half, *small; /* (size nx) */
};

static enum ref_status open_method(struct instruments *a, const struct gap_problem *g) {
    const struct projected_traits *t = g->traits;
    if (t == NULL)
        return ref_pair_alloc(&a->pair, g->model, g->bits, EVAL_EXACT_CONSTANTS);
    enum ref_status status = ref_step_series_alloc(
        &a->step_series, g->model, t->reference, g->bits, g->order, EVAL_EXACT_CONSTANTS);
    if (status == REF_OK)
        status = ref_step_alloc(&a->step, g->model, t->reference, g->bits,
                                EVAL_EXACT_CONSTANTS);
    return status;
}

static int init_instruments(struct instruments *a, const struct gap_problem *g) {
    *a = (struct instruments){.series = NULL};
    a->flow = room_numbers(&a->room, g->nx, g->bits);
    a->large = room_numbers(&a->room, g->nx, g->bits);
    a->half = room_numbers(&a->room, g->nx, g->bits);
    a->small = room_numbers(&a->room, g->nx, g->bits);
    return a->room.is_short ||
           ref_series_alloc(&a->series, g->model, g->bits, g->order,
                            EVAL_EXACT_CONSTANTS) != REF_OK ||
           open_method(a, g) != REF_OK;
}

static void clear_instruments(struct instruments *a) {
    ref_series_free(a->series);
    ref_pair_free(a->pair);
    ref_step_series_free(a->step_series);
    ref_step_free(a->step);
    room_clear(&a->room);
}

/* log2 |x|; -infinity for 0. */
static double log2_of(mpfr_srcptr x) {
    long exponent;
    if (mpfr_zero_p(x))
        return -INFINITY;
    double mantissa = mpfr_get_d_2exp(&exponent, x, MPFR_RNDN);
    return log2(fabs(mantissa)) + (double)exponent;
}

/* What the method's result and its comparison are in power series; of methods that are not the
 * pair the estimate stands in for the latter. */
static const mpfr_t *result_series(const struct instruments *a, int i) {
    return a->step_series != NULL ? ref_step_series_result(a->step_series, i)
                                  : ref_series_small(a->series, i);
}

static const mpfr_t *other_series(const struct instruments *a, int i) {
    return a->step_series != NULL ? ref_step_series_estimate(a->step_series, i)
                                  : ref_series_large(a->series, i);
}

/* log2 of the shortest time in which a term of some series would come to the scale. */
static double find_log_radius(const struct instruments *a, const struct gap_problem *g) {
    double least = INFINITY;
    for (int i = 0; i < g->nx; i++) {
        const mpfr_t *const series[] = {ref_series_flow(a->series, i), other_series(a, i),
                                        result_series(a, i)};
        for (int s = 0; s < 3; s++) {
            for (int k = 1; k <= g->order; k++)
                least = fmin(least, (log2(g->scale[i]) - log2_of(series[s][k])) / k);
        }
    }
    return least;
}

/* The three differences: error := S - a, estimate := L - S (of methods that are not the pair,
 * what stands in L's place, with its sign), gap := error - estimate. */
static void subtract(const struct gap_problem *g, mpfr_t *const kind[GAP_KINDS], int at,
                     mpfr_srcptr flow, mpfr_srcptr large, mpfr_srcptr small) {
    mpfr_sub(kind[GAP_ERROR][at], small, flow, MPFR_RNDN);
    if (g->traits != NULL)
        mpfr_mul_si(kind[GAP_ESTIMATE][at], large, g->traits->sign, MPFR_RNDN);
    else
        mpfr_sub(kind[GAP_ESTIMATE][at], large, small, MPFR_RNDN);
    mpfr_sub(kind[GAP_GAP][at], kind[GAP_ERROR][at], kind[GAP_ESTIMATE][at], MPFR_RNDN);
}

/* small := the result, large := the comparison, or the estimate itself. */
static enum ref_status make_step(struct instruments *a, const struct gap_point *p,
                                 mpfr_srcptr h) {
    const mpfr_t *x = (const mpfr_t *)p->x;
    if (a->pair != NULL)
        return ref_pair_step(a->pair, p->t, x, h, a->large, a->half, a->small);
    return ref_step_take(a->step, p->t, x, h, a->small, a->large);
}

static enum ref_status measure_point(struct instruments *a, const struct gap_problem *g,
                                     struct gap_point *p) {
    enum ref_status status = ref_series_expand(a->series, p->t, vector_const(p->x));
    if (status == REF_OK && a->step_series != NULL)
        status = ref_step_series_expand(a->step_series, p->t, vector_const(p->x));
    double radius = find_log_radius(a, g);
    p->tau = exp2(isfinite(radius) ? floor(radius) : 0);
    for (int i = 0; i < g->nx && status == REF_OK; i++) {
        mpfr_set(p->flow_second[i], ref_series_flow(a->series, i)[2], MPFR_RNDN);
        for (int k = 0; k <= g->order; k++)
            subtract(g, p->predicted, i * (g->order + 1) + k,
                     ref_series_flow(a->series, i)[k], other_series(a, i)[k],
                     result_series(a, i)[k]);
    }
    for (int level = 0; level < GAP_LEVELS && status == REF_OK; level++) {
        mpfr_set_d(p->h[level], p->tau, MPFR_RNDN);
        mpfr_div_2si(p->h[level], p->h[level], FIRST_EXPONENT + EXPONENT_STEP * level,
                     MPFR_RNDN);
        status = ref_series_flow_at(a->series, p->h[level], a->flow);
        if (status == REF_OK)
            status = make_step(a, p, p->h[level]);
        for (int i = 0; i < g->nx && status == REF_OK; i++)
            subtract(g, p->measured, level * g->nx + i, a->flow[i], a->large[i],
                     a->small[i]);
    }
    return status;
}

int gap_measure(struct gap_problem *g, struct diagnostic *d) {
    struct instruments a;
    int failed = init_instruments(&a, g);
    if (failed)
        message_set(d, "%s: out of memory", g->model->name);
    for (int k = 0; k < g->points && !failed; k++) {
        struct gap_point *p = &g->point[k];
        enum ref_status status = measure_point(&a, g, p);
        if (status != REF_OK && p->unjudged == NULL)
            p->unjudged = ref_status_text(status);
        if (gap_differences(g, p))
            failed = message_set(d, "%s: out of memory", g->model->name);
    }
    clear_instruments(&a);
    return failed;
}

double gap_weight(const struct gap_problem *g, const struct gap_point *p,
                  enum gap_kind kind, int i, int k) {
    mpfr_srcptr c = p->predicted[kind][i * (g->order + 1) + k];
    return exp2(log2_of(c) + k * log2(p->tau) - log2(g->scale[i]));
}

const char *gap_kind_name(enum gap_kind kind) {
    static const char *const NAME[] = {"error", "estimate", "gap"};
    return NAME[kind];
}
