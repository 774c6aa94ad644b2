/* One phase of an impact, in a pattern of what its contacts do: impulses in rows
 *
 *     normal       u_n = 0, r_n > 0 (closed), or r_n = 0, u_n > 0
 *     tangential   u_t = 0, |r_t| < mu (r_n + known) (stuck), or r_t = -mu (r_n + known) sign u_t
 *
 * and of joints, whose rows stay zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/impact.h"

struct work {
    struct crossing_phase *f;
    graph *g;
    int count;
    struct crossing_unknown *unknown;
    expr *pull, *wanted;
};

static int direction(const struct crossing_phase *f, int contact) {
    switch (f->pattern[contact].tangent) {
    case CROSSING_FORTH: return 1;
    case CROSSING_BACK: return -1;
    default: return 0;
    }
}

/* J_row (v + change) + offset. */
static expr speed(const struct crossing_phase *f, int row) {
    const struct crossing_rows *r = &f->s->rows;
    graph *g = f->s->m->graph;
    return expr_add(g, r->speed[row],
                    crossing_dot(g, r->nv, r->row + row * r->nv, f->change));
}

/* into += factor times the response of a row. */
static void add_response(const struct crossing_phase *f, expr *into, expr factor,
                         int row) {
    const struct crossing_rows *r = &f->s->rows;
    graph *g = f->s->m->graph;
    for (int j = 0; j < r->nv; j++)
        into[j] = expr_add(g, into[j], expr_mul(g, factor, r->response[row * r->nv + j]));
}

/* -mu sign u_t of a contact that slides. */
static expr drag(const struct crossing_phase *f, int contact) {
    graph *g = f->s->m->graph;
    return expr_mul(g, expr_integer(g, -direction(f, contact)), f->friction[contact]);
}

static void add_unknown(struct work *w, int row) {
    const int nv = w->f->s->rows.nv;
    struct crossing_unknown *u = &w->unknown[w->count];
    *u = (struct crossing_unknown){row, w->pull + w->count * nv, EXPR_NONE};
    w->count++;
    for (int j = 0; j < nv; j++)
        u->pull[j] = expr_integer(w->g, 0);
    add_response(w->f, u->pull, expr_integer(w->g, 1), row);
}

/* The first of the contacts that are stuck together with it. */
static int leader_of(const struct crossing_phase *f, int contact) {
    int i = 0;
    while (i < contact && !(f->s->slip_of[i] == f->s->slip_of[contact] &&
                            f->pattern[i].tangent == CROSSING_STUCK))
        i++;
    return i;
}

static void list_unknowns(struct work *w) {
    const struct crossing_phase *f = w->f;
    const struct crossing_rows *r = &f->s->rows;
    for (int i = 0; i < f->s->m->contacts; i++) {
        if (f->role[i] == CROSSING_APART)
            continue;
        if (f->pattern[i].closed) {
            add_unknown(w, r->first[i]);
            if (direction(f, i) != 0)
                add_response(f, w->unknown[w->count - 1].pull, drag(f, i),
                             r->first[i] + 1);
        }
        for (int t = r->first[i] + 1;
             t < r->first[i + 1] && f->pattern[i].tangent == CROSSING_STUCK &&
             leader_of(f, i) == i;
             t++)
            add_unknown(w, t);
    }
    for (int k = r->contact_rows; k < r->count; k++)
        add_unknown(w, k);
}

/* What is imposed acts first. */
static void impose(struct crossing_phase *f) {
    const struct crossing_rows *r = &f->s->rows;
    graph *g = f->s->m->graph;
    for (int k = 0; k < r->count; k++)
        f->impulse[k] = expr_integer(g, 0);
    for (int i = 0; i < f->s->m->contacts; i++) {
        const int n = r->first[i];
        if (expr_is_zero(g, f->known[i]))
            continue;
        f->impulse[n] = f->known[i];
        add_response(f, f->change, f->known[i], n);
        if (direction(f, i) != 0) {
            f->impulse[n + 1] = expr_mul(g, drag(f, i), f->known[i]);
            add_response(f, f->change, f->impulse[n + 1], n + 1);
        }
    }
}

static void act(struct work *w) {
    struct crossing_phase *f = w->f;
    graph *g = w->g;
    for (int a = 0; a < w->count; a++) {
        const struct crossing_unknown *u = &w->unknown[a];
        f->impulse[u->row] = expr_add(g, f->impulse[u->row], u->force);
        for (int j = 0; j < f->s->rows.nv; j++)
            f->change[j] = expr_add(g, f->change[j], expr_mul(g, u->pull[j], u->force));
    }
    for (int i = 0; i < f->s->m->contacts; i++) {
        const int n = f->s->rows.first[i];
        if (direction(f, i) != 0)
            f->impulse[n + 1] = expr_mul(g, drag(f, i), f->impulse[n]);
    }
}

static void demand(struct crossing_phase *f, expr condition) {
    f->condition[f->conditions++] = condition;
}

/* sum mu r_n of the contacts that are stuck together with one. */
static expr most_friction(const struct crossing_phase *f, int contact) {
    graph *g = f->s->m->graph;
    expr most = expr_integer(g, 0);
    for (int i = contact; i < f->s->m->contacts; i++)
        if (f->role[i] != CROSSING_APART && f->pattern[i].tangent == CROSSING_STUCK &&
            leader_of(f, i) == contact)
            most = expr_add(g, most,
                            expr_mul(g, f->friction[i], f->impulse[f->s->rows.first[i]]));
    return most;
}

static void write_conditions(struct crossing_phase *f) {
    const struct crossing_rows *r = &f->s->rows;
    graph *g = f->s->m->graph;
    f->conditions = 0;
    for (int i = 0; i < f->s->m->contacts; i++) {
        const int n = r->first[i];
        if (f->role[i] == CROSSING_APART)
            continue;
        demand(f, f->pattern[i].closed ? expr_sub(g, f->impulse[n], f->known[i])
                                       : speed(f, n));
        if (direction(f, i) != 0)
            demand(f, expr_mul(g, expr_integer(g, direction(f, i)), speed(f, n + 1)));
        if (f->pattern[i].tangent == CROSSING_STUCK && leader_of(f, i) == i) {
            const expr most = most_friction(f, i);
            expr square = crossing_dot(g, r->first[i + 1] - n - 1, f->impulse + n + 1,
                                       f->impulse + n + 1);
            demand(f, expr_sub(g, expr_mul(g, most, most), square));
        }
    }
}

enum ref_status crossing_phase_solve(struct crossing_phase *f) {
    struct work w = {.f = f, .g = f->s->m->graph};
    const size_t most = (size_t)f->s->rows.count, nv = (size_t)f->s->rows.nv;
    w.unknown = calloc(most + 1, sizeof *w.unknown);
    w.pull = malloc((most * nv + 1) * sizeof *w.pull);
    w.wanted = malloc((most + 1) * sizeof *w.wanted);
    enum ref_status status = REF_NO_MEMORY;
    if (w.unknown != NULL && w.pull != NULL && w.wanted != NULL) {
        impose(f);
        list_unknowns(&w);
        for (int a = 0; a < w.count; a++)
            w.wanted[a] = expr_neg(w.g, speed(f, w.unknown[a].row));
        status = crossing_find_forces(f->s, w.count, w.unknown, w.wanted) ? REF_OK
                                                                          : REF_SINGULAR;
    }
    if (status == REF_OK) {
        act(&w);
        write_conditions(f);
    }
    free(w.wanted);
    free(w.pull);
    free(w.unknown);
    return graph_failed(w.g) ? REF_NO_MEMORY : status;
}
