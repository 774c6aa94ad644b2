/* The derivatives of joints by time. A holonomic joint g(t, q) has
 *
 *     g' = G v + g_t,   G = (dg/dq) N
 *
 * and of r = G v + g_t, as of a condition on velocities r(t, q, v), what is left of its
 * derivative by time when v' = 0 is
 *
 *     bias = (dr/dq) N v + r_t
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/elaboration/joints/joints.h"
#include "problems/elaboration/map_rows.h"
#include "problems/graph/expr.h"

/* sum G_ij v_j + rest over the entries of G from `first` on. */
static expr combine(const struct model *m, int first, expr rest) {
    graph *g = m->graph;
    const struct expr_matrix *G = &m->joint_matrix;
    expr sum = expr_integer(g, 0);
    for (int k = first; k < G->count; k++)
        sum = expr_add(
            g, sum, expr_mul(g, G->entry[k], expr_variable(g, 1 + m->nq + G->column[k])));
    return expr_add(g, sum, rest);
}

/* G and G v + g_t of the holonomic joints; derivative holds dg/dt, dg/dq. */
static bool fill_holonomic(struct elaboration *e, const struct expr_matrix *derivative,
                           const int *map_start, struct gather *r, int *capacity) {
    struct model *m = e->model;
    for (int i = 0, place = 0; i < m->holonomic; i++) {
        const int first = m->joint_matrix.count;
        expr rest = map_rows_gather(r, m, map_start, derivative, i, &place);
        if (!elaborate_spend(e, 1 + r->count, e->joint[0].offset))
            return false;
        if (!gather_append(r, &m->joint_matrix, capacity, i))
            return elaborate_fail_memory(e);
        m->joint_rate[i] = combine(m, first, rest);
    }
    return true;
}

static bool fill_others(struct elaboration *e, const struct linear_form *const *form,
                        int *capacity) {
    struct model *m = e->model;
    for (int i = m->holonomic; i < m->joints; i++) {
        m->joint_rate[i] = m->joint[i].residual;
        for (int k = 0; k < form[i]->count; k++)
            if (!expr_matrix_append(&m->joint_matrix, capacity, i, form[i]->velocity[k],
                                    form[i]->coefficient[k]))
                return elaborate_fail_memory(e);
    }
    return true;
}

static bool fill_rates(struct elaboration *e, const struct linear_form *const *form,
                       const expr *residual) {
    struct model *m = e->model;
    struct expr_matrix derivative = {0};
    struct gather r = {0};
    int capacity = 0, *map_start = map_rows_find(m);
    m->joint_matrix.rows = m->joints;
    m->joint_matrix.columns = m->nv;
    bool done = map_start && gather_start(&r, m->graph, m->nv) &&
                model_jacobian(m, m->holonomic, residual, 0, 1 + m->nq, &derivative) ==
                    PROBLEM_OK;
    done = done ? fill_holonomic(e, &derivative, map_start, &r, &capacity) &&
                      fill_others(e, form, &capacity)
                : elaborate_fail_memory(e);
    expr_matrix_clear(&derivative);
    gather_clear(&r);
    free(map_start);
    return done;
}

static bool fill_bias(struct elaboration *e) {
    struct model *m = e->model;
    graph *g = m->graph;
    struct expr_matrix derivative = {0};
    if (model_jacobian(m, m->joints, m->joint_rate, 0, 1 + m->nq, &derivative) !=
        PROBLEM_OK)
        return elaborate_fail_memory(e);
    for (int i = 0; i < m->joints; i++)
        m->joint_bias[i] = expr_integer(g, 0);
    for (int k = 0; k < derivative.count; k++) {
        int q = derivative.column[k] - 1;
        expr *bias = &m->joint_bias[derivative.row[k]];
        expr term = q < 0 ? derivative.entry[k]
                          : expr_mul(g, derivative.entry[k], m->position_rates[q]);
        *bias = expr_add(g, *bias, term);
    }
    bool done = elaborate_spend(e, derivative.count, e->joint[0].offset);
    expr_matrix_clear(&derivative);
    return done;
}

bool joint_rows(struct elaboration *e, const struct linear_form *const *form) {
    struct model *m = e->model;
    size_t count = (size_t)m->joints + 1;
    m->joint_rate = malloc(count * sizeof *m->joint_rate);
    m->joint_bias = malloc(count * sizeof *m->joint_bias);
    expr *residual = malloc(count * sizeof *residual);
    for (int i = 0; i < m->joints && residual; i++)
        residual[i] = m->joint[i].residual;
    bool done = m->joint_rate && m->joint_bias && residual
                    ? fill_rates(e, form, residual) && fill_bias(e)
                    : elaborate_fail_memory(e);
    free(residual);
    return done;
}
