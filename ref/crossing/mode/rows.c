/* The rows of contacts and joints: J, M^-1 J^T, speeds, and what is left of their rates.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/crossing.h"

static int count_joints(const struct model *m) {
    int count = 0;
    for (int j = 0; j < m->joints; j++)
        count += m->joint[j].independent;
    return count;
}

/* d/dt of J v + offset where v' = 0: by t, and by q along q' = N v. */
static bool find_bias(struct crossing_rows *r, struct model *m, int row) {
    graph *g = m->graph;
    const int columns = 1 + m->nq;
    int *variable = malloc((size_t)columns * sizeof *variable);
    expr *slope = malloc((size_t)columns * sizeof *slope);
    bool made = variable != NULL && slope != NULL;
    for (int i = 0; i < columns && made; i++)
        variable[i] = i;
    if (made) {
        expr_gradient(g, r->speed[row], columns, variable, slope);
        r->bias[row] =
            expr_add(g, slope[0], crossing_dot(g, m->nq, slope + 1, m->position_rates));
    }
    free(slope);
    free(variable);
    return made && !graph_failed(g);
}

static void fill_contacts(struct crossing_rows *r, struct model *m) {
    for (int e = 0; e < m->contact_matrix.count; e++)
        r->row[m->contact_matrix.row[e] * r->nv + m->contact_matrix.column[e]] =
            m->contact_matrix.entry[e];
    for (int i = 0; i < m->contacts; i++)
        r->first[i + 1] = r->first[i] + 1 + m->contact[i].slides;
    for (int k = 0; k < r->contact_rows; k++) {
        expr sum = m->contact_offset[k];
        for (int j = 0; j < r->nv; j++)
            sum = expr_add(m->graph, sum,
                           expr_mul(m->graph, r->row[k * r->nv + j],
                                    expr_variable(m->graph, 1 + m->nq + j)));
        r->speed[k] = sum;
    }
}

static void fill_joints(struct crossing_rows *r, struct model *m) {
    const int nv = r->nv;
    int k = r->contact_rows;
    for (int joint = 0; joint < m->joints; joint++) {
        if (!m->joint[joint].independent)
            continue;
        for (int e = 0; e < m->joint_matrix.count; e++)
            if (m->joint_matrix.row[e] == joint)
                r->row[k * nv + m->joint_matrix.column[e]] = m->joint_matrix.entry[e];
        r->speed[k] = m->joint_rate[joint];
        r->bias[k++] = m->joint_bias[joint];
    }
}

/* response := M^-1 J^T, transposed. */
static bool respond(struct crossing_rows *r, struct model *m) {
    const int nv = r->nv;
    expr *mass = malloc(((size_t)nv * (size_t)nv + 1) * sizeof *mass);
    expr *b = malloc(((size_t)nv * (size_t)r->count + 1) * sizeof *b);
    bool made = mass != NULL && b != NULL;
    for (int i = 0; i < nv * nv && made; i++)
        mass[i] = expr_integer(m->graph, m->masses == 0 && i % (nv + 1) == 0);
    for (int e = 0; e < m->mass.count && made && m->masses > 0; e++)
        mass[m->mass.row[e] * nv + m->mass.column[e]] = m->mass.entry[e];
    for (int i = 0; i < nv * r->count && made; i++)
        b[i] = r->row[i % r->count * nv + i / r->count];
    made = made && crossing_solve(m->graph, nv, mass, r->count, b,
                                  graph_size(m->graph) + CROSSING_MOST_NODES);
    for (int i = 0; i < nv * r->count && made; i++)
        r->response[i % r->count * nv + i / r->count] = b[i];
    free(b);
    free(mass);
    return made;
}

enum ref_status crossing_rows_init(struct crossing_rows *r, struct model *m) {
    const size_t nv = (size_t)m->nv;
    *r = (struct crossing_rows){.nv = m->nv, .contact_rows = model_contact_rows(m)};
    r->count = r->contact_rows + count_joints(m);
    const size_t count = (size_t)r->count;
    r->first = room_take(&r->room, (size_t)m->contacts + 1, sizeof *r->first);
    r->origin = room_take(&r->room, count, sizeof *r->origin);
    r->row = room_take(&r->room, count * nv, sizeof *r->row);
    r->response = room_take(&r->room, count * nv, sizeof *r->response);
    r->speed = room_take(&r->room, count, sizeof *r->speed);
    r->bias = room_take(&r->room, count, sizeof *r->bias);
    if (r->room.is_short)
        return REF_NO_MEMORY;
    for (size_t i = 0; i < count * nv; i++)
        r->row[i] = expr_integer(m->graph, 0);
    for (int k = 0; k < r->contact_rows; k++)
        r->origin[k] = k;
    fill_contacts(r, m);
    fill_joints(r, m);
    bool made = respond(r, m);
    for (int k = 0; k < r->contact_rows && made; k++)
        made = find_bias(r, m, k);
    return made ? REF_OK : graph_failed(m->graph) ? REF_NO_MEMORY : REF_TOO_LONG;
}

int crossing_slides(const struct crossing_scene *s, int contact) {
    return s->rows.first[contact + 1] - s->rows.first[contact] - 1;
}

bool crossing_has_friction(const struct crossing_scene *s, int contact) {
    const struct contact *c = &s->m->contact[contact];
    return crossing_slides(s, contact) > 0 &&
           !(crossing_is_zero(s, c->static_friction) &&
             crossing_is_zero(s, c->dynamic_friction) &&
             crossing_is_zero(s, c->viscous_friction));
}
