/* The equations of a mode as formulas: forces of the closed contacts follow from the rows that
 * they keep at zero,
 *
 *     v' = a + sum_s Y_s lambda_s,    0 = u_r' = J_r v' + rest,    Y_s = M^-1 J_s^T,
 *
 * and of a contact that slides in the direction d = +-1 the friction is -d (mu + nu d u_t)
 * lambda_n.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/tests/random/motion_parts.h"

struct writer {
    struct model *m;
    graph *g;
    expr field[MOTION_STATES];
    int unknowns, row[MOTION_ROWS];            /* lambda of which rows */
    expr pull[MOTION_ROWS][MOTION_VELOCITIES]; /* dv'/dlambda */
    expr system[MOTION_ROWS * MOTION_ROWS], force[MOTION_ROWS];
};

bool motion_has_row(const struct model *m, int row) {
    return row % 2 == 0 || m->contact[row / 2].slides > 0;
}

bool motion_has_friction(const struct model *m, int contact) {
    const struct contact *c = &m->contact[contact];
    return c->slides > 0 && !(expr_is_zero(m->graph, c->static_friction) &&
                              expr_is_zero(m->graph, c->dynamic_friction) &&
                              expr_is_zero(m->graph, c->viscous_friction));
}

/* de/dt along positions that move with velocities: without velocities' own rates. */
static expr drift(struct model *m, expr e) {
    graph *g = m->graph;
    expr sum = expr_derivative(g, e, 0);
    for (int i = 0; i < m->nq; i++)
        sum = expr_add(g, sum,
                       expr_mul(g, expr_derivative(g, e, 1 + i), m->position_rates[i]));
    return sum;
}

expr motion_speed(struct model *m, int row) {
    const struct contact *c = &m->contact[row / 2];
    return row % 2 == 0 ? drift(m, c->gap) : c->slide[0];
}

/* J_rj. */
static expr lever(struct model *m, int row, int j) {
    return expr_derivative(m->graph, motion_speed(m, row), 1 + m->nq + j);
}

/* b[n] := A^-1 b, A by rows, both spent; false: a pivot is zero. */
static bool eliminate(graph *g, int n, expr *A, expr *b) {
    for (int c = 0; c < n; c++) {
        if (expr_is_zero(g, A[c * n + c]))
            return false;
        for (int i = 0; i < n; i++) {
            if (i == c || expr_is_zero(g, A[i * n + c]))
                continue;
            expr factor = expr_div(g, A[i * n + c], A[c * n + c]);
            for (int k = c + 1; k < n; k++)
                A[i * n + k] =
                    expr_sub(g, A[i * n + k], expr_mul(g, factor, A[c * n + k]));
            b[i] = expr_sub(g, b[i], expr_mul(g, factor, b[c]));
        }
    }
    for (int i = 0; i < n; i++)
        b[i] = expr_div(g, b[i], A[i * n + i]);
    return true;
}

/* into[nv] := M^-1 J_row^T. */
static bool respond(struct model *m, int row, expr *into) {
    expr M[MOTION_VELOCITIES * MOTION_VELOCITIES];
    for (int i = 0; i < m->nv; i++) {
        into[i] = lever(m, row, i);
        for (int k = 0; k < m->nv; k++)
            M[i * m->nv + k] = expr_integer(m->graph, m->masses == 0 && i == k);
    }
    for (int k = 0; k < m->mass.count && m->masses > 0; k++)
        M[m->mass.row[k] * m->nv + m->mass.column[k]] = m->mass.entry[k];
    return eliminate(m->graph, m->nv, M, into);
}

/* (mu + nu |u_t|) d. */
static expr drag(struct model *m, int contact, int direction) {
    graph *g = m->graph;
    const struct contact *c = &m->contact[contact];
    expr slip = motion_speed(m, 2 * contact + 1),
         size = direction > 0 ? slip : expr_neg(g, slip);
    expr mu = expr_add(g, c->dynamic_friction, expr_mul(g, c->viscous_friction, size));
    return direction > 0 ? mu : expr_neg(g, mu);
}

static int direction(enum motion_state state) {
    return state == MOTION_FORTH ? 1 : state == MOTION_BACK ? -1 : 0;
}

static bool add_unknown(struct writer *w, int row, int sliding) {
    expr *pull = w->pull[w->unknowns], friction[MOTION_VELOCITIES];
    w->row[w->unknowns++] = row;
    if (!respond(w->m, row, pull))
        return false;
    if (sliding == 0)
        return true;
    expr mu = drag(w->m, row / 2, sliding);
    if (!respond(w->m, row + 1, friction))
        return false;
    for (int j = 0; j < w->m->nv; j++)
        pull[j] = expr_sub(w->g, pull[j], expr_mul(w->g, mu, friction[j]));
    return true;
}

static bool list_unknowns(struct writer *w, const enum motion_state *contact) {
    for (int i = 0; i < w->m->contacts; i++) {
        if (contact[i] == MOTION_OPEN)
            continue;
        if (!add_unknown(w, 2 * i, direction(contact[i])) ||
            (contact[i] == MOTION_STICKS && !add_unknown(w, 2 * i + 1, 0)))
            return false;
    }
    return true;
}

static bool solve_forces(struct writer *w) {
    const int n = w->unknowns, nv = w->m->nv;
    for (int r = 0; r < n; r++) {
        expr rest = drift(w->m, motion_speed(w->m, w->row[r]));
        for (int s = 0; s < n; s++)
            w->system[r * n + s] = expr_integer(w->g, 0);
        for (int j = 0; j < nv; j++) {
            expr J = lever(w->m, w->row[r], j);
            rest = expr_add(w->g, rest, expr_mul(w->g, J, w->field[w->m->nq + j]));
            for (int s = 0; s < n; s++)
                w->system[r * n + s] = expr_add(w->g, w->system[r * n + s],
                                                expr_mul(w->g, J, w->pull[s][j]));
        }
        w->force[r] = expr_neg(w->g, rest);
    }
    if (!eliminate(w->g, n, w->system, w->force))
        return false;
    for (int s = 0; s < n; s++)
        for (int j = 0; j < nv; j++)
            w->field[w->m->nq + j] = expr_add(w->g, w->field[w->m->nq + j],
                                              expr_mul(w->g, w->pull[s][j], w->force[s]));
    return true;
}

/* The conditions of one contact, `force` being where its forces begin; their number. */
static int demand(struct writer *w, int contact, enum motion_state state, int force,
                  expr *out) {
    struct model *m = w->m;
    if (state == MOTION_OPEN) {
        out[0] = m->contact[contact].gap;
        return 1;
    }
    out[0] = w->force[force];
    if (state == MOTION_STICKS) {
        expr most = expr_mul(w->g, m->contact[contact].static_friction, w->force[force]);
        out[1] = expr_sub(w->g, most, w->force[force + 1]);
        out[2] = expr_add(w->g, most, w->force[force + 1]);
        return 3;
    }
    if (state == MOTION_SMOOTH)
        return 1;
    expr slip = motion_speed(m, 2 * contact + 1);
    out[1] = state == MOTION_FORTH ? slip : expr_neg(w->g, slip);
    return 2;
}

static int hold(struct model *m, int contact, enum motion_state state, expr *out) {
    if (state == MOTION_OPEN)
        return 0;
    out[0] = m->contact[contact].gap;
    out[1] = motion_speed(m, 2 * contact);
    if (state != MOTION_STICKS)
        return 2;
    out[2] = motion_speed(m, 2 * contact + 1);
    return 3;
}

int motion_formulas(struct model *m, const enum motion_state *contact, expr *out,
                    struct motion_watch *watch, int *helds) {
    struct writer w = {.m = m, .g = m->graph};
    int watches = 0, force = 0;
    const int nx = m->nq + m->nv + m->nz;
    if (model_field(m, w.field) != PROBLEM_OK || !list_unknowns(&w, contact) ||
        !solve_forces(&w))
        return -1;
    for (int i = 0; i < nx; i++)
        out[i] = w.field[i];
    for (int i = 0; i < m->contacts; i++) {
        const int count = demand(&w, i, contact[i], force, out + nx + watches);
        for (int k = 0; k < count; k++)
            watch[watches++] = (struct motion_watch){i, -1, contact[i] == MOTION_OPEN};
        force += (contact[i] != MOTION_OPEN) + (contact[i] == MOTION_STICKS);
    }
    *helds = 0;
    for (int i = 0; i < m->contacts; i++)
        *helds += hold(m, i, contact[i], out + nx + watches + *helds);
    return watches;
}
