/* The two phases of one contact's impact in space, in balls with their slopes (impact_space.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/base/many.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/impact/impact_space.h"

/* Numbers that a phase computes with. */
enum { SPACE_WORK = 13 };

static arb_ptr at(const struct crossing_space *b, arb_ptr numbers, int i) {
    return numbers + (slong)i * (1 + b->room);
}

static void set(const struct crossing_space *b, arb_ptr z, arb_srcptr x) {
    for (int i = 0; i <= b->slopes; i++)
        arb_set(z + i, x + i);
}

static void neg(const struct crossing_space *b, arb_ptr z) {
    for (int i = 0; i <= b->slopes; i++)
        arb_neg(z + i, z + i);
}

static void add(const struct crossing_space *b, arb_ptr z, arb_srcptr x) {
    for (int i = 0; i <= b->slopes; i++)
        arb_add(z + i, z + i, x + i, b->bits);
}

/* z += sign x y; z is neither. */
static void add_product(const struct crossing_space *b, arb_ptr z, int sign, arb_srcptr x,
                        arb_srcptr y) {
    arb_t term;
    arb_init(term);
    for (int i = 0; i <= b->slopes; i++) {
        arb_mul(term, x + i, y, b->bits);
        if (i > 0)
            arb_addmul(term, x, y + i, b->bits);
        if (sign > 0)
            arb_add(z + i, z + i, term, b->bits);
        else
            arb_sub(z + i, z + i, term, b->bits);
    }
    arb_clear(term);
}

static void set_zero(const struct crossing_space *b, arb_ptr z) {
    _arb_vec_zero(z, 1 + b->room);
}

/* z := x/y; z is not y. False: y may be zero. */
static bool divide(const struct crossing_space *b, arb_ptr z, arb_srcptr x,
                   arb_srcptr y) {
    set(b, z, x);
    arb_div(z, z, y, b->bits);
    for (int i = 1; i <= b->slopes; i++) {
        arb_submul(z + i, z, y + i, b->bits);
        arb_div(z + i, z + i, y, b->bits);
    }
    return !arb_contains_zero(y);
}

/* v := u + W r. */
static void find_velocities(struct crossing_space *b) {
    for (int i = 0; i < 3; i++) {
        set(b, at(b, b->v, i), at(b, b->u, i));
        for (int j = 0; j < 3; j++)
            add_product(b, at(b, b->v, i), 1, at(b, b->W, 3 * i + j), at(b, b->r, j));
    }
}

/* holds := r_n - k, or u_n+; cone := (mu r_n)^2 - r_t^2. */
static void find_conditions(struct crossing_space *b, bool closed) {
    arb_ptr most = at(b, b->work, 0);
    if (closed) {
        set(b, b->holds, b->k);
        neg(b, b->holds);
        add(b, b->holds, b->r);
    } else {
        set(b, b->holds, b->v);
    }
    set_zero(b, most);
    add_product(b, most, 1, b->mu, b->r);
    set_zero(b, b->cone);
    add_product(b, b->cone, 1, most, most);
    for (int i = 1; i < 3; i++)
        add_product(b, b->cone, -1, at(b, b->r, i), at(b, b->r, i));
}

void crossing_space_turn(struct crossing_space *b, arb_srcptr angle) {
    arb_t c, sn;
    arb_inits(c, sn);
    arb_sin_cos(sn, c, angle, b->bits);
    for (int i = 1; i <= b->slopes; i++) {
        arb_mul(b->c + i, sn, angle + i, b->bits);
        arb_neg(b->c + i, b->c + i);
        arb_mul(b->sn + i, c, angle + i, b->bits);
    }
    arb_set(b->c, c);
    arb_set(b->sn, sn);
    arb_clears(sn, c);
}

bool crossing_space_slide(struct crossing_space *b, bool closed) {
    arb_ptr rub = at(b, b->work, 1), down = at(b, b->work, 2), up = at(b, b->work, 3);
    bool finite = true;
    if (closed) {
        set_zero(b, rub);
        add_product(b, rub, 1, at(b, b->W, 1), b->c);
        add_product(b, rub, 1, at(b, b->W, 2), b->sn);
        set(b, down, b->W);
        add_product(b, down, -1, b->mu, rub);
        set(b, up, b->u);
        neg(b, up);
        finite = divide(b, b->r, up, down);
    } else {
        set(b, b->r, b->k);
    }
    set_zero(b, rub);
    add_product(b, rub, -1, b->mu, b->r);
    for (int i = 1; i < 3; i++) {
        set_zero(b, at(b, b->r, i));
        add_product(b, at(b, b->r, i), 1, rub, i == 1 ? b->c : b->sn);
    }
    find_velocities(b);
    find_conditions(b, closed);
    set_zero(b, b->cross);
    add_product(b, b->cross, 1, b->c, at(b, b->v, 2));
    add_product(b, b->cross, -1, b->sn, at(b, b->v, 1));
    set_zero(b, b->along);
    add_product(b, b->along, 1, b->c, at(b, b->v, 1));
    add_product(b, b->along, 1, b->sn, at(b, b->v, 2));
    return finite;
}

/* r[from..2] := of W r = -v there; by elimination, its rows in `work`. */
static bool solve(struct crossing_space *b, int from) {
    arb_ptr factor = at(b, b->work, 1);
    bool finite = true;
    for (int i = from; i < 3; i++) {
        for (int j = from; j < 3; j++)
            set(b, at(b, b->work, 4 + 3 * i + j), at(b, b->W, 3 * i + j));
        set(b, at(b, b->r, i), at(b, b->v, i));
        neg(b, at(b, b->r, i));
    }
    for (int p = from; p < 3 && finite; p++)
        for (int i = p + 1; i < 3 && finite; i++) {
            finite = divide(b, factor, at(b, b->work, 4 + 3 * i + p),
                            at(b, b->work, 4 + 3 * p + p));
            for (int j = p; j < 3; j++)
                add_product(b, at(b, b->work, 4 + 3 * i + j), -1, factor,
                            at(b, b->work, 4 + 3 * p + j));
            add_product(b, at(b, b->r, i), -1, factor, at(b, b->r, p));
        }
    for (int i = 2; i >= from && finite; i--) {
        set(b, factor, at(b, b->r, i));
        for (int j = i + 1; j < 3; j++)
            add_product(b, factor, -1, at(b, b->work, 4 + 3 * i + j), at(b, b->r, j));
        finite = divide(b, at(b, b->r, i), factor, at(b, b->work, 4 + 3 * i + i));
    }
    return finite;
}

bool crossing_space_stick(struct crossing_space *b, bool closed) {
    for (int i = 0; i < 3; i++)
        set_zero(b, at(b, b->r, i));
    if (!closed)
        set(b, b->r, b->k);
    find_velocities(b);
    const bool finite = solve(b, closed ? 0 : 1);
    find_velocities(b);
    find_conditions(b, closed);
    return finite;
}

void crossing_space_end_phase(struct crossing_space *b, bool imposes) {
    for (int i = 0; i < 3; i++) {
        set(b, at(b, b->u, i), at(b, b->v, i));
        add(b, at(b, b->total, i), at(b, b->r, i));
    }
    set_zero(b, b->k);
    if (imposes)
        add_product(b, b->k, 1, b->e, b->r);
}

/* Formulas of W, u, mu, e and Y. */
static int list_formulas(const struct crossing_blow *w, int contact, expr *e) {
    const struct crossing_scene *s = w->phase.s;
    const struct crossing_rows *r = &s->rows;
    const int first = r->first[contact];
    int count = 0;
    for (int i = 0; i < 9; i++)
        e[count++] = crossing_dot(s->m->graph, r->nv, r->row + (first + i / 3) * r->nv,
                                  r->response + (first + i % 3) * r->nv);
    for (int i = 0; i < 3; i++)
        e[count++] = r->speed[first + i];
    e[count++] = w->phase.friction[contact];
    e[count++] = s->m->contact[contact].restitution;
    for (int i = 0; i < 3 * r->nv; i++)
        e[count++] = r->response[first * r->nv + i];
    return count;
}

/* The numbers and their slopes by t and x. */
static bool read_numbers(struct crossing_space *b, const struct crossing_blow *w,
                         int contact, arb_srcptr box) {
    const struct crossing_scene *s = b->s;
    graph *g = s->m->graph;
    const int columns = 1 + s->n, most = 14 + 3 * b->nv;
    int *variable = malloc((size_t)columns * sizeof *variable);
    expr *e = malloc((size_t)most * (size_t)(1 + columns) * sizeof *e);
    arb_ptr value = _arb_vec_init((slong)most * (1 + columns));
    bool read = variable != NULL && e != NULL;
    const int count = read ? list_formulas(w, contact, e) : 0;
    for (int j = 0; j < columns && read; j++)
        variable[j] = j;
    for (int i = 0; i < count && read; i++)
        expr_gradient(g, e[i], columns, variable, e + most + i * columns);
    read = read &&
           crossing_evaluate(s, most * (1 + columns), e, box, b->bits, value) == REF_OK;
    for (int i = 0; i < count && read; i++) {
        arb_ptr to = at(b, b->number, i);
        arb_set(to, value + i);
        _arb_vec_set(to + CROSSING_BY_TIME, value + most + (slong)i * columns, columns);
        read = _arb_vec_is_finite(to, 1 + b->room);
    }
    _arb_vec_clear(value, (slong)most * (1 + columns));
    free(e);
    free(variable);
    return read;
}

bool crossing_space_init(struct crossing_space *b, const struct crossing_blow *w,
                         int contact, arb_srcptr box, slong bits) {
    const struct crossing_scene *s = w->phase.s;
    const int nv = s->rows.nv, room = 1 + 1 + s->n;
    *b = (struct crossing_space){
        .s = s, .nv = nv, .room = room, .slopes = room, .bits = bits};
    arb_ptr *const place[] = {&b->W,     &b->u,     &b->mu,   &b->e,     &b->Y, &b->k,
                              &b->c,     &b->sn,    &b->r,    &b->total, &b->v, &b->cross,
                              &b->along, &b->holds, &b->cone, &b->work};
    const int sizes[] = {9, 3, 1, 1, 3 * nv, 1, 1, 1, 3, 3, 3, 1, 1, 1, 1, SPACE_WORK};
    const size_t places = sizeof sizes / sizeof *sizes;
    for (size_t i = 0; i < places; i++)
        b->numbers += sizes[i];
    b->number = _arb_vec_init((slong)b->numbers * (1 + room));
    int next = 0;
    for (size_t i = 0; i < places; i++) {
        *place[i] = at(b, b->number, next);
        next += sizes[i];
    }
    return read_numbers(b, w, contact, box);
}

void crossing_space_clear(struct crossing_space *b) {
    _arb_vec_clear(b->number, (slong)b->numbers * (1 + b->room));
}
