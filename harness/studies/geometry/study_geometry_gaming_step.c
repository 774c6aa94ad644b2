/* Form 2 minus gaming, step by step, and the derivative that predicts it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/results/study_projected.h"
#include "harness/studies/geometry/study_geometry.h"
#include "harness/studies/geometry/study_geometry_gaming.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/vector.h"

enum { MOST_RATES = 24 };

/* What a prediction is to exceed to count as not zero, relative to the rates. */
static const double vanishing = 1e-25;

bool gaming_applies(const struct study *s) {
    const struct model *m = s->model;
    return projected_has_forms(s->method) && m->joints == 0 && m->nv > 0 &&
           m->nv + m->nz <= MOST_RATES && !model_has_kinks(s->model);
}

/* f_y f as formulas. */
static int differentiate(struct gaming *g, expr *out) {
    struct model *m = g->study->model;
    expr derivative[MOST_RATES];
    int variable[MOST_RATES];
    g->is_structural_zero = true;
    for (int i = 0; i < g->ny; i++)
        variable[i] = 1 + g->nq + i;
    for (int i = 0; i < g->ny; i++) {
        expr sum = expr_integer(m->graph, 0);
        expr_gradient(m->graph, m->rates[i], g->ny, variable, derivative);
        for (int k = 0; k < g->ny; k++) {
            sum = expr_add(m->graph, sum, expr_mul(m->graph, derivative[k], m->rates[k]));
            g->is_structural_zero &= expr_is_zero(m->graph, derivative[k]);
        }
        out[i] = m->rates[i];
        out[g->ny + i] = sum;
    }
    return graph_failed(m->graph);
}

static int make_program(struct gaming *g) {
    struct model *m = g->study->model;
    expr out[2 * MOST_RATES];
    if (!differentiate(g, out))
        g->program = model_program(m, 2 * g->ny, out);
    return g->program == NULL || eval_mpfr_alloc(&g->eval, m->graph, g->program, g->bits,
                                                 EVAL_EXACT_CONSTANTS) != PROBLEM_OK;
}

static int find_room(struct gaming *g) {
    const int nx = g->nq + g->ny;
    struct room *room = &g->room;
    g->t = room_number(room, g->bits);
    g->h = room_number(room, g->bits);
    g->term = room_number(room, g->bits);
    g->in = room_numbers(room, 1 + nx, g->bits);
    g->out = room_numbers(room, 2 * g->ny, g->bits);
    g->x = room_numbers(room, nx, g->bits);
    g->x1 = room_numbers(room, nx, g->bits);
    g->x2 = room_numbers(room, nx, g->bits);
    g->difference = room_numbers(room, g->ny, g->bits);
    g->start = room_doubles(room, nx);
    g->other = room_doubles(room, nx);
    return room->is_short;
}

static enum ref_status make_steps(struct gaming *g) {
    struct model *m = g->study->model;
    enum ref_status status =
        ref_step_alloc(&g->form, m, REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT, g->bits,
                       EVAL_EXACT_CONSTANTS);
    if (status == REF_OK)
        status = ref_step_alloc(&g->stand_in, m, REF_SEMI_EXPLICIT_EULER_GAMING, g->bits,
                                EVAL_EXACT_CONSTANTS);
    return status;
}

static int open_both(struct gaming *g, struct diagnostic *d) {
    const struct study *s = g->study;
    for (int k = 0; k < 2; k++) {
        /* in its table form 2 is the second, gaming the third */
        struct subject_options options =
            geometry_options(s, geometry_form_of(s->method, 1 + k));
        if (s->open_subject(s->context, s->model, &options, &g->in_double[k], d))
            return -1;
        g->opened[k] = true;
    }
    return 0;
}

/* Steps of unit/2^8 and less are to be short beside the fast motion, whose rate is |f_y f| /
 * |f|: a series in h begins to say something there. */
static const double most_rates = 64;

/* f, f_y f and sizes at the start. */
static void evaluate_start(struct gaming *g) {
    int nx = g->nq + g->ny;
    double rates = 0, predicted = 0;
    mpfr_set_d(g->t, g->begin, MPFR_RNDN);
    vector_set_doubles(g->x, g->start, nx);
    mpfr_set(g->in[0], g->t, MPFR_RNDN);
    vector_set(g->in + 1, vector_const(g->x), nx);
    eval_mpfr_run(g->eval, vector_const(g->in), g->out);
    for (int i = 0; i < g->ny; i++) {
        g->size = fmax(g->size, fabs(g->start[g->nq + i]));
        rates = fmax(rates, fabs(mpfr_get_d(g->out[i], MPFR_RNDN)));
        predicted = fmax(predicted, fabs(mpfr_get_d(g->out[g->ny + i], MPFR_RNDN)));
    }
    g->size = fmax(g->size, rates * g->span);
    g->vanishes = !(predicted > vanishing * rates);
    g->unit = g->span;
    while (!g->vanishes && isfinite(predicted) &&
           g->unit * predicted > most_rates * rates)
        g->unit /= 2;
}

int gaming_init(struct gaming *g, const struct study *s, struct diagnostic *d) {
    struct model *m = s->model;
    double end;
    *g = (struct gaming){.study = s,
                         .nq = m->nq,
                         .ny = m->nv + m->nz,
                         .bits = s->bits > 0 ? s->bits : GEOMETRY_BITS};
    snprintf(g->arithmetic, sizeof g->arithmetic, "mpfr:%ld", (long)g->bits);
    if (find_room(g) || make_program(g))
        return message_set(d, "%s: out of memory", m->name);
    enum ref_status status = make_steps(g);
    if (status != REF_OK)
        return message_set(d, "%s: %s", m->name, ref_status_text(status));
    if (initial_and_end(m, &g->begin, g->start, &end, d) || open_both(g, d))
        return -1;
    g->span = end - g->begin;
    evaluate_start(g);
    return 0;
}

void gaming_clear(struct gaming *g) {
    for (int k = 0; k < 2; k++)
        if (g->opened[k])
            g->in_double[k].free(g->in_double[k].self);
    ref_step_free(g->form);
    ref_step_free(g->stand_in);
    eval_mpfr_free(g->eval);
    program_free(g->program);
    room_clear(&g->room);
}

int gaming_difference(struct gaming *g, double h, struct diagnostic *d) {
    mpfr_set_d(g->h, h, MPFR_RNDN);
    enum ref_status status =
        ref_step_take(g->form, g->t, vector_const(g->x), g->h, g->x2, NULL);
    if (status == REF_OK)
        status = ref_step_take(g->stand_in, g->t, vector_const(g->x), g->h, g->x1, NULL);
    if (status != REF_OK)
        return message_set(d, "%s: a step of the reference: %s", g->study->model->name,
                           ref_status_text(status));
    for (int i = 0; i < g->ny; i++)
        mpfr_sub(g->difference[i], g->x2[g->nq + i], g->x1[g->nq + i], MPFR_RNDN);
    return 0;
}

double gaming_norm(const struct gaming *g) {
    double largest = 0;
    for (int i = 0; i < g->ny; i++)
        largest = fmax(largest, fabs(mpfr_get_d(g->difference[i], MPFR_RNDN)));
    return largest;
}

int gaming_difference_in_double(struct gaming *g, double h, double *norm, double *floor,
                                struct diagnostic *d) {
    double largest = 0, size = 0;
    for (int k = 0; k < 2; k++) {
        const struct subject *s = &g->in_double[k];
        if (s->start(s->self, g->begin, g->start) || s->step(s->self, h))
            return message_set(d, "%s: %s", g->study->model->name, s->why(s->self));
        if (k == 0)
            memcpy(g->other, s->state(s->self),
                   (size_t)(g->nq + g->ny) * sizeof *g->other);
    }
    const double *gaming = g->in_double[1].state(g->in_double[1].self);
    for (int i = g->nq; i < g->nq + g->ny; i++) {
        largest = fmax(largest, fabs(g->other[i] - gaming[i]));
        size = fmax(size, fabs(gaming[i]));
    }
    *norm = largest;
    *floor = ldexp(size, -52);
    return 0;
}
