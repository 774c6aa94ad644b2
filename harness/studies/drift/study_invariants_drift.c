/* Drifts, evaluated in many digits from states in double.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/drift/study_invariants.h"

#include <math.h>
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/truth.h"
#include "ref/vector.h"

/* Far beyond double: what an evaluation rounds is out of sight. */
enum { BITS = 192 };

/* value[] := the invariants; value[count + k nx + i] := dI_k/dx_i; linear[k] as the header
 * says. */
static int differentiate(struct invariants *v, expr *value, int *variable,
                         expr *derivative) {
    graph *g = v->model->graph;
    for (int i = 0; i <= v->nx; i++)
        variable[i] = i;
    for (int k = 0; k < v->count; k++) {
        value[k] = v->model->invariant[k].value;
        expr_gradient(g, value[k], 1 + v->nx, variable, derivative);
        v->linear[k] = expr_is_zero(g, derivative[0]);
        for (int i = 0; i < v->nx; i++) {
            value[v->count + k * v->nx + i] = derivative[1 + i];
            v->linear[k] = v->linear[k] && expr_is_constant(g, derivative[1 + i]);
        }
    }
    return graph_failed(g) ? -1 : 0;
}

int invariants_init(struct invariants *v, struct model *m) {
    int nx = m->nq + m->nv + m->nz, outputs = m->invariants * (1 + nx);
    *v = (struct invariants){.model = m, .nx = nx, .count = m->invariants};
    struct room *room = &v->room;
    expr *value = room_take(room, (size_t)outputs, sizeof *value);
    expr *derivative = room_take(room, (size_t)nx + 1, sizeof *derivative);
    int *variable = room_take(room, (size_t)nx + 1, sizeof *variable);
    v->linear = room_take(room, (size_t)v->count, sizeof *v->linear);
    v->in = room_numbers(room, 1 + nx, BITS);
    v->out = room_numbers(room, outputs, BITS);
    v->start = room_numbers(room, v->count, BITS);
    if (room->is_short || differentiate(v, value, variable, derivative))
        return -1;
    v->program = model_program(m, outputs, value);
    return v->program == NULL || eval_mpfr_alloc(&v->eval, m->graph, v->program, BITS,
                                                 EVAL_DOUBLE_CONSTANTS) != PROBLEM_OK;
}

void invariants_clear(struct invariants *v) {
    eval_mpfr_free(v->eval);
    program_free(v->program);
    room_clear(&v->room);
}

static void evaluate(struct invariants *v, double t, const double *x) {
    mpfr_set_d(v->in[0], t, MPFR_RNDN);
    vector_set_doubles(v->in + 1, x, v->nx);
    eval_mpfr_run(v->eval, vector_const(v->in), v->out);
}

double invariants_change(struct invariants *v, int k, double t, const double *x) {
    evaluate(v, t, x);
    mpfr_sub(v->out[k], v->out[k], v->start[k], MPFR_RNDN);
    return mpfr_get_d(v->out[k], MPFR_RNDN);
}

double invariants_size(const struct invariants *v, int k, const double *x) {
    double size = fabs(mpfr_get_d(v->start[k], MPFR_RNDN));
    for (int i = 0; i < v->nx; i++)
        size += fabs(mpfr_get_d(v->out[v->count + k * v->nx + i], MPFR_RNDN) * x[i]);
    return size;
}

void invariants_start(struct invariants *v, double t, const double *x) {
    evaluate(v, t, x);
    for (int k = 0; k < v->count; k++)
        mpfr_set(v->start[k], v->out[k], MPFR_RNDN);
}

void invariants_drift(struct invariants *v, const struct order_truth *o, int j,
                      const double *error, double *drift, double *derivative) {
    mpfr_set(v->in[0], o->truth->time[j], MPFR_RNDN);
    for (int i = 0; i < v->nx; i++)
        mpfr_add_d(v->in[1 + i], o->truth->state[j * v->nx + i], error ? error[i] : 0,
                   MPFR_RNDN);
    eval_mpfr_run(v->eval, vector_const(v->in), v->out);
    for (int k = 0; k < v->count; k++) {
        mpfr_sub(v->out[k], v->out[k], v->start[k], MPFR_RNDN);
        drift[k] = mpfr_get_d(v->out[k], MPFR_RNDN);
    }
    for (int k = 0; k < v->count * v->nx && derivative != NULL; k++)
        derivative[k] = mpfr_get_d(v->out[v->count + k], MPFR_RNDN);
}

/* Fills in what is known at the truth's time j: the scale, the slack, the prediction. */
static void read_derivative(struct drift_ladder *d, const struct order_ladder *states,
                            const double *derivative, int j) {
    const struct order_truth *o = states->truth;
    double scale = 0, slack = 0, unsure = 0, leading = 0, rate_error = 0;
    for (int i = 0; i < o->nx; i++) {
        scale += fabs(derivative[i]) * o->scale[i];
        slack += fabs(derivative[i]) * states->slack;
        unsure += fabs(derivative[i]) * o->radius;
        rate_error += fabs(derivative[i]) * o->rate_error[i];
        if (o->leading != NULL)
            leading += derivative[i] * o->leading[j * o->nx + i];
    }
    d->scale = fmax(d->scale, scale);
    d->ladder.slack = fmax(d->ladder.slack, slack);
    d->unsure = fmax(d->unsure, unsure);
    d->rate_error = fmax(d->rate_error, rate_error);
    if (d->truth.leading != NULL)
        d->truth.leading[j] = leading;
}

static int alloc_ladder(struct drift_ladder *d, const struct order_ladder *states) {
    d->truth = *states->truth;
    d->truth.nx = 1;
    d->truth.radius = 0;
    d->truth.scale = &d->scale;
    d->truth.rate_error = &d->rate_error;
    d->truth.leading =
        states->truth->leading ? calloc(ORDER_TIMES, sizeof *d->truth.leading) : NULL;
    d->ladder = *states;
    d->ladder.truth = &d->truth;
    d->ladder.slack = 0;
    return order_ladder_alloc(&d->ladder) ||
           (states->truth->leading != NULL && d->truth.leading == NULL);
}

int drift_ladder_init(struct drift_ladder *d, struct invariants *v, int k,
                      const struct order_ladder *states) {
    const struct order_truth *o = states->truth;
    struct room room = {.last = NULL};
    double *drift = room_doubles(&room, v->count);
    double *derivative = room_doubles(&room, v->count * v->nx);
    *d = (struct drift_ladder){.scale = 0};
    int failed = alloc_ladder(d, states) || room.is_short;
    for (int j = 0; j < ORDER_TIMES && !failed; j++) {
        invariants_drift(v, o, j, NULL, drift, derivative);
        read_derivative(d, states, derivative + k * v->nx, j);
        d->own = fmax(d->own, fabs(drift[k]));
        for (int level = 0; level < states->levels; level++) {
            int at = level * ORDER_TIMES + j;
            invariants_drift(v, o, j, states->error + at * o->nx, drift, NULL);
            d->ladder.error[at] = drift[k];
        }
    }
    room_clear(&room);
    return failed;
}

/* Far beyond what constants that are doubles may be off by. */
static const double refuted_part = 1e-8;

bool drift_ladder_is_refuted(const struct drift_ladder *d) {
    return d->own > refuted_part * d->scale + d->unsure;
}

void drift_ladder_clear(struct drift_ladder *d) {
    order_ladder_clear(&d->ladder);
    free(d->truth.leading);
}
