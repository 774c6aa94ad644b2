/* The leading term of the global error, from the variational equation along the truth.
 *
 * One step of the pair's two half steps makes the error (h^2/4) x'' + O(h^3), and errors
 * made earlier are carried on by the linearised flow. So the global error is h d + O(h^2),
 *
 *     d' = J d + x''/4,   d(t0) = 0,   x'' = J F + dF/dt,   J = dF/dx
 *
 * and of the other methods of first order with their own term in place of x''/4 (struct
 * local_error: the same products, each with its weight)
 *
 * (E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I (1993),
 * II.8, theorem 8.1). The system of (x, d) is a model like any other: its expressions come
 * from those of F by exact differentiation, and ref solves it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include <stdlib.h>

#include "harness/truth/truth_store.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/truth.h"
#include "ref/vector.h"

/* Correct digits asked of d. */
enum { VARIATION_DIGITS = 12 };

/* Taylor steps spent on one run. */
enum { VARIATION_STEPS = 3000 };

struct variation {
    struct model *model;
    const struct local_error *local;
    int nx;
    struct room room;
    expr *field;      /* F (size nx) */
    expr *derivative; /* of one F_i by t and all x_j (size 1 + nx) */
    int *variable;    /* 0, 1 .. nx: t and all x_j */
    expr *rates;      /* of (x, d) (size 2 nx) */
    expr *initial;    /* of (x, d) (size 2 nx) */
};

/* Rate of d_i: sum_j dF_i/dx_j (d_j + w_j F_j/divisor) + (dF_i/dt) w_t/divisor; weights are
 * 1 or -1. */
static expr build_rate(struct variation *v, int i) {
    graph *g = v->model->graph;
    const int nq = v->model->nq, *weight = i < nq ? v->local->q : v->local->y;
    const int divisor = v->local->divisor;
    expr_gradient(g, v->field[i], 1 + v->nx, v->variable, v->derivative);
    expr sum = expr_div(g, v->derivative[0], expr_integer(g, divisor * weight[LOCAL_T]));
    for (int j = 0; j < v->nx; j++) {
        int signed_divisor = divisor * weight[j < nq ? LOCAL_Q : LOCAL_Y];
        expr local = expr_div(g, v->field[j], expr_integer(g, signed_divisor));
        expr carried = expr_add(g, expr_variable(g, 1 + v->nx + j), local);
        sum = expr_add(g, sum, expr_mul(g, v->derivative[1 + j], carried));
    }
    return sum;
}

static int build(struct variation *v) {
    graph *g = v->model->graph;
    if (v->room.is_short || model_field(v->model, v->field) != PROBLEM_OK)
        return -1;
    for (int i = 0; i <= v->nx; i++)
        v->variable[i] = i;
    for (int i = 0; i < v->nx; i++) {
        v->rates[i] = v->field[i];
        v->initial[i] = v->model->initial[i];
        v->initial[v->nx + i] = expr_integer(g, 0);
    }
    for (int i = 0; i < v->nx; i++)
        v->rates[v->nx + i] = build_rate(v, i);
    return graph_failed(g) ? -1 : 0;
}

/* The states are all of the kind z: nothing but the field matters here. */
static enum ref_status solve(struct variation *v, const struct order_truth *o,
                             struct ref_truth **solution) {
    struct model joint = *v->model;
    joint.nq = 0;
    joint.nv = 0;
    joint.nz = 2 * v->nx;
    joint.map_is_identity = true;
    joint.map = (struct expr_matrix){.count = 0};
    joint.rates = v->rates;
    joint.initial = v->initial;
    joint.invariants = 0; /* they are the model's, not those of both */
    joint.solution = NULL;
    joint.joints = joint.holonomic = joint.quaternions = 0; /* nothing is projected */
    const struct ref_truth_options options = {.digits = VARIATION_DIGITS,
                                              .constants = EVAL_DOUBLE_CONSTANTS,
                                              .max_steps = VARIATION_STEPS};
    return truth_store_taylor(o->truths, solution, &joint, ORDER_TIMES,
                              vector_const(o->truth->time), &options);
}

static void read_leading(struct order_truth *o, const struct ref_truth *solution) {
    int nx = o->nx;
    o->leading = calloc((size_t)(ORDER_TIMES * nx) + 1, sizeof *o->leading);
    for (int j = 0; j < ORDER_TIMES && o->leading != NULL; j++) {
        for (int i = 0; i < nx; i++)
            o->leading[j * nx + i] =
                mpfr_get_d(solution->state[j * 2 * nx + nx + i], MPFR_RNDN);
    }
}

void order_variation_clear(struct order_truth *o) {
    free(o->leading);
    o->leading = NULL;
}

void order_variation(struct order_truth *o, const struct order_law *law) {
    size_t n = (size_t)o->nx;
    struct ref_truth *solution = NULL;
    struct variation v = {.model = o->model, .local = &law->local, .nx = o->nx};
    order_variation_clear(o);
    if (law->local.divisor == 0 || law->projects || model_has_kinks(o->model))
        return;
    v.field = room_take(&v.room, n, sizeof *v.field);
    v.derivative = room_take(&v.room, n + 1, sizeof *v.derivative);
    v.variable = room_take(&v.room, n + 1, sizeof *v.variable);
    v.rates = room_take(&v.room, 2 * n, sizeof *v.rates);
    v.initial = room_take(&v.room, 2 * n, sizeof *v.initial);
    if (build(&v) == 0 && solve(&v, o, &solution) == REF_OK)
        read_leading(o, solution);
    ref_truth_free(solution);
    room_clear(&v.room);
}
