/* What has to vanish in a mode, and what has to stay positive, as expressions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/flight/flight_proof.h"

static void put(struct flight_writer *w, expr e, enum ref_subject subject, int index,
                int derivative_of, bool may_vanish) {
    w->out[w->outputs] = e;
    w->mode->output[w->outputs] = (struct flight_output){subject, index};
    w->derivative_of[w->outputs] = derivative_of;
    w->may_vanish[w->outputs++] = may_vanish;
}

bool flight_slides_with_friction(const struct flight *f, int contact) {
    return f->state[contact] == FLIGHT_SLIDING && flight_has_friction(f, contact);
}

static expr zero(const struct flight_writer *w) {
    return expr_integer(w->g, 0);
}

static expr velocity(const struct flight_writer *w, int j) {
    return expr_variable(w->g, 1 + w->f->nq + j);
}

static expr force(const struct flight_writer *w, int unknown) {
    return expr_variable(w->g, w->lambda + unknown);
}

static expr direction(const struct flight_writer *w, int row) {
    return expr_variable(w->g, w->along + w->slide[row]);
}

/* J v + offset of a contact's row. */
static expr row_speed(const struct flight_writer *w, int row) {
    const struct model *m = w->f->m;
    expr speed = m->contact_offset[row];
    for (int e = 0; e < m->contact_matrix.count; e++)
        if (m->contact_matrix.row[e] == row)
            speed = expr_add(w->g, speed,
                             expr_mul(w->g, m->contact_matrix.entry[e],
                                      velocity(w, m->contact_matrix.column[e])));
    return speed;
}

/* The derivative of a contact's row by velocity j, of a joint's. */
static expr row_entry(const struct flight_writer *w, int row, int j) {
    const struct model *m = w->f->m;
    const bool is_joint = row >= w->f->rows;
    const struct expr_matrix *matrix = is_joint ? &m->joint_matrix : &m->contact_matrix;
    for (int e = 0; e < matrix->count; e++)
        if (matrix->row[e] == (is_joint ? row - w->f->rows : row) &&
            matrix->column[e] == j)
            return matrix->entry[e];
    return EXPR_NONE;
}

/* Entry j of c_u: of J_u, less (mu w + nu u_t) . J_t for the normal of a contact that slides. */
static expr pull(const struct flight_writer *w, int row, int j) {
    struct flight *f = w->f;
    graph *g = w->g;
    expr entry = row_entry(w, row, j);
    expr sum = entry == EXPR_NONE ? zero(w) : entry;
    if (row >= f->rows)
        return sum;
    const int i = flight_contact_of(f, row);
    if (row != f->first[i] || !flight_slides_with_friction(f, i))
        return sum;
    const struct contact *c = &f->m->contact[i];
    for (int r = row + 1; r < f->first[i + 1]; r++) {
        entry = row_entry(w, r, j);
        if (entry == EXPR_NONE)
            continue;
        expr drag = expr_add(g, expr_mul(g, c->dynamic_friction, direction(w, r)),
                             expr_mul(g, c->viscous_friction, row_speed(w, r)));
        sum = expr_sub(g, sum, expr_mul(g, drag, entry));
    }
    return sum;
}

/* Row j of M (v' - a) - sum_u c_u lambda_u. */
static expr balance(const struct flight_writer *w, int j) {
    struct flight *f = w->f;
    const struct model *m = f->m;
    graph *g = w->g;
    expr sum = zero(w);
    for (int k = 0; k < f->nv; k++) {
        expr excess = expr_sub(g, expr_variable(g, w->rate + k), m->free_rates[k]);
        if (m->masses == 0 && k == j)
            sum = excess;
        for (int e = 0; e < m->mass.count && m->masses > 0; e++)
            if (m->mass.row[e] == j && m->mass.column[e] == k)
                sum = expr_add(g, sum, expr_mul(g, m->mass.entry[e], excess));
    }
    for (int a = 0; a < f->unknowns; a++)
        sum = expr_sub(g, sum, expr_mul(g, pull(w, f->unknown[a], j), force(w, a)));
    return sum;
}

/* u_t . w */
static expr slip(const struct flight_writer *w, int contact) {
    const struct flight *f = w->f;
    expr sum = zero(w);
    for (int r = f->first[contact] + 1; r < f->first[contact + 1]; r++)
        sum = expr_add(w->g, sum, expr_mul(w->g, direction(w, r), row_speed(w, r)));
    return sum;
}

/* u_t = (u_t . w) w with |w| = 1, where w is not a sign only. */
static void put_directions(struct flight_writer *w) {
    struct flight *f = w->f;
    graph *g = w->g;
    for (int i = 0; i < f->contacts; i++) {
        if (!flight_slides_with_friction(f, i) || f->first[i + 1] - f->first[i] < 3)
            continue;
        expr norm = expr_integer(g, -1);
        for (int r = f->first[i] + 1; r < f->first[i + 1]; r++) {
            norm = expr_add(g, norm, expr_mul(g, direction(w, r), direction(w, r)));
            put(w, expr_sub(g, row_speed(w, r), expr_mul(g, slip(w, i), direction(w, r))),
                REF_OF_SLIP, i, -1, false);
        }
        put(w, norm, REF_OF_SLIP, i, -1, false);
    }
}

void flight_write_equations(struct flight_writer *w) {
    struct flight *f = w->f;
    for (int i = 0; i < f->nq; i++)
        put(w, f->m->position_rates[i], REF_OF_EQUATION, i, i, false);
    for (int i = 0; i < f->nz; i++)
        put(w, f->m->free_rates[f->nv + i], REF_OF_EQUATION, f->nq + f->nv + i,
            f->nq + f->nv + i, false);
    for (int j = 0; j < f->nv; j++)
        put(w, balance(w, j), REF_OF_EQUATION, f->nq + j, -1, false);
    for (int a = 0; a < f->unknowns; a++) {
        const int row = f->unknown[a];
        put(w, row < f->rows ? row_speed(w, row) : f->m->joint_rate[row - f->rows],
            REF_OF_ROW, row, -1, false);
    }
    put_directions(w);
}

/* (mu lambda_n)^2 - |lambda_t|^2 */
static expr cone(const struct flight_writer *w, int contact, int normal) {
    const struct flight *f = w->f;
    graph *g = w->g;
    expr most = expr_mul(g, f->m->contact[contact].static_friction, force(w, normal));
    expr sum = expr_mul(g, most, most);
    for (int s = 1; s < f->first[contact + 1] - f->first[contact]; s++)
        sum = expr_sub(g, sum, expr_mul(g, force(w, normal + s), force(w, normal + s)));
    return sum;
}

void flight_write_watches(struct flight_writer *w) {
    struct flight *f = w->f;
    for (int i = 0; i < f->contacts; i++) {
        const int normal = flight_find_unknown(f, f->first[i]);
        if (f->state[i] == FLIGHT_OPEN)
            put(w, f->m->contact[i].gap, REF_OF_GAP, i, -1, true);
        else
            put(w, force(w, normal), REF_OF_FORCE, i, -1, true);
        if (f->state[i] == FLIGHT_STICKING)
            put(w, cone(w, i, normal), REF_OF_CONE, i, -1, true);
        if (flight_slides_with_friction(f, i))
            put(w, slip(w, i), REF_OF_SLIP, i, -1, false);
    }
}
