/* The rows of the contacts, u = J v + offset: of each contact first the normal velocity
 *
 *     dgap/dt = (dgap/dq) N v + gap_t
 *
 * then its sliding velocities s = sum (ds/dv_j) v_j + s at v = 0.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/elaboration/linear.h"
#include "problems/elaboration/map_rows.h"
#include "problems/elaboration/start.h"
#include "problems/graph/expr.h"

/* What the rows are made of, while they are: the derivatives of the gaps by t and q. */
struct contact_rows {
    struct expr_matrix by_positions;
    struct gather gather;
    int *map_start, capacity;
};

static bool add_normal(struct elaboration *e, struct contact_rows *r, int contact,
                       int row, int *place) {
    struct model *m = e->model;
    const int offset = e->contact_offset[contact], before = m->contact_matrix.count;
    m->contact_offset[row] =
        map_rows_gather(&r->gather, m, r->map_start, &r->by_positions, contact, place);
    if (!elaborate_spend(e, 1 + r->gather.count, offset))
        return false;
    if (!gather_append(&r->gather, &m->contact_matrix, &r->capacity, row))
        return elaborate_fail_memory(e);
    return m->contact_matrix.count > before ||
           elaborate_fail(e, offset, "the gap of '%s' depends on no position that moves",
                          m->contact[contact].name);
}

/* An expression where all velocities are zero. */
static expr at_rest(const struct model *m, const struct linear_form *form, expr value) {
    int *variable = malloc((size_t)form->count * sizeof *variable);
    expr *zeros = malloc((size_t)form->count * sizeof *zeros);
    for (int i = 0; i < form->count && variable && zeros; i++) {
        variable[i] = 1 + m->nq + form->velocity[i];
        zeros[i] = expr_integer(m->graph, 0);
    }
    expr rest = variable && zeros
                    ? expr_substitute(m->graph, value, form->count, variable, zeros)
                    : EXPR_NONE;
    free(variable);
    free(zeros);
    return rest;
}

static bool add_slide(struct elaboration *e, struct contact_rows *r, int contact,
                      expr slide, int row) {
    struct model *m = e->model;
    struct linear_form form;
    if (!elaborate_linear(e, slide, e->contact_offset[contact], "a sliding velocity",
                          LINEAR_WITH_REST, &form))
        return false;
    bool done = true;
    for (int i = 0; i < form.count && done; i++)
        done = expr_matrix_append(&m->contact_matrix, &r->capacity, row, form.velocity[i],
                                  form.coefficient[i]);
    m->contact_offset[row] = done ? at_rest(m, &form, slide) : EXPR_NONE;
    linear_clear(&form);
    return m->contact_offset[row] != EXPR_NONE || elaborate_fail_memory(e);
}

static bool add_rows(struct elaboration *e, struct contact_rows *r) {
    const struct model *m = e->model;
    for (int i = 0, row = 0, place = 0; i < m->contacts; i++) {
        if (!add_normal(e, r, i, row++, &place))
            return false;
        for (int k = 0; k < m->contact[i].slides; k++)
            if (!add_slide(e, r, i, m->contact[i].slide[k], row++))
                return false;
    }
    return true;
}

static bool differentiate_gaps(struct elaboration *e, struct contact_rows *r) {
    struct model *m = e->model;
    expr *gap = malloc((size_t)m->contacts * sizeof *gap);
    for (int i = 0; i < m->contacts && gap; i++)
        gap[i] = m->contact[i].gap;
    bool done = gap && model_jacobian(m, m->contacts, gap, 0, 1 + m->nq,
                                      &r->by_positions) == PROBLEM_OK;
    free(gap);
    return done || elaborate_fail_memory(e);
}

/* Whether the offset of a row and its entries of J, from *k on, are finite; *k moves on. */
static bool row_is_finite(const struct expr_matrix *J, arb_srcptr offset, int row,
                          int *k) {
    bool finite = arb_is_finite(offset + row);
    for (; *k < J->count && J->row[*k] == row; ++*k)
        finite = finite && arb_is_finite(offset + J->rows + *k);
    return finite;
}

static bool fail_at_start(struct elaboration *e, int contact, const char *what,
                          const char *verb, expr of) {
    char constant[192];
    model_tell_constant_in(e->model, of, constant, sizeof constant);
    return elaborate_fail_as(e, PROBLEM_NOT_FINITE, e->contact_offset[contact],
                             "%s of '%s' %s at the start%s", what,
                             e->model->contact[contact].name, verb, constant);
}

/* Fails when a contact has no velocities in ball[], which has all gaps, then all offsets, then
 * all entries of J. */
static bool check_values(struct elaboration *e, arb_srcptr ball) {
    const struct model *m = e->model;
    const struct expr_matrix *J = &m->contact_matrix;
    for (int i = 0, row = 0, k = 0; i < m->contacts; i++) {
        const struct contact *c = &m->contact[i];
        const bool finite = row_is_finite(J, ball + m->contacts, row++, &k);
        if (!finite || !arb_is_finite(ball + i))
            return fail_at_start(e, i, "the gap", "has no finite value and slope",
                                 c->gap);
        for (int slide = 0; slide < c->slides; slide++)
            if (!row_is_finite(J, ball + m->contacts, row++, &k))
                return fail_at_start(e, i, "a sliding velocity", "is not finite",
                                     c->slide[slide]);
    }
    return true;
}

/* A gap that is negative at the start passes: what to do then is for a method to say. */
static bool check_start(struct elaboration *e) {
    const struct model *m = e->model;
    const struct expr_matrix *J = &m->contact_matrix;
    const int count = m->contacts + J->rows + J->count;
    expr *value = malloc((size_t)count * sizeof *value);
    arb_ptr ball = start_alloc(count);
    int next = 0;
    for (int i = 0; i < m->contacts && value; i++)
        value[next++] = m->contact[i].gap;
    for (int i = 0; i < J->rows && value; i++)
        value[next++] = m->contact_offset[i];
    for (int k = 0; k < J->count && value; k++)
        value[next++] = J->entry[k];
    bool fine = value && ball
                    ? start_balls(e, count, value, e->contact_offset[0], ball) &&
                          check_values(e, ball)
                    : elaborate_fail_memory(e);
    free(value);
    start_free(ball, count);
    return fine;
}

bool elaborate_contacts(struct elaboration *e) {
    struct model *m = e->model;
    struct contact_rows r = {0};
    if (m->contacts == 0)
        return true;
    m->contact_matrix.rows = model_contact_rows(m);
    m->contact_matrix.columns = m->nv;
    m->contact_offset =
        malloc((size_t)m->contact_matrix.rows * sizeof *m->contact_offset);
    r.map_start = map_rows_find(m);
    bool done =
        m->contact_offset && r.map_start && gather_start(&r.gather, m->graph, m->nv);
    done = done ? differentiate_gaps(e, &r) && add_rows(e, &r) && check_start(e)
                : elaborate_fail_memory(e);
    expr_matrix_clear(&r.by_positions);
    gather_clear(&r.gather);
    free(r.map_start);
    return done;
}
