/* Where a force begins as depth^(3/2) (Hertz) the solution is no power series in the
 * time, on the side of the contact: it has terms of t^(5/2). Take the root z of the depth
 * for the independent variable instead (M. Henon, Physica D 5 (1982), 412, has the depth
 * itself):
 *
 *     d(t, x) = z^2,    dx/dz = (2 z / d') F,    dt/dz = 2 z / d',
 *     d' = d_t + d_x F.
 *
 * The power is z^3, and the solution analytic in z at z = 0 where d' does not vanish; and
 * the surface is met at z = 0 exactly. Before z = 0 the contact ends (z < 0, d' < 0),
 * after it one begins.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/collocation/collocation_internal.h"

#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/graph/walk.h"
#include "problems/program/program.h"
#include "ref/model.h"

/* Whether a number of the program vanishes with the value of the select: the value itself
 * and its products. */
static bool vanishes(const struct instruction *c, const bool *mark) {
    switch (c->operation) {
    case EXPR_NEG:
    case EXPR_DIV: return mark[c->a];
    case EXPR_MUL: return mark[c->a] || mark[c->b];
    default: return false;
    }
}

/* Whether a power that is no integer is taken of the value of select i, or of a product
 * of it; mark[slots] is scratch. */
static bool is_base_of_power(const struct program *p, int i, bool *mark) {
    int first = p->inputs + p->constants;
    for (int k = 0; k < first + p->length; k++)
        mark[k] = k == first + p->switching[i];
    for (int k = p->switching[i] + 1; k < p->length; k++) {
        const struct instruction *c = &p->code[k];
        if ((c->operation == EXPR_POW || c->operation == EXPR_SQRT) && mark[c->a])
            return true;
        mark[first + k] = vanishes(c, mark);
    }
    return false;
}

/* The value of a select begins from zero on its side `slot` when it is zero on the
 * `other` side. */
static bool begins_from_zero(const graph *g, const struct program *p, int slot,
                             int other) {
    bool constant = other >= p->inputs && other < p->inputs + p->constants;
    return slot != other && constant && expr_is_zero(g, p->constant[other - p->inputs]);
}

enum ref_status ref_touch_find_rough(const graph *g, const struct program *p,
                                     struct ref_rough *rough) {
    bool *mark = calloc((size_t)program_slots(p) + 1, sizeof *mark);
    if (mark == NULL)
        return REF_NO_MEMORY;
    for (int i = 0; i < p->switches; i++) {
        const struct instruction *c = &p->code[p->switching[i]];
        bool base = is_base_of_power(p, i, mark);
        rough[i].above = base && begins_from_zero(g, p, c->b, c->c);
        rough[i].below = base && begins_from_zero(g, p, c->c, c->b);
    }
    free(mark);
    return REF_OK;
}

/* The switching function of select number i in the order of evaluation, which is the
 * programs' order. */
static enum ref_status find_function(struct model *m, int n, const expr *field, int i,
                                     expr *s) {
    struct walk w = {0};
    enum problem_status status =
        walk_collect(&w, m->graph, n, field, WALK_CONSTANTS_ARE_LEAVES);
    *s = EXPR_NONE;
    for (int k = 0; status == PROBLEM_OK && k < w.count; k++)
        if (expr_operation(m->graph, w.node[k]) == EXPR_SELECT && i-- == 0)
            *s = expr_argument(m->graph, w.node[k], 0);
    walk_clear(&w);
    if (status == PROBLEM_OK && *s == EXPR_NONE)
        return REF_BAD_ARGUMENT;
    return ref_from_problem_status(status);
}

/* 2 z / d', with z for variable 0 and the time a state. */
static enum ref_status make_pace(struct model *m, int n, const expr *field, expr s,
                                 int side, expr *pace) {
    graph *g = m->graph;
    int *variable = calloc((size_t)n + 1, sizeof *variable);
    expr *gradient = calloc((size_t)n + 1, sizeof *gradient);
    if (variable == NULL || gradient == NULL) {
        free(variable);
        free(gradient);
        return REF_NO_MEMORY;
    }
    for (int i = 0; i <= n; i++)
        variable[i] = i;
    expr_gradient(g, s, n + 1, variable, gradient);
    expr rate = gradient[0];
    for (int i = 0; i < n; i++)
        rate = expr_add(g, rate, expr_mul(g, gradient[1 + i], field[i]));
    int time = 0;
    expr clock = expr_variable(g, 1 + n);
    rate = expr_substitute(g, rate, 1, &time, &clock);
    *pace =
        expr_div(g, expr_mul(g, expr_integer(g, 2 * side), expr_variable(g, 0)), rate);
    free(variable);
    free(gradient);
    return graph_failed(g) ? REF_NO_MEMORY : REF_OK;
}

static enum ref_status make_rates(struct ref_touch_model *t, struct model *m, int n,
                                  int select, int side) {
    graph *g = m->graph;
    expr s, pace;
    int time = 0;
    expr clock = expr_variable(g, 1 + n);
    enum problem_status made = model_field(m, t->rate);
    enum ref_status status = ref_from_problem_status(made);
    if (status == REF_OK)
        status = find_function(m, n, t->rate, select, &s);
    if (status == REF_OK)
        status = make_pace(m, n, t->rate, s, side, &pace);
    if (status != REF_OK)
        return status;
    for (int i = 0; i < n; i++) {
        expr rate = expr_substitute(g, t->rate[i], 1, &time, &clock);
        t->rate[i] = expr_mul(g, pace, rate);
    }
    t->rate[n] = pace;
    return graph_failed(g) ? REF_NO_MEMORY : REF_OK;
}

enum ref_status ref_touch_model_init(struct ref_touch_model *t, struct model *m,
                                     int select, int side) {
    int n = ref_state_size(m);
    *t = (struct ref_touch_model){.rate = calloc((size_t)n + 2, sizeof *t->rate)};
    if (t->rate == NULL)
        return REF_NO_MEMORY;
    t->model = (struct model){
        .nz = n + 1, .graph = m->graph, .rates = t->rate, .map_is_identity = true};
    return make_rates(t, m, n, select, side);
}

void ref_touch_model_clear(struct ref_touch_model *t) {
    free(t->rate);
}
