/* Whether a model is separable, from its formulas: H by v twice is constant and not there by q
 * and v, and the rates do not use v.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/studies/geometry/study_geometry.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/vector.h"

/* Beyond so many positions the matrices' products would cost minutes. */
enum { MOST_POSITIONS = 20 };

static expr find_energy(const struct model *m) {
    const int k = model_find_invariant(m, "energy");
    return k >= 0 ? m->invariant[k].value : EXPR_NONE;
}

static bool rates_use_velocities(const struct model *m) {
    int *used = NULL, count = expr_variables_of(m->graph, m->nv, m->rates, &used);
    bool uses = count < 0;
    for (int i = 0; i < count; i++)
        uses |= used[i] == 0 || used[i] > m->nq;
    free(used);
    return uses;
}

static const char *why_not_by_form(struct model *m) {
    return m->joints > 0                 ? "it has joints"
           : m->nz > 0                   ? "it has states beside positions and velocities"
           : !m->map_is_identity         ? "q' = N(q) v is not v"
           : model_has_kinks(m)          ? "it has kinks"
           : m->nq > MOST_POSITIONS      ? "it has too many positions for this study"
           : find_energy(m) == EXPR_NONE ? "it has no invariant energy"
           : rates_use_velocities(m) ? "its accelerations depend on velocities or time"
                                     : NULL;
}

/* out := H, -v dH/dq, d^2H/dv^2, d^2H/dq^2. False: it is not separable. */
static bool differentiate(const struct separable *w, expr *out, expr *first,
                          expr *second) {
    struct model *m = w->model;
    graph *g = m->graph;
    int n = w->n, variable[2 * MOST_POSITIONS + 1];
    bool separable = true;
    for (int i = 0; i <= 2 * n; i++)
        variable[i] = i;
    out[SEPARABLE_ENERGY] = find_energy(m);
    expr_gradient(g, out[SEPARABLE_ENERGY], 1 + 2 * n, variable, first);
    separable = expr_is_zero(g, first[0]);
    out[SEPARABLE_POWER] = expr_integer(g, 0);
    for (int i = 0; i < 2 * n; i++) {
        expr *to = out + SEPARABLE_MATRICES + (i < n ? n * n : 0) + i % n * n;
        expr_gradient(g, first[1 + i], 2 * n, variable + 1, second);
        for (int k = 0; k < n; k++) {
            to[k] = second[i < n ? k : n + k];
            separable &= expr_is_zero(g, second[i < n ? n + k : k]);
            separable &= i < n || expr_is_constant(g, to[k]);
        }
        if (i < n)
            out[SEPARABLE_POWER] =
                expr_sub(g, out[SEPARABLE_POWER],
                         expr_mul(g, expr_variable(g, 1 + n + i), first[1 + i]));
    }
    return separable;
}

static int make_program(struct separable *w, mpfr_prec_t bits, expr *out) {
    graph *g = w->model->graph;
    int variable[2 * MOST_POSITIONS + 1], outputs = SEPARABLE_MATRICES + 2 * w->n * w->n;
    for (int i = 0; i <= 2 * w->n; i++)
        variable[i] = i;
    w->in = room_numbers(&w->room, 1 + 2 * w->n, bits);
    w->out = room_numbers(&w->room, outputs, bits);
    w->start = room_numbers(&w->room, SEPARABLE_MATRICES, bits);
    w->program =
        graph_failed(g) ? NULL : program_alloc(g, 1 + 2 * w->n, variable, outputs, out);
    return w->room.is_short || w->program == NULL ||
           eval_mpfr_alloc(&w->eval, g, w->program, bits, EVAL_EXACT_CONSTANTS) !=
               PROBLEM_OK;
}

int separable_init(struct separable *w, struct model *m, mpfr_prec_t bits) {
    *w = (struct separable){.model = m, .n = m->nq, .why_not = why_not_by_form(m)};
    if (w->why_not != NULL)
        return 0;
    size_t outputs = SEPARABLE_MATRICES + 2 * (size_t)(w->n * w->n);
    expr *out = calloc(outputs, sizeof *out);
    expr *first = calloc(4 * (size_t)w->n + 1, sizeof *first);
    int failed = out == NULL || first == NULL;
    if (!failed && !differentiate(w, out, first, first + 1 + 2 * w->n))
        w->why_not = "the energy is not v M v/2 + U(q) with constant M";
    if (!failed && w->why_not == NULL)
        failed = make_program(w, bits, out);
    free(out);
    free(first);
    return failed;
}

void separable_clear(struct separable *w) {
    eval_mpfr_free(w->eval);
    program_free(w->program);
    room_clear(&w->room);
}

void separable_evaluate(struct separable *w, mpfr_srcptr t, const mpfr_t *x) {
    mpfr_set(w->in[0], t, MPFR_RNDN);
    vector_set(w->in + 1, x, 2 * w->n);
    eval_mpfr_run(w->eval, vector_const(w->in), w->out);
}

static void evaluate_doubles(struct separable *w, double t, const double *x) {
    mpfr_set_d(w->in[0], t, MPFR_RNDN);
    vector_set_doubles(w->in + 1, x, 2 * w->n);
    eval_mpfr_run(w->eval, vector_const(w->in), w->out);
}

void separable_start(struct separable *w, double t, const double *x) {
    evaluate_doubles(w, t, x);
    vector_set(w->start, vector_const(w->out), SEPARABLE_MATRICES);
}

double separable_change(struct separable *w, double t, const double *x, double kh) {
    evaluate_doubles(w, t, x);
    for (int i = 0; i < SEPARABLE_MATRICES; i++)
        mpfr_sub(w->out[i], w->out[i], w->start[i], MPFR_RNDN);
    mpfr_mul_d(w->out[SEPARABLE_POWER], w->out[SEPARABLE_POWER], kh, MPFR_RNDN);
    mpfr_add(w->out[SEPARABLE_ENERGY], w->out[SEPARABLE_ENERGY], w->out[SEPARABLE_POWER],
             MPFR_RNDN);
    return mpfr_get_d(w->out[SEPARABLE_ENERGY], MPFR_RNDN);
}
