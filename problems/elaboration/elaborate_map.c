/* N(q) of q' = N(q) v, from the rates of the positions: row i holds dq_i'/dv_j.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>

#include "problems/elaboration/linear.h"
#include "problems/graph/expr.h"

/* Whether only positions and velocities occur in an expression. */
static bool is_free_of_others(const struct elaboration *e, expr value, bool *is_free) {
    const struct model *m = e->model;
    int *variable, count = expr_variables(m->graph, value, &variable);
    *is_free = count == 0 ||
               (count > 0 && variable[0] > 0 && variable[count - 1] <= m->nq + m->nv);
    free(variable);
    return count >= 0;
}

/* sum N_ij v_j over a row. */
static expr combine(const struct model *m, const struct linear_form *form) {
    graph *g = m->graph;
    expr sum = expr_integer(g, 0);
    for (int i = 0; i < form->count; i++) {
        expr v = expr_variable(g, 1 + m->nq + form->velocity[i]);
        sum = expr_add(g, sum, expr_mul(g, form->coefficient[i], v));
    }
    return sum;
}

/* The rate as the file writes it, unless t or z occur there and cancel. */
static bool set_rate(struct elaboration *e, int row, const struct linear_form *form) {
    expr rate = e->state[e->declared[row]].rate;
    bool is_free;
    if (!is_free_of_others(e, rate, &is_free))
        return elaborate_fail_memory(e);
    e->model->position_rates[row] = is_free ? rate : combine(e->model, form);
    return true;
}

static bool add_row(struct elaboration *e, int *capacity, int row) {
    const struct declared_state *state = &e->state[e->declared[row]];
    struct linear_form form;
    char what[KEY_TEXT_SIZE + 16];
    snprintf(what, sizeof what, "the rate of '%s'", state->name);
    if (!elaborate_linear(e, state->rate, state->rate_offset, what, LINEAR_BY_POSITIONS,
                          &form))
        return false;
    bool done = set_rate(e, row, &form);
    for (int i = 0; i < form.count && done; i++)
        done = expr_matrix_append(&e->model->map, capacity, row, form.velocity[i],
                                  form.coefficient[i]) ||
               elaborate_fail_memory(e);
    linear_clear(&form);
    return done;
}

static bool is_identity(const graph *g, const struct expr_matrix *N) {
    if (N->rows != N->columns || N->count != N->rows)
        return false;
    for (int i = 0; i < N->count; i++)
        if (N->row[i] != i || N->column[i] != i || !expr_is_one(g, N->entry[i]))
            return false;
    return true;
}

/* N has a left inverse: without one no method could measure errors of positions as velocities. */
static bool check_sizes(struct elaboration *e) {
    const struct model *m = e->model;
    if (m->nv <= m->nq)
        return true;
    const struct declared_state *first = &e->state[e->declared[m->nq + m->nq]];
    return elaborate_fail(e, first->offset,
                          "there are more velocities than positions (%d, %d): "
                          "'%s' needs a position of its own, whose rate it is",
                          m->nv, m->nq, first->name);
}

bool elaborate_map(struct elaboration *e) {
    struct model *m = e->model;
    int capacity = 0;
    m->map.rows = m->nq;
    m->map.columns = m->nv;
    m->position_rates = malloc(((size_t)m->nq + 1) * sizeof *m->position_rates);
    if (!m->position_rates)
        return elaborate_fail_memory(e);
    for (int i = 0; i < m->nq; i++)
        if (!add_row(e, &capacity, i))
            return false;
    m->map_is_identity = is_identity(m->graph, &m->map);
    return check_sizes(e);
}
