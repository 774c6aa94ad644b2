/* Where the gap is studied: the start and some points of the true trajectory.
 *
 * A point need not be exact, only near the trajectory: every step and every series begins at
 * the point as it is stored, to all bits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/results/study.h"
#include "harness/results/study_projected.h"
#include "harness/studies/gap/study_gap.h"
#include "harness/truth/truth_store.h"
#include "problems/base/compare.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/ref.h"
#include "ref/truth.h"
#include "ref/vector.h"

/* The study's own precision: the gap at the finest step is 2^-156 of the solution, and its
 * coefficients are wanted to 30 digits, 2^-100. */
enum { OWN_BITS = 512 };

/* Order of the series: (2^-24)^order lies below 2^-bits, with some terms to spare. */
enum { BITS_PER_TERM = 24, SPARE_TERMS = 4 };

/* Parts of the span at which the points lie, after the start. */
static const double PART[GAP_MAX_POINTS - 1] = {0.29, 0.53, 0.83, 0.41, 0.71};
enum { GATE_POINTS = 4, LARGE_POINTS = 2, REPORT_POINTS = GAP_MAX_POINTS };

/* Beyond so many states a step costs a hundredth of a second, and the gate does with fewer
 * points. */
enum { LARGE_STATE = 20 };

/* Digits, steps and halvings of the span as in the order study. */
enum { TRUTH_DIGITS = 20, TRUTH_STEPS = 1500, TRUTH_HALVINGS = 40 };

static void find_room(struct gap_problem *g, struct gap_point *p) {
    const mpfr_prec_t bits = g->bits;
    struct room *room = &g->room;
    p->t = room_number(room, bits);
    p->x = room_numbers(room, g->nx, bits);
    p->h = room_numbers(room, GAP_LEVELS, bits);
    p->flow_second = room_numbers(room, g->nx, bits);
    p->second = room_numbers(room, g->nx, bits);
    for (int k = 0; k < GAP_KINDS; k++) {
        p->measured[k] = room_numbers(room, GAP_LEVELS * g->nx, bits);
        p->predicted[k] = room_numbers(room, g->nx * (g->order + 1), bits);
        p->third[k] = room_numbers(room, g->nx, bits);
    }
}

/* The first point is the start; the others' times are in time[]. */
static enum ref_status solve(struct gap_problem *g, double span, double *time) {
    struct ref_truth *truth = NULL;
    mpfr_t *exact = vector_alloc(g->points - 1, g->bits);
    if (exact == NULL)
        return REF_NO_MEMORY;
    for (int k = 1; k < g->points; k++)
        time[k] = g->point[0].time + PART[k - 1] * span;
    qsort(time + 1, (size_t)g->points - 1, sizeof *time, compare_doubles);
    vector_set_doubles(exact, time + 1, g->points - 1);
    const struct ref_truth_options options = {.digits = TRUTH_DIGITS,
                                              .constants = EVAL_EXACT_CONSTANTS,
                                              .max_steps = TRUTH_STEPS};
    enum ref_status status = truth_store_taylor(
        g->study->truths, &truth, g->model, g->points - 1, vector_const(exact), &options);
    for (int k = 1; k < g->points && status == REF_OK; k++) {
        struct gap_point *p = &g->point[k];
        p->time = time[k];
        g->radius = fmax(g->radius, mpfr_get_d(truth->radius[k - 1], MPFR_RNDU));
        mpfr_set_d(p->t, time[k], MPFR_RNDN);
        vector_set(p->x, (const mpfr_t *)truth->state + (k - 1) * g->nx, g->nx);
    }
    ref_truth_free(truth);
    vector_free(exact, g->points - 1);
    return status;
}

static int find_points(struct gap_problem *g, struct diagnostic *d) {
    struct gap_point *start = &g->point[0];
    double time[GAP_MAX_POINTS];
    mpfr_t end;
    mpfr_init2(end, g->bits);
    enum ref_status status =
        ref_initial(g->model, EVAL_EXACT_CONSTANTS, start->t, start->x);
    enum problem_status known = expr_constant(g->model->graph, g->model->span_end, end);
    start->time = mpfr_get_d(start->t, MPFR_RNDN);
    double span = mpfr_get_d(end, MPFR_RNDN) - start->time;
    mpfr_clear(end);
    if (status != REF_OK || known != PROBLEM_OK || !(isfinite(span) && span > 0))
        return message_set(d, "%s: the start or the span is not finite, or it is empty",
                           g->model->name);
    status = REF_UNABLE;
    for (int k = 0; k <= TRUTH_HALVINGS && status != REF_OK && status != REF_NO_MEMORY;
         k += 2)
        status = solve(g, ldexp(span, -k), time);
    if (status != REF_OK)
        return message_set(d, "%s: no truth to take points from: %s", g->model->name,
                           ref_status_text(status));
    return 0;
}

/* Of the pair error and estimate begin with h^2. */
enum { PAIR_FIRST = 2 };

int gap_compared(const struct gap_problem *g) {
    return g->first + GAP_POWERS - 1;
}

int gap_problem_init(struct gap_problem *g, const struct study *s,
                     const struct projected_traits *traits, struct diagnostic *d) {
    struct model *m = s->model;
    mpfr_prec_t bits = s->bits > OWN_BITS ? s->bits : OWN_BITS;
    *g = (struct gap_problem){.study = s,
                              .traits = traits,
                              .kinds = GAP_KINDS,
                              .first = PAIR_FIRST,
                              .model = m,
                              .nx = m->nq + m->nv + m->nz,
                              .order = (int)(bits / BITS_PER_TERM) + SPARE_TERMS,
                              .points =
                                  s->effort == STUDY_GATE ? GATE_POINTS : REPORT_POINTS,
                              .bits = bits};
    if (traits != NULL) {
        g->kinds = traits->estimate > 0 ? GAP_KINDS : 1;
        g->first = traits->estimate > 0 ? traits->estimate : traits->order + 1;
    }
    if (s->effort == STUDY_GATE)
        g->points = g->nx > LARGE_STATE ? LARGE_POINTS : GATE_POINTS;
    snprintf(g->arithmetic, sizeof g->arithmetic, "mpfr:%ld", (long)bits);
    g->scale = room_doubles(&g->room, g->nx);
    for (int k = 0; k < g->points; k++)
        find_room(g, &g->point[k]);
    if (g->room.is_short)
        return message_set(d, "%s: out of memory", m->name);
    if (find_points(g, d))
        return -1;
    return gap_survey(g) ? message_set(d, "%s: out of memory", m->name) : 0;
}

void gap_problem_clear(struct gap_problem *g) {
    room_clear(&g->room);
}
