/* Slides along which nothing ever slides: a point that moves in a plane has two directions of
 * friction, and uses one.
 *
 * Let S be a subspace of relations (known.c) that holds at the start and is kept by q' = N v, v'
 * = a, and by v' = M^-1 J_k^T of every row k but those of a set D of slides; on S let u_D = 0
 * and the derivatives of u_D by q vanish. Then these rows may be left out: every motion by the
 * laws, with bounded forces, stays in S, where lambda_D does nothing. (u_D is of sums, products,
 * sines and cosines, and so has bounded derivatives; of the other laws the run proves them.)
 * Proof: let v = v1 + v2, v1 in S and v2 orthogonal to its directions by M, and d the distance
 * from S. M^-1 J_D^T is orthogonal to S, and what else acts is tangent to it but for O(d); u_D =
 * J_D v2 but for O(d^2 + |v2|^2). So
 *
 *     d/dt (v2^T M v2)/2 <= lambda_D . u_D + C (d^2 + |v2|^2),    lambda_D . u_D <= 0,
 *
 * since friction opposes the slip; impulses do the same. d' <= |N v2| + C d, and d = v2 = 0 by
 * Gronwall's lemma.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/graph/walk.h"
#include "problems/model.h"
#include "ref/crossing/crossing.h"

struct lines {
    struct crossing_scene *s;
    bool *out;          /* (size rows.count) whether a row is in D */
    expr *vector;       /* fields of n, one after the other */
    const expr **field; /* where they begin */
    expr *known;
};

/* Whether e has bounded derivatives wherever x is bounded: of sums, products, sines and cosines. */
static bool is_entire(const graph *g, expr e) {
    struct walk walk;
    bool entire = walk_collect(&walk, g, 1, &e, WALK_CONSTANTS_ARE_LEAVES) == PROBLEM_OK;
    for (int i = 0; i < walk.count && entire; i++) {
        const enum expr_operation operation = expr_operation(g, walk.node[i]);
        entire = expr_is_constant(g, walk.node[i]) || operation == EXPR_VARIABLE ||
                 operation == EXPR_ADD || operation == EXPR_SUB ||
                 operation == EXPR_MUL || operation == EXPR_NEG ||
                 operation == EXPR_SIN || operation == EXPR_COS ||
                 (operation == EXPR_DIV &&
                  expr_is_constant(g, expr_argument(g, walk.node[i], 1)));
    }
    walk_clear(&walk);
    return entire;
}

static void list_candidates(const struct lines *w) {
    const struct crossing_scene *s = w->s;
    for (int i = 0; i < s->m->contacts; i++)
        for (int k = s->rows.first[i] + 1; k < s->rows.first[i + 1]; k++)
            w->out[k] =
                crossing_slides(s, i) > 1 && is_entire(s->m->graph, s->rows.speed[k]);
}

/* N v with a, and the response of each row that is not left out. */
static int list_fields(const struct lines *w) {
    const struct crossing_scene *s = w->s;
    const struct model *m = s->m;
    int fields = 0;
    for (int k = -1; k < s->rows.count; k++) {
        if (k >= 0 && w->out[k])
            continue;
        expr *f = w->vector + (size_t)fields * (size_t)s->n;
        for (int i = 0; i < s->n; i++) {
            const int j = i - m->nq;
            f[i] = k < 0 && j < 0             ? m->position_rates[i]
                   : k < 0                    ? m->free_rates[j]
                   : j >= 0 && j < s->rows.nv ? s->rows.response[k * s->rows.nv + j]
                                              : expr_integer(m->graph, 0);
        }
        w->field[fields++] = f;
    }
    return fields;
}

/* Whether the speed of a row and its derivatives by q are zero on S. */
static bool is_still(const struct lines *w, int row) {
    const struct crossing_scene *s = w->s;
    const expr speed = s->rows.speed[row];
    bool still = crossing_known_nil(s, w->known, speed);
    for (int i = 0; i < s->m->nq && still; i++)
        still =
            crossing_known_nil(s, w->known, expr_derivative(s->m->graph, speed, 1 + i));
    return still;
}

/* Rows whose speed does not stay zero are taken out of D; whether there is one. */
static bool take_back(const struct lines *w) {
    const struct crossing_scene *s = w->s;
    bool taken = false;
    for (int k = 0; k < s->rows.contact_rows; k++)
        if (w->out[k] && !is_still(w, k)) {
            w->out[k] = false;
            taken = true;
        }
    return taken;
}

static void move_row(struct crossing_rows *r, int to, int from) {
    const size_t size = (size_t)r->nv * sizeof *r->row;
    memmove(r->row + to * r->nv, r->row + from * r->nv, size);
    memmove(r->response + to * r->nv, r->response + from * r->nv, size);
    r->origin[to] = r->origin[from]; /* of joints' rows, 0 */
    r->speed[to] = r->speed[from];
    r->bias[to] = r->bias[from];
}

/* The rows without those of D; how many these were. */
static int leave_out(const struct lines *w) {
    struct crossing_rows *r = &w->s->rows;
    int kept = 0, contact = 0;
    const int count = r->count;
    for (int k = 0; k < count; k++) {
        while (contact <= w->s->m->contacts && r->first[contact] == k)
            r->first[contact++] = kept;
        if (w->out[k])
            continue;
        move_row(r, kept++, k);
    }
    while (contact <= w->s->m->contacts)
        r->first[contact++] = kept;
    r->contact_rows -= count - kept;
    r->count = kept;
    return count - kept;
}

int crossing_leave_lines(struct crossing_scene *s) {
    const size_t n = (size_t)s->n, rows = (size_t)s->rows.count;
    struct room room = {.last = NULL};
    struct lines w = {.s = s,
                      .out = room_take(&room, rows + 1, sizeof *w.out),
                      .vector = room_take(&room, (rows + 1) * n, sizeof *w.vector),
                      .field = room_take(&room, rows + 1, sizeof *w.field),
                      .known = room_take(&room, n, sizeof *w.known)};
    int left = 0;
    if (s->surfaces == 0 && !room.is_short) {
        bool goes_on = true;
        list_candidates(&w);
        while (goes_on) {
            const int fields = list_fields(&w);
            goes_on = crossing_know_kept(s, fields, w.field, w.known);
            if (!goes_on)
                memset(w.out, 0, rows * sizeof *w.out);
            goes_on = goes_on && take_back(&w);
        }
        left = leave_out(&w);
    }
    room_clear(&room);
    return left;
}
