/* The motion in a mode of the contacts:
 *
 *     q' = N v,   v' = a + sum_u M^-1 c_u lambda_u,   d/dt (J_u v + offset_u) = 0
 *
 * over the unknown forces u: normal ones of closed contacts, tangential ones of those that stick,
 * and joints'. c_u is J_u but for the normal force of a contact that slides along w = u_t/|u_t|:
 * J_n - sum_t (mu w_t + nu u_t) J_t. As formulas, so that derivatives and series follow.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/crossing.h"

struct reduction {
    const struct crossing_scene *s;
    struct crossing_stage *stage;
    graph *g;
    int count;
    struct crossing_unknown *unknown;
    expr *pull; /* of all (size count nv) */
};

static int state_of(const struct reduction *r, int contact) {
    return r->stage->mode[r->s->surfaces + 2 * contact];
}

static int sign_of(const struct reduction *r, int contact) {
    return r->stage->mode[r->s->surfaces + 2 * contact + 1];
}

/* The first of the contacts that stick together with it. */
static int leader_of(const struct reduction *r, int contact) {
    int i = 0;
    while (i < contact && !(r->s->slip_of[i] == r->s->slip_of[contact] &&
                            state_of(r, i) == CROSSING_STICKING))
        i++;
    return i;
}

/* Whether the contact sticks, and its force is the sum of those that stick with it. */
static bool holds(const struct reduction *r, int contact) {
    return state_of(r, contact) == CROSSING_STICKING && leader_of(r, contact) == contact;
}

static expr force_at(const struct reduction *r, int row) {
    int a = 0;
    while (r->unknown[a].row != row)
        a++;
    return r->unknown[a].force;
}

static void add_unknown(struct reduction *r, int row) {
    const int nv = r->s->rows.nv;
    struct crossing_unknown *u = &r->unknown[r->count];
    u->row = row;
    u->pull = r->pull + r->count++ * nv;
    for (int j = 0; j < nv; j++)
        u->pull[j] = r->s->rows.response[row * nv + j];
}

/* sum_t u_t^2 of a contact. */
static expr square_slip(const struct reduction *r, int contact) {
    const struct crossing_rows *rows = &r->s->rows;
    const int first = rows->first[contact] + 1;
    return crossing_dot(r->g, rows->first[contact + 1] - first, rows->speed + first,
                        rows->speed + first);
}

/* mu w_t + nu u_t of a contact that slides. */
static expr drag_along(const struct reduction *r, int contact, int t) {
    graph *g = r->g;
    const struct crossing_rows *rows = &r->s->rows;
    const struct contact *c = &r->s->m->contact[contact];
    expr along = crossing_slides(r->s, contact) == 1
                     ? expr_integer(g, sign_of(r, contact))
                     : expr_div(g, rows->speed[t],
                                expr_apply(g, EXPR_SQRT, square_slip(r, contact)));
    return expr_add(g, expr_mul(g, c->dynamic_friction, along),
                    expr_mul(g, c->viscous_friction, rows->speed[t]));
}

/* The pull of the last unknown becomes that of a contact that slides. */
static void rub(struct reduction *r, int contact) {
    graph *g = r->g;
    const struct crossing_rows *rows = &r->s->rows;
    expr *pull = r->unknown[r->count - 1].pull;
    for (int t = rows->first[contact] + 1; t < rows->first[contact + 1]; t++) {
        expr drag = drag_along(r, contact, t);
        for (int j = 0; j < rows->nv; j++)
            pull[j] =
                expr_sub(g, pull[j], expr_mul(g, drag, rows->response[t * rows->nv + j]));
    }
}

static void list_unknowns(struct reduction *r) {
    const struct crossing_rows *rows = &r->s->rows;
    for (int i = 0; i < r->s->m->contacts; i++) {
        if (!crossing_takes_force(state_of(r, i)))
            continue;
        add_unknown(r, rows->first[i]);
        if (state_of(r, i) == CROSSING_SLIDING && crossing_has_friction(r->s, i))
            rub(r, i);
        for (int t = rows->first[i] + 1; t < rows->first[i + 1] && holds(r, i); t++)
            add_unknown(r, t);
    }
    for (int k = rows->contact_rows; k < rows->count; k++)
        add_unknown(r, k);
}

static void watch(struct reduction *r, enum crossing_kind kind, int contact, expr value) {
    r->stage->watch[r->stage->watches++] =
        (struct crossing_watch){kind, contact, value, EXPR_NONE};
}

/* The cone of a contact that sticks, with those that stick with it. */
static void watch_cone(struct reduction *r, int contact) {
    graph *g = r->g;
    const int first = r->s->rows.first[contact];
    expr most = expr_integer(g, 0);
    for (int i = contact; i < r->s->m->contacts; i++) {
        if (state_of(r, i) != CROSSING_STICKING || leader_of(r, i) != contact)
            continue;
        most = expr_add(g, most,
                        expr_mul(g, r->s->m->contact[i].static_friction,
                                 force_at(r, r->s->rows.first[i])));
        r->stage->determined = r->stage->determined && i == contact;
    }
    expr room = expr_mul(g, most, most);
    for (int t = 1; t <= crossing_slides(r->s, contact); t++) {
        const expr force = force_at(r, first + t);
        room = expr_sub(g, room, expr_mul(g, force, force));
    }
    watch(r, CROSSING_CONE, contact, room);
    if (crossing_slides(r->s, contact) == 1)
        r->stage->watch[r->stage->watches - 1].aside = force_at(r, first + 1);
}

static void watch_closed(struct reduction *r, int contact) {
    graph *g = r->g;
    expr normal = force_at(r, r->s->rows.first[contact]);
    if (!expr_is_zero(g, normal)) /* else it only touches, and goes on doing so */
        watch(r, CROSSING_FORCE, contact, normal);
    if (holds(r, contact)) {
        watch_cone(r, contact);
    } else if (state_of(r, contact) != CROSSING_STICKING &&
               crossing_has_friction(r->s, contact)) {
        expr slip = r->s->rows.speed[r->s->rows.first[contact] + 1];
        watch(r, CROSSING_SLIP, contact,
              crossing_slides(r->s, contact) > 1 ? square_slip(r, contact)
              : sign_of(r, contact) > 0          ? slip
                                                 : expr_neg(g, slip));
    }
}

static void watch_all(struct reduction *r) {
    for (int i = 0; i < r->s->m->contacts; i++)
        if (state_of(r, i) == CROSSING_OPEN)
            watch(r, CROSSING_GAP, i, r->s->m->contact[i].gap);
        else if (crossing_takes_force(state_of(r, i)))
            watch_closed(r, i);
}

static bool find_forces(struct reduction *r) {
    const struct crossing_rows *rows = &r->s->rows;
    expr *wanted = malloc(((size_t)r->count + 1) * sizeof *wanted);
    if (wanted == NULL)
        return false;
    for (int a = 0; a < r->count; a++) {
        const int row = r->unknown[a].row;
        expr rate = expr_add(r->g, rows->bias[row],
                             crossing_dot(r->g, rows->nv, rows->row + row * rows->nv,
                                          r->s->m->free_rates));
        wanted[a] = expr_neg(r->g, rate);
    }
    bool found = crossing_find_forces(r->s, r->count, r->unknown, wanted);
    free(wanted);
    return found;
}

static void write_field(struct reduction *r) {
    const struct model *m = r->s->m;
    for (int i = 0; i < m->nq; i++)
        r->stage->field[i] = m->position_rates[i];
    for (int j = 0; j < m->nv + m->nz; j++) {
        expr rate = m->free_rates[j];
        for (int a = 0; a < r->count && j < m->nv; a++)
            rate = expr_add(r->g, rate,
                            expr_mul(r->g, r->unknown[a].pull[j], r->unknown[a].force));
        r->stage->field[m->nq + j] = rate;
    }
}

static void write_forces(struct reduction *r) {
    const struct crossing_rows *rows = &r->s->rows;
    for (int a = 0; a < r->count; a++)
        if (r->unknown[a].row < rows->contact_rows)
            r->stage->force[r->unknown[a].row] = r->unknown[a].force;
    for (int i = 0; i < r->s->m->contacts; i++)
        for (int t = rows->first[i] + 1;
             t < rows->first[i + 1] && state_of(r, i) == CROSSING_SLIDING &&
             crossing_has_friction(r->s, i);
             t++)
            r->stage->force[t] =
                expr_neg(r->g, expr_mul(r->g, drag_along(r, i, t),
                                        r->stage->force[rows->first[i]]));
}

bool crossing_find_response(const struct crossing_scene *s, struct crossing_stage *stage,
                            int contact, expr *rho) {
    struct reduction r = {.s = s, .stage = stage, .g = s->m->graph};
    const size_t most = (size_t)s->rows.count;
    r.unknown = calloc(most + 1, sizeof *r.unknown);
    r.pull = malloc((most * (size_t)s->rows.nv + 1) * sizeof *r.pull);
    expr *wanted = malloc((most + 1) * sizeof *wanted);
    bool found = r.unknown != NULL && r.pull != NULL && wanted != NULL;
    if (found) {
        list_unknowns(&r);
        for (int a = 0; a < r.count; a++)
            wanted[a] = expr_integer(r.g, r.unknown[a].row == s->rows.first[contact]);
        found = crossing_find_forces(s, r.count, r.unknown, wanted);
    }
    for (int j = 0; j < s->rows.nv && found; j++) {
        rho[j] = expr_integer(r.g, 0);
        for (int a = 0; a < r.count; a++)
            rho[j] = expr_add(r.g, rho[j],
                              expr_mul(r.g, r.unknown[a].pull[j], r.unknown[a].force));
    }
    free(wanted);
    free(r.pull);
    free(r.unknown);
    return found && !graph_failed(r.g);
}

enum ref_status crossing_reduce(const struct crossing_scene *s,
                                struct crossing_stage *stage) {
    struct reduction r = {.s = s, .stage = stage, .g = s->m->graph};
    const size_t most = (size_t)s->rows.count;
    r.unknown = calloc(most + 1, sizeof *r.unknown);
    r.pull = malloc((most * (size_t)s->rows.nv + 1) * sizeof *r.pull);
    enum ref_status status = REF_NO_MEMORY;
    if (r.unknown != NULL && r.pull != NULL) {
        list_unknowns(&r);
        status = find_forces(&r) ? REF_OK : REF_SINGULAR;
    }
    if (status == REF_OK) {
        write_field(&r);
        write_forces(&r);
        watch_all(&r);
    }
    free(r.pull);
    free(r.unknown);
    return graph_failed(r.g) ? REF_NO_MEMORY : status;
}
