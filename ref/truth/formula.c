/* Closed forms in balls, made certain by raising the precision.
 *
 * A formula is not taken at its word. With x the formula and F the field, the balls of x at the
 * beginning and of the initial state, and at every time the balls of dx/dt and F(t, x), must
 * have common members: where they are disjoint the formula is not the solution, and this way
 * does not apply. Between the times dx/dt = F(t, x) is an identity that is proved, or the balls
 * are compared on the way. Nor does this way apply where the formula is not proved to be
 * continuous up to the last time, nor where it is not proved to be the only solution
 * (continuity.c). Where F jumps a formula may be one solution of several (jumps.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/crossing.h"
#include "ref/truth/balls.h"
#include "ref/model.h"

struct formula {
    struct model *m;
    int times, nx;
    const mpfr_t *time;
    const struct ref_truth_options *options;
    struct program *program; /* of t: x, dx/dt, F(t, x) */
    bool is_identity;        /* dx/dt = F(t, x), proved */
    bool only_one;           /* proved at an earlier precision */
};

/* output[3 n] := x, dx/dt, F(t, x). */
static bool build_outputs(struct model *m, int n, int *variable, expr *output) {
    expr *field = output + 2 * n;
    if (model_field(m, field) != PROBLEM_OK)
        return false;
    for (int i = 0; i < n; i++) {
        variable[i] = 1 + i;
        output[i] = m->solution[i];
        output[n + i] = expr_derivative(m->graph, m->solution[i], 0);
    }
    for (int i = 0; i < n; i++)
        field[i] = expr_substitute(m->graph, field[i], n, variable, m->solution);
    return !graph_failed(m->graph);
}

static bool are_identical(graph *g, int n, const expr *a, const expr *b) {
    for (int i = 0; i < n; i++)
        if (!crossing_is_identity(g, expr_sub(g, a[i], b[i])))
            return false;
    return true;
}

static struct program *make_program(struct model *m, bool *is_identity) {
    static const int time_variable = 0;
    const int n = ref_state_size(m);
    expr *output = malloc(3 * (size_t)n * sizeof *output);
    int *variable = malloc((size_t)n * sizeof *variable);
    struct program *p = NULL;
    if (output != NULL && variable != NULL && build_outputs(m, n, variable, output)) {
        *is_identity = are_identical(m->graph, n, output + n, output + 2 * n);
        p = program_alloc(m->graph, 1, &time_variable, 3 * n, output);
    }
    free(output);
    free(variable);
    return p;
}

/* t := the start. */
static enum ref_status check_start(const struct formula *f, struct eval_arb *e,
                                   slong bits, arb_t t) {
    arb_ptr initial = _arb_vec_init(f->nx), out = _arb_vec_init(3 * f->nx);
    enum ref_status status =
        truth_balls_start(f->m, f->options->constants, f->time[0], bits, t, initial);
    if (status == REF_OK) {
        eval_arb_run(e, t, out);
        if (!truth_balls_meet(out, initial, f->nx))
            status = REF_NOT_APPLICABLE;
    }
    _arb_vec_clear(initial, f->nx);
    _arb_vec_clear(out, 3 * f->nx);
    return status;
}

static enum ref_status evaluate_times(const struct formula *f, struct eval_arb *e,
                                      arb_ptr x) {
    enum ref_status status = REF_OK;
    arb_ptr t = _arb_vec_init(f->times), out = _arb_vec_init(3 * f->nx);
    truth_balls_times(t, f->time, f->times);
    for (int k = 0; k < f->times && status == REF_OK; k++) {
        eval_arb_run(e, t + k, out);
        _arb_vec_set(x + k * f->nx, out, f->nx);
        if (!truth_balls_meet(out + f->nx, out + 2 * f->nx, f->nx))
            status = REF_NOT_APPLICABLE;
        else if (truth_balls_stop(f->options, REF_BY_FORMULA))
            status = REF_OUT_OF_TIME;
    }
    _arb_vec_clear(t, f->times);
    _arb_vec_clear(out, 3 * f->nx);
    return status;
}

/* Once, when there are values to be had. */
static enum ref_status check_only_one(struct formula *f, struct eval_arb *e,
                                      const arb_t begin, arb_srcptr x) {
    if (f->only_one || !_arb_vec_is_finite(x, (slong)f->times * f->nx))
        return REF_OK;
    enum ref_status status = truth_prove_only_one(f->m, f->is_identity ? NULL : e, begin,
                                                  f->time[f->times - 1], f->options);
    f->only_one = status == REF_OK;
    return status;
}

static enum ref_status evaluate(void *context, slong bits, arb_ptr x) {
    struct formula *f = context;
    struct eval_arb *e;
    arb_t begin;
    enum ref_status status = ref_from_problem_status(
        eval_arb_alloc(&e, f->m->graph, f->program, bits, f->options->constants));
    if (status != REF_OK)
        return status;
    arb_init(begin);
    status = check_start(f, e, bits, begin);
    if (status == REF_OK)
        status = evaluate_times(f, e, x);
    if (status == REF_OK)
        status = check_only_one(f, e, begin, x);
    arb_clear(begin);
    eval_arb_free(e);
    return status;
}

enum ref_status ref_formula_truth(struct ref_truth **truth, struct model *m, int times,
                                  const mpfr_t *time,
                                  const struct ref_truth_options *options) {
    *truth = NULL;
    if (m->solution == NULL || options->constants != EVAL_EXACT_CONSTANTS)
        return REF_NOT_APPLICABLE; /* the formula has the exact constants' solution */
    struct formula f = {.m = m,
                        .times = times,
                        .nx = ref_state_size(m),
                        .time = time,
                        .options = options};
    f.program = make_program(m, &f.is_identity);
    if (f.program == NULL)
        return REF_NO_MEMORY;
    const struct truth_balls way = {REF_GRADE_CLOSED_FORM, REF_BY_FORMULA, evaluate, &f};
    enum ref_status status = truth_by_balls(truth, &way, times, f.nx, time, options);
    if (status == REF_OK && model_has_kinks(m))
        status = truth_look_for_others(m, time[times - 1], options->constants);
    if (status != REF_OK) {
        ref_truth_free(*truth);
        *truth = NULL;
    }
    program_free(f.program);
    return status;
}
