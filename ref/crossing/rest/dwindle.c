/* Bounces without end that are no geometric series: one contact's, enclosed.
 *
 * As for zeno.c let y be the motion from an impact of a contact at tau on, with the speed U =
 * -g' before it, p the one that the impact with e = 0 begins, in the mode m' in which it is
 * closed. Let rho be what a force at the contact and those that it calls up in what is closed
 * do, J rho = 1, a function of t and q. In a box B of all that follows let g'' by F_m be in
 * [-a2, -a1], a1 > 0, all watches of m but g and all of m' be positive, and the impact's pattern
 * hold with rows' speeds that are -1 at the contact and 0 where it is closed: these laws are
 * homogeneous, so that each impact leaves e of the speed, along rho. A flight that begins with w
 * ends with w sqrt(a2/a1) at most, and takes 2 w/a1 at most. So with r = e sqrt(a2/a1) < 1 the
 * bounces end at a time
 *
 *     T <= tau + 2 e U/(a1 (1 - r)),   and |g'| <= U.
 *
 * As F_m' = F_m + a rho, y' = F_m'(y) + rho nu', nu = g' + U, and nu = U in the end. By parts,
 * with the length L of all bounces, R >= |rho'| by time and J' = DF_m' in B,
 *
 *     |y - p| <= X,   b + L |J'| X < X,   b = |rho| U + L R U in the velocities,
 *     |y - p| <= E = L (R U + |J'| X)     in the end,
 *
 * for g' = 0 there: an error of second order in U. From tau on the set goes on with p, and an
 * error X' of E + L |J'| X' < X', which holds the motion by F_m' that comes to where y does.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "ref/crossing/rest/dwindle.h"

#include "problems/base/many.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* 2^LONGER: the length of the bounces over what is seen at first. */
enum { MOST_STATES = 40, LONGER = 2 };

/* What the contact does in m'; false: it is not known. */
static bool find_state(const struct crossing_dwindle *w, signed char *place) {
    const struct crossing_scene *s = w->s;
    const signed char *mode = w->p->before->mode;
    place[0] = CROSSING_SLIDING;
    place[1] = 0;
    if (!crossing_has_friction(s, w->contact))
        return true;
    if (crossing_slides(s, w->contact) != 1)
        return false;
    for (int i = 0; i < s->m->contacts; i++)
        if (s->slip_of[i] == s->slip_of[w->contact] &&
            crossing_takes_force(mode[s->surfaces + 2 * i])) {
            memcpy(place, mode + s->surfaces + 2 * i, 2);
            return true;
        }
    arb_t slip;
    arb_init(slip);
    const bool known =
        crossing_evaluate(s, 1, &s->rows.speed[s->rows.first[w->contact] + 1], w->p->box,
                          s->bits, slip) == REF_OK &&
        !arb_contains_zero(slip);
    place[1] = arb_is_positive(slip) ? 1 : -1;
    arb_clear(slip);
    return known;
}

static bool find_closed(struct crossing_dwindle *w) {
    signed char *mode = malloc((size_t)w->s->places + 1);
    if (mode == NULL)
        return false;
    memcpy(mode, w->p->before->mode, (size_t)w->s->places);
    const bool found = find_state(w, mode + w->s->surfaces + 2 * w->contact) &&
                       crossing_stage_find(w->s, mode, &w->closed) == REF_OK;
    free(mode);
    return found;
}

/* Whether rho is a function of t and q. */
static bool is_of_place(const struct crossing_dwindle *w) {
    const struct model *m = w->s->m;
    bool is = true;
    for (int i = 0; i < m->nv && is; i++)
        for (int j = 1 + m->nq; j <= w->n && is; j++)
            is = expr_is_zero(m->graph, expr_derivative(m->graph, w->rho[i], j));
    return is;
}

static bool prepare(struct crossing_dwindle *w) {
    const struct crossing_scene *s = w->s;
    const int row = s->rows.first[w->contact], nv = s->rows.nv;
    if (s->surfaces > 0 || w->n > MOST_STATES || s->awaited == NULL || !find_closed(w) ||
        !crossing_find_response(s, w->closed, w->contact, w->rho) || !is_of_place(w))
        return false;
    w->fall = expr_add(s->m->graph, s->rows.bias[row],
                       crossing_dot(s->m->graph, nv, s->rows.row + row * nv,
                                    w->p->before->field + s->m->nq));
    return true;
}

/* The speed and restitution; length := of what is seen at the impact, and more; false: no
 * bounces that end. */
static bool guess_length(struct crossing_dwindle *w) {
    const struct crossing_scene *s = w->s;
    const expr number[] = {s->rows.speed[s->rows.first[w->contact]],
                           s->m->contact[w->contact].restitution, w->fall};
    arb_ptr value = _arb_vec_init(3);
    bool ends = crossing_evaluate(s, 3, number, w->p->box, s->bits, value) == REF_OK;
    arb_neg(w->speed, value);
    arb_set(w->restitution, value + 1);
    arb_sub_ui(value, value + 1, 1, s->bits);
    ends = ends && arb_is_positive(w->speed) && arb_is_positive(w->restitution) &&
           arb_is_negative(value) && arb_is_negative(value + 2);
    arb_mul(w->length, w->speed, w->restitution, s->bits);
    arb_div(w->length, w->length, value, s->bits);
    arb_div(w->length, w->length, value + 2, s->bits);
    arb_mul_2exp_si(w->length, w->length, 1 + LONGER);
    arb_get_abs_ubound_arf(arb_midref(w->length), w->length, s->bits);
    mag_zero(arb_radref(w->length));
    _arb_vec_clear(value, 3);
    return ends && arb_is_finite(w->length);
}

/* Whether the bounces end within the length, as g'' in B says. */
static bool end_in_time(const struct crossing_dwindle *w) {
    const struct crossing_scene *s = w->s;
    arb_t fall, least, most, end;
    arb_inits(fall, least, most, end);
    bool in_time = crossing_evaluate(s, 1, &w->fall, w->box, s->bits, fall) == REF_OK &&
                   arb_is_negative(fall);
    arb_get_abs_lbound_arf(arb_midref(least), fall, s->bits);
    arb_get_abs_ubound_arf(arb_midref(most), fall, s->bits);
    arb_div(most, most, least, s->bits);
    arb_sqrt(most, most, s->bits);
    arb_mul(most, most, w->restitution, s->bits);
    arb_sub_ui(most, most, 1, s->bits);
    in_time = in_time && arb_is_negative(most);
    arb_neg(most, most);
    arb_mul(end, w->speed, w->restitution, s->bits);
    arb_mul_2exp_si(end, end, 1);
    arb_div(end, end, least, s->bits);
    arb_div(end, end, most, s->bits);
    in_time = in_time && arb_lt(end, w->length);
    arb_add(end, w->length, w->p->box, s->bits);
    arb_zero(least);
    arf_set_mpfr(arb_midref(least), s->awaited);
    in_time = in_time && arb_lt(end, least);
    arb_clears(end, most, least, fall);
    return in_time;
}

/* Whether all watches of the stage but the contact's gap are positive in B. */
static bool is_positive(const struct crossing_dwindle *w, struct crossing_stage *stage) {
    bool positive = true;
    crossing_probe(stage, w->box, 0);
    for (int i = 0; i < stage->watches && positive; i++)
        positive = (stage->watch[i].kind == CROSSING_GAP &&
                    stage->watch[i].index == w->contact) ||
                   arb_is_positive(crossing_probe_watch(stage, i));
    return positive;
}

static bool run(struct crossing_dwindle *w) {
    return prepare(w) && guess_length(w) && crossing_dwindle_bound(w) && end_in_time(w) &&
           is_positive(w, w->p->before) && is_positive(w, w->closed) &&
           crossing_dwindle_is_small(w) &&
           crossing_impact_repeats(w->p, w->contact, w->closed, w->box);
}

bool crossing_dwindles(struct crossing_passage *p, int contact) {
    struct crossing_scene *s = p->scene;
    const int n = s->n, nv = s->rows.nv;
    struct room room = {.last = NULL};
    struct crossing_dwindle w = {.p = p,
                                 .s = s,
                                 .contact = contact,
                                 .n = n,
                                 .rho = room_take(&room, (size_t)nv, sizeof *w.rho),
                                 .box = room_balls(&room, 1 + n),
                                 .apart = room_mags(&room, n),
                                 .error = room_mags(&room, n),
                                 .along = room_mags(&room, nv),
                                 .turn = room_mags(&room, nv),
                                 .slope = room_mags(&room, (slong)n * n)};
    arb_inits(w.speed, w.restitution, w.length);
    const bool dwindles = !room.is_short && run(&w);
    for (int i = 0; i < n && dwindles; i++)
        mag_set(p->error + i, w.error + i);
    s->blurred = s->blurred || dwindles;
    arb_clears(w.length, w.restitution, w.speed);
    room_clear(&room);
    return dwindles;
}
