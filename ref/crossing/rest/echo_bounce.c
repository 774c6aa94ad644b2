/* From behind an impact to behind the next one, where all that acts is constant: g' = u, u' = a
 * in flight.
 *
 * The first zero of g + u t + a t^2/2 with g > 0 is t = 2 g/(sqrt(u^2 - 2 a g) - u), and where g
 * = 0 < u it is -2 u/a; its derivatives are -(dg + t du)/(u + a t).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/rest/echo.h"

enum hit { HIT_NEVER, HIT_ONCE, HIT_UNKNOWN };

void crossing_echo_speed(const struct crossing_echo *w, int contact, arb_ptr u) {
    _arb_vec_zero(u, 1 + w->size);
    for (int j = 0; j < w->nv; j++)
        _arb_vec_scalar_addmul(u, crossing_echo_at(w, w->y, w->contacts + j), 1 + w->size,
                               w->row + contact * w->nv + j, w->s->bits);
}

/* The contact that is struck has left its zero behind. */
static enum hit leave(const struct crossing_echo *w, arb_srcptr u, arb_srcptr a,
                      arb_ptr t) {
    if (!arb_is_positive(u))
        return HIT_UNKNOWN;
    if (!arb_is_negative(a))
        return arb_is_nonnegative(a) ? HIT_NEVER : HIT_UNKNOWN;
    arb_div(t, u, a, w->s->bits);
    arb_mul_si(t, t, -2, w->s->bits);
    return HIT_ONCE;
}

static enum hit fall(const struct crossing_echo *w, arb_srcptr g, arb_srcptr u,
                     arb_srcptr a, arb_ptr t) {
    const slong bits = w->s->bits;
    if (!arb_is_positive(g) || (!arb_is_negative(a) && !arb_is_nonnegative(a)))
        return HIT_UNKNOWN;
    if (arb_is_nonnegative(a) && !arb_is_negative(u))
        return arb_is_nonnegative(u) ? HIT_NEVER : HIT_UNKNOWN;
    arb_mul(t, a, g, bits);
    arb_mul_2exp_si(t, t, 1);
    arb_neg(t, t);
    arb_addmul(t, u, u, bits);
    if (!arb_is_positive(t))
        return arb_is_negative(t) ? HIT_NEVER : HIT_UNKNOWN;
    arb_sqrt(t, t, bits);
    arb_sub(t, t, u, bits);
    if (!arb_is_positive(t))
        return HIT_UNKNOWN;
    arb_div(t, g, t, bits);
    arb_mul_2exp_si(t, t, 1);
    return HIT_ONCE;
}

/* t, a number := when a contact's gap is zero next. */
static enum hit find_hit(const struct crossing_echo *w, int contact, arb_ptr t) {
    const slong bits = w->s->bits;
    arb_srcptr g = crossing_echo_at(w, w->y, contact), a = w->fall + contact;
    arb_ptr u = w->slip;
    arb_t rate;
    crossing_echo_speed(w, contact, u);
    enum hit hit = contact == w->struck ? leave(w, u, a, t) : fall(w, g, u, a, t);
    if (hit != HIT_ONCE)
        return hit;
    arb_init(rate);
    arb_set(rate, u);
    arb_addmul(rate, a, t, bits);
    for (int k = 1; k <= w->size; k++) {
        arb_set(t + k, g + k);
        arb_addmul(t + k, t, u + k, bits);
        arb_div(t + k, t + k, rate, bits);
        arb_neg(t + k, t + k);
    }
    if (!arb_is_negative(rate))
        hit = HIT_UNKNOWN;
    arb_clear(rate);
    return hit;
}

/* The contact that is struck next, before all others; t := when. -1: it is not known. */
static int find_next(const struct crossing_echo *w, arb_ptr t) {
    arb_ptr other = w->slip + 1 + w->size;
    int next = -1;
    bool known = true;
    for (int i = 0; i < w->contacts && known; i++) {
        const enum hit hit = find_hit(w, i, other);
        known = hit != HIT_UNKNOWN;
        if (hit == HIT_ONCE &&
            (next < 0 || arf_cmp(arb_midref(other), arb_midref(t)) < 0)) {
            _arb_vec_set(t, other, 1 + w->size);
            next = i;
        }
    }
    for (int i = 0; i < w->contacts && known && next >= 0; i++)
        known = i == next || find_hit(w, i, other) == HIT_NEVER || arb_lt(t, other);
    return known ? next : -1;
}

static void fly(const struct crossing_echo *w, arb_srcptr t) {
    const slong bits = w->s->bits;
    arb_ptr u = w->slip;
    arb_t rate;
    arb_init(rate);
    for (int i = 0; i < w->contacts; i++) {
        arb_ptr g = crossing_echo_at(w, w->y, i);
        crossing_echo_speed(w, i, u);
        arb_set(rate, u);
        arb_addmul(rate, w->fall + i, t, bits);
        for (int k = 1; k <= w->size; k++) {
            arb_addmul(g + k, t, u + k, bits);
            arb_addmul(g + k, rate, t + k, bits);
        }
        arb_add(rate, rate, u, bits);
        arb_mul_2exp_si(rate, rate, -1);
        arb_addmul(g, rate, t, bits);
    }
    for (int j = 0; j < w->nv; j++)
        _arb_vec_scalar_addmul(crossing_echo_at(w, w->y, w->contacts + j), t, 1 + w->size,
                               w->rate + j, bits);
    arb_clear(rate);
}

/* The slip of a contact before its impact. */
static int find_slip(const struct crossing_echo *w, int contact) {
    const struct crossing_scene *s = w->s;
    arb_t value;
    arb_init(value);
    int sign = CROSSING_SLIP_UNKNOWN;
    if (crossing_evaluate(s, 1, &s->rows.speed[s->rows.first[contact] + 1], w->box,
                          s->bits, value) == REF_OK &&
        !arb_contains_zero(value))
        sign = arb_is_positive(value) ? 1 : -1;
    arb_clear(value);
    return sign;
}

/* v += change, which is a formula of v. */
static bool add_change(const struct crossing_echo *w, const expr *change) {
    const struct crossing_scene *s = w->s;
    const int nv = w->nv, columns = 1 + w->size;
    struct room room = {.last = NULL};
    expr *slope = room_take(&room, (size_t)nv * (size_t)nv, sizeof *slope);
    int *variable = room_take(&room, (size_t)nv, sizeof *variable);
    arb_ptr value = room_balls(&room, (slong)nv * (1 + nv));
    arb_ptr old = room_balls(&room, (slong)nv * columns);
    bool added = !room.is_short;
    for (int j = 0; j < nv && added; j++)
        variable[j] = 1 + s->m->nq + j;
    for (int i = 0; i < nv && added; i++)
        expr_gradient(s->m->graph, change[i], nv, variable, slope + i * nv);
    added = added && crossing_evaluate(s, nv, change, w->box, s->bits, value) == REF_OK &&
            crossing_evaluate(s, nv * nv, slope, w->box, s->bits, value + nv) == REF_OK;
    _arb_vec_set(old, crossing_echo_at(w, w->y, w->contacts), (slong)nv * columns);
    for (int i = 0; i < nv && added; i++) {
        arb_ptr v = crossing_echo_at(w, w->y, w->contacts + i);
        arb_add(v, v, value + i, s->bits);
        for (int j = 0; j < nv; j++)
            _arb_vec_scalar_addmul(v + 1, old + (slong)j * columns + 1, w->size,
                                   value + nv + (slong)i * nv + j, s->bits);
    }
    room_clear(&room);
    return added;
}

static bool collide(struct crossing_blow *b, const signed char *slip) {
    b->looked = true; /* and nothing is known exactly */
    b->knows = false;
    bool known =
        crossing_blow_find_friction(b, slip) && crossing_find_pattern(b) == REF_OK;
    if (known)
        crossing_blow_impose(b);
    return known && (!b->imposes || crossing_find_pattern(b) == REF_OK) &&
           crossing_blow_check_energy(b) == REF_OK;
}

/* The impact of a contact alone. */
static bool strike(struct crossing_echo *w, int contact) {
    struct crossing_passage q = *w->p;
    struct crossing_blow b;
    signed char *role = calloc(2 * (size_t)w->contacts + 1, 1);
    bool known = false;
    for (int j = 0; j < w->nv; j++)
        arb_set(w->box + 1 + w->s->m->nq + j, crossing_echo_at(w, w->y, w->contacts + j));
    q.box = w->box;
    if (role != NULL) {
        role[contact] = CROSSING_STRUCK;
        if (crossing_has_friction(w->s, contact))
            role[w->contacts + contact] = (signed char)find_slip(w, contact);
        if (crossing_blow_begin(&b, &q, role)) {
            known = collide(&b, role + w->contacts) && add_change(w, b.change);
            crossing_blow_end(&b);
        }
    }
    free(role);
    return known;
}

bool crossing_echo_bounce(struct crossing_echo *w) {
    arb_ptr t = w->slip + 2 * (1 + w->size);
    const int next = find_next(w, t);
    if (next < 0)
        return false;
    fly(w, t);
    _arb_vec_zero(crossing_echo_at(w, w->y, next), 1 + w->size);
    w->struck = next;
    return strike(w, next);
}
