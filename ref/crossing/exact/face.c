/* Contacts that are one along the motion: the corners of a face that does not turn, two in front
 * of two behind.
 *
 * Let S be a subspace of relations (known.c) that holds at the start and is kept by q' = N v, v'
 * = a and by v' = sum of M^-1 J_k^T over each group of contacts, for the normal rows and for the
 * slides but those of a set D; on S let the gaps of a group be the same, their slides too, and
 * u_D = 0. Their frictions and restitutions are the same. Then a motion in S with a force lambda
 * at each group, shared equally, obeys the laws of all contacts, and of all ways to share it
 * none is >= 0 where lambda < 0. That there is no other motion is for lone.c.
 *
 * The first contact of a group stands for it: its rows are the means, on S. The others are
 * joined to it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/crossing.h"

struct face {
    struct crossing_scene *s;
    struct crossing_rows *rows; /* of all contacts */
    bool *out;                  /* (size rows->count) D */
    int *group;                 /* (size contacts) the first one of each */
    expr *vector;
    const expr **field;
    expr *known; /* (size n) */
};

static bool is_nil(const struct face *w, expr e) {
    return crossing_known_nil(w->s, w->known, e);
}

static expr minus(const struct face *w, expr a, expr b) {
    return expr_sub(w->s->m->graph, a, b);
}

static int slides_of(const struct face *w, int contact) {
    return w->rows->first[contact + 1] - w->rows->first[contact] - 1;
}

static bool have_same_laws(const struct face *w, int a, int b) {
    const struct contact *c = &w->s->m->contact[a], *d = &w->s->m->contact[b];
    return slides_of(w, a) == slides_of(w, b) && c->restitution == d->restitution &&
           c->static_friction == d->static_friction &&
           c->dynamic_friction == d->dynamic_friction &&
           c->viscous_friction == d->viscous_friction;
}

/* Whether a may be in b's group, by what is known so far. */
static bool are_one(const struct face *w, int a, int b) {
    const struct crossing_rows *r = w->rows;
    bool one = have_same_laws(w, a, b) &&
               is_nil(w, minus(w, w->s->m->contact[a].gap, w->s->m->contact[b].gap)) &&
               is_nil(w, minus(w, r->speed[r->first[a]], r->speed[r->first[b]]));
    for (int t = 1; t <= slides_of(w, a) && one; t++) {
        const int i = r->first[a] + t, j = r->first[b] + t;
        one = w->out[i] == w->out[j] &&
              (w->out[i] || is_nil(w, minus(w, r->speed[i], r->speed[j])));
    }
    return one;
}

/* Groups are divided; whether one was. */
static bool divide(struct face *w) {
    const int contacts = w->s->m->contacts;
    bool divided = false;
    int *next = malloc((size_t)contacts * sizeof *next + 1);
    for (int i = 0; i < contacts && next != NULL; i++) {
        next[i] = i;
        for (int j = 0; j < i && next[i] == i; j++)
            if (next[j] == j && w->group[j] == w->group[i] && are_one(w, i, j))
                next[i] = j;
        divided = divided || next[i] != w->group[i];
    }
    if (next != NULL)
        memcpy(w->group, next, (size_t)contacts * sizeof *next);
    free(next);
    return divided;
}

/* Slides along which something slides are taken out of D; whether there is one. */
static bool take_back(struct face *w) {
    bool taken = false;
    for (int k = 0; k < w->rows->contact_rows; k++)
        if (w->out[k] && !is_nil(w, w->rows->speed[k])) {
            w->out[k] = false;
            taken = true;
        }
    return taken;
}

static int count_members(const struct face *w, int contact) {
    int members = 0;
    for (int i = 0; i < w->s->m->contacts; i++)
        members += w->group[i] == contact;
    return members;
}

/* The mean over the contact's group of entry j of row t of each, in rows of `width`. */
static expr mean(const struct face *w, const expr *entry, int width, int contact, int t,
                 int j) {
    graph *g = w->s->m->graph;
    expr sum = expr_integer(g, 0);
    for (int i = contact; i < w->s->m->contacts; i++)
        if (w->group[i] == contact)
            sum = expr_add(g, sum, entry[(w->rows->first[i] + t) * width + j]);
    return expr_div(g, sum, expr_integer(g, count_members(w, contact)));
}

/* Row t of a contact := what a force there does to x. */
static void write_field(struct face *w, int contact, int t, expr *f) {
    const struct model *m = w->s->m;
    for (int i = 0; i < w->s->n; i++) {
        const int j = i - m->nq;
        f[i] = j >= 0 && j < w->rows->nv
                   ? mean(w, w->rows->response, w->rows->nv, contact, t, j)
                   : expr_integer(m->graph, 0);
    }
}

/* N v with a; the means of each group; joints. */
static int list_fields(struct face *w) {
    const struct model *m = w->s->m;
    const struct crossing_rows *r = w->rows;
    int fields = 1;
    memcpy(w->vector, m->position_rates, (size_t)m->nq * sizeof *w->vector);
    memcpy(w->vector + m->nq, m->free_rates, (size_t)(m->nv + m->nz) * sizeof *w->vector);
    for (int i = 0; i < m->contacts; i++)
        for (int t = 0; t <= slides_of(w, i) && w->group[i] == i; t++)
            if (!w->out[r->first[i] + t])
                write_field(w, i, t, w->vector + (size_t)fields++ * (size_t)w->s->n);
    for (int k = r->contact_rows; k < r->count; k++) {
        expr *f = w->vector + (size_t)fields++ * (size_t)w->s->n;
        for (int i = 0; i < w->s->n; i++)
            f[i] = i >= m->nq && i < m->nq + r->nv ? r->response[k * r->nv + i - m->nq]
                                                   : expr_integer(m->graph, 0);
    }
    for (int k = 0; k < fields; k++)
        w->field[k] = w->vector + (size_t)k * (size_t)w->s->n;
    return fields;
}

/* D, groups and what is known of x in S; false: not found. */
static bool find_groups(struct face *w) {
    const struct crossing_scene *s = w->s;
    for (int i = 0; i < s->m->contacts; i++)
        for (int t = 1; t <= slides_of(w, i); t++)
            w->out[w->rows->first[i] + t] = slides_of(w, i) > 1;
    bool goes_on = crossing_know_kept(s, 0, NULL, w->known);
    if (goes_on)
        divide(w);
    while (goes_on) {
        const int fields = list_fields(w);
        if (!crossing_know_kept(s, fields, w->field, w->known) ||
            crossing_may_go_on(s) != REF_OK)
            return false;
        const bool taken = take_back(w);
        goes_on = divide(w) || taken;
    }
    bool joins = false;
    for (int i = 0; i < s->m->contacts; i++)
        joins = joins || w->group[i] != i;
    return joins;
}

/* e on S, or zero where it is that. */
static expr put_in(const struct face *w, expr e) {
    graph *g = w->s->m->graph;
    int *variable = malloc((size_t)w->s->n * sizeof *variable + 1);
    for (int i = 0; i < w->s->n && variable != NULL; i++)
        variable[i] = 1 + i;
    e = variable == NULL ? EXPR_NONE : expr_substitute(g, e, w->s->n, variable, w->known);
    free(variable);
    return e != EXPR_NONE && crossing_is_identity(g, e) ? expr_integer(g, 0) : e;
}

static void write_row(const struct face *w, int contact, int t, int to) {
    struct crossing_rows *r = &w->s->rows;
    for (int j = 0; j < r->nv; j++) {
        r->row[to * r->nv + j] = put_in(w, mean(w, w->rows->row, r->nv, contact, t, j));
        r->response[to * r->nv + j] =
            put_in(w, mean(w, w->rows->response, r->nv, contact, t, j));
    }
    r->speed[to] = put_in(w, mean(w, w->rows->speed, 1, contact, t, 0));
    r->bias[to] = put_in(w, mean(w, w->rows->bias, 1, contact, t, 0));
    r->origin[to] = w->rows->first[contact] + t;
}

/* The rows of the scene := those of groups. */
static void write_rows(const struct face *w) {
    struct crossing_rows *r = &w->s->rows;
    int kept = 0;
    for (int i = 0; i < w->s->m->contacts; i++) {
        r->first[i] = kept;
        for (int t = 0; t <= slides_of(w, i) && w->group[i] == i; t++)
            if (!w->out[w->rows->first[i] + t])
                write_row(w, i, t, kept++);
    }
    r->first[w->s->m->contacts] = kept;
    const size_t size = (size_t)r->nv * sizeof *r->row;
    r->contact_rows = kept;
    for (int k = w->rows->contact_rows; k < w->rows->count; k++, kept++) {
        memcpy(r->row + kept * r->nv, w->rows->row + k * r->nv, size);
        memcpy(r->response + kept * r->nv, w->rows->response + k * r->nv, size);
        r->speed[kept] = w->rows->speed[k];
        r->bias[kept] = w->rows->bias[k];
    }
    r->count = kept;
}

/* Slides that are the same on S := the same formulas. */
static void unite_slides(const struct face *w) {
    struct crossing_rows *r = &w->s->rows;
    for (int i = 0; i < r->contact_rows; i++)
        for (int k = 0; k < i; k++) {
            graph *g = w->s->m->graph;
            bool same = crossing_is_identity(g, minus(w, r->speed[i], r->speed[k]));
            for (int j = 0; j < r->nv && same; j++)
                same = crossing_is_identity(
                    g, minus(w, r->response[i * r->nv + j], r->response[k * r->nv + j]));
            if (!same)
                continue;
            const size_t size = (size_t)r->nv * sizeof *r->row;
            memcpy(r->row + i * r->nv, r->row + k * r->nv, size);
            memcpy(r->response + i * r->nv, r->response + k * r->nv, size);
            r->speed[i] = r->speed[k];
            r->bias[i] = r->bias[k];
        }
}

enum ref_status crossing_join(struct crossing_scene *s) {
    const size_t n = (size_t)s->n;
    if (s->surfaces > 0)
        return REF_NOT_APPLICABLE;
    enum ref_status status = crossing_rows_init(&s->each, s->m);
    const size_t rows = (size_t)s->each.count;
    struct room room = {.last = NULL};
    struct face w = {.s = s,
                     .rows = &s->each,
                     .out = room_take(&room, rows + 1, sizeof *w.out),
                     .group = calloc((size_t)s->m->contacts + 1, sizeof *w.group),
                     .vector = room_take(&room, (rows + 1) * n, sizeof *w.vector),
                     .field = room_take(&room, rows + 1, sizeof *w.field),
                     .known = room_take(&room, n, sizeof *w.known)};
    if (status == REF_OK && (room.is_short || w.group == NULL))
        status = REF_NO_MEMORY;
    if (status == REF_OK && !find_groups(&w))
        status = REF_NOT_APPLICABLE;
    if (status == REF_OK) {
        write_rows(&w);
        unite_slides(&w);
        s->group = w.group;
        w.group = NULL;
        status = crossing_find_slips(s) ? REF_OK : REF_NO_MEMORY;
    }
    room_clear(&room);
    free(w.group);
    return graph_failed(s->m->graph) ? REF_NO_MEMORY : status;
}
