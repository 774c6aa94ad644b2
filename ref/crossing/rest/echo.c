/* Bounces of several contacts without end that repeat themselves on a smaller scale: a motion
 * goes through them.
 *
 * Let v' without contacts, M^-1 J^T, J, e and mu be constant, friction not viscous, and y = (g,
 * v) be the gaps and velocities: g' = J_n v. All that follows from an impact, until contacts
 * rest, is a matter of y, and with y(t) also (s^2 g, s v)(t/s) is a motion, as impacts are
 * homogeneous in v. Let y be behind an impact of contact i, rho = u_i > 0 there, and P be what
 * y/rho = (g/rho^2, v/rho) becomes from there to behind a later impact of i, all impacts between
 * them being of one contact each. If for a box K
 *
 *     P(K) is in K,   rho < sigma < 1 behind it, where it began with 1,
 *
 * and the motion has y/rho in K, it goes through infinitely many impacts, period number k being
 * sigma^k as long and as fast as the first at most. So they end at a time T, the impulses are
 * summable, v and all gaps are zero then, and where normal forces balance the others to stay is
 * a motion. P(K) is in P(c) + DP(K) (K - c), c the centre of K.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/model.h"
#include "ref/crossing/balance.h"
#include "ref/crossing/rest/echo.h"

enum { MOST_BOUNCES = 24, MOST_TRIALS = 12, NEAR_BITS = 6, GROWTH_BITS = 3 };

/* Whether all that acts is constant, and impacts are homogeneous in v. */
static bool is_of_scale(const struct crossing_scene *s) {
    const struct crossing_rows *r = &s->rows;
    const struct model *m = s->m;
    bool is = s->surfaces == 0 && s->group == NULL && m->nz == 0 && m->contacts > 0 &&
              r->count == r->contact_rows &&
              crossing_are_constant(s, r->nv, m->free_rates) &&
              crossing_are_constant(s, r->count * r->nv, r->row) &&
              crossing_are_constant(s, r->count * r->nv, r->response);
    for (int k = 0; k < r->count && is; k++)
        is = crossing_is_without_offset(s, k);
    for (int i = 0; i < m->contacts && is; i++) {
        const struct contact *c = &m->contact[i];
        is = crossing_slides(s, i) <= 1 && crossing_is_still(s, c->gap) &&
             crossing_is_constant(s, c->restitution) &&
             crossing_is_constant(s, c->static_friction) &&
             crossing_is_constant(s, c->dynamic_friction) &&
             crossing_is_zero(s, c->viscous_friction);
    }
    return is;
}

/* The constants, and box. */
static bool read_constants(struct crossing_echo *w) {
    const struct crossing_scene *s = w->s;
    bool read = crossing_evaluate(s, w->nv, s->m->free_rates, w->p->end, s->bits,
                                  w->rate) == REF_OK;
    for (int i = 0; i < w->contacts && read; i++) {
        read = crossing_evaluate(s, w->nv, s->rows.row + s->rows.first[i] * w->nv,
                                 w->p->end, s->bits, w->row + i * w->nv) == REF_OK;
        arb_dot(w->fall + i, NULL, 0, w->row + i * w->nv, 1, w->rate, 1, w->nv, s->bits);
    }
    _arb_vec_set(w->box, w->p->end, 1 + s->n);
    return read;
}

/* y := y/rho, numbers; false: rho is not known to be positive. */
static bool scale(struct crossing_echo *w, arb_ptr rho) {
    const slong bits = w->s->bits;
    crossing_echo_speed(w, w->struck, rho);
    if (!arb_is_positive(rho))
        return false;
    for (int i = 0; i < w->size; i++) {
        arb_ptr y = crossing_echo_at(w, w->y, i);
        for (int power = i < w->contacts ? 2 : 1; power > 0; power--) {
            arb_div(y, y, rho, bits);
            for (int k = 1; k <= w->size; k++) {
                arb_submul(y + k, y, rho + k, bits);
                arb_div(y + k, y + k, rho, bits);
            }
        }
    }
    return true;
}

/* y := points or balls y[size], and their derivatives by themselves. */
static void set(struct crossing_echo *w, arb_srcptr y, int struck) {
    w->struck = struck;
    for (int i = 0; i < w->size; i++) {
        arb_ptr number = crossing_echo_at(w, w->y, i);
        _arb_vec_zero(number, 1 + w->size);
        arb_set(number, y + i);
        arb_one(number + 1 + i);
    }
}

/* y := P of what is set, after so many impacts. False: it is not known, or rho does not fall. */
static bool follow(struct crossing_echo *w, int bounces) {
    const int struck = w->struck;
    bool known = true;
    arb_t one;
    arb_init(one);
    arb_one(one);
    for (int k = 0; k < bounces && known; k++)
        known = crossing_echo_bounce(w);
    known = known && w->struck == struck && scale(w, w->slip) && arb_lt(w->slip, one);
    arb_clear(one);
    return known;
}

/* need[size] := how far P leads from the centre, of all of the box; false: it is not known. */
static bool find_reach(struct crossing_echo *w, arb_srcptr centre, const mag_t *radius,
                       int bounces, mag_ptr need) {
    const int struck = w->struck;
    arb_ptr y = _arb_vec_init(w->size);
    arb_t apart;
    mag_t part;
    arb_init(apart);
    mag_init(part);
    set(w, centre, struck);
    bool known = follow(w, bounces);
    for (int i = 0; i < w->size && known; i++) {
        arb_sub(apart, crossing_echo_at(w, w->y, i), centre + i, w->s->bits);
        arb_get_mag(need + i, apart);
    }
    for (int i = 0; i < w->size; i++) {
        arb_set(y + i, centre + i);
        arb_add_error_mag(y + i, radius[i]);
    }
    set(w, y, struck);
    known = known && follow(w, bounces);
    for (int i = 0; i < w->size && known; i++)
        for (int k = 0; k < w->size; k++) {
            arb_get_mag(part, crossing_echo_at(w, w->y, i) + 1 + k);
            mag_mul(part, part, radius[k]);
            mag_add(need + i, need + i, part);
        }
    w->struck = struck;
    mag_clear(part);
    arb_clear(apart);
    _arb_vec_clear(y, w->size);
    return known;
}

/* Whether P maps a box around y[size], which holds all of these balls, into itself. */
static bool is_kept(struct crossing_echo *w, arb_srcptr y, int bounces) {
    const int n = w->size;
    struct room room = {.last = NULL};
    arb_ptr centre = room_balls(&room, n);
    mag_ptr radius = room_mags(&room, n), need = room_mags(&room, n);
    bool kept = false, known = true;
    for (int i = 0; i < n; i++) {
        arb_get_mid_arb(centre + i, y + i);
        mag_set(radius + i, arb_radref(y + i));
    }
    for (int trial = 0; trial < MOST_TRIALS && known && !kept; trial++) {
        known = find_reach(w, centre, (const mag_t *)radius, bounces, need);
        kept = known;
        for (int i = 0; i < n; i++) {
            kept = kept && mag_cmp(need + i, radius + i) <= 0;
            mag_mul_ui(need + i, need + i, (1u << GROWTH_BITS) + 1);
            mag_mul_2exp_si(need + i, need + i, -GROWTH_BITS);
            mag_max(radius + i, radius + i, need + i);
        }
    }
    room_clear(&room);
    return kept;
}

/* Whether the motion that is at y is again near y, but for the scale, after so many impacts. */
static bool is_near(struct crossing_echo *w, arb_srcptr y, int struck, int bounces) {
    arb_ptr centre = _arb_vec_init(w->size);
    arb_t apart;
    arb_init(apart);
    for (int i = 0; i < w->size; i++)
        arb_get_mid_arb(centre + i, y + i);
    set(w, centre, struck);
    bool near = follow(w, bounces);
    for (int i = 0; i < w->size && near; i++) {
        arb_sub(apart, crossing_echo_at(w, w->y, i), centre + i, w->s->bits);
        arb_mul_2exp_si(apart, apart, NEAR_BITS);
        arb_abs(apart, apart);
        arb_abs(centre + i, centre + i);
        arb_add_ui(centre + i, centre + i, 1, w->s->bits);
        near = arb_lt(apart, centre + i);
    }
    w->struck = struck;
    arb_clear(apart);
    _arb_vec_clear(centre, w->size);
    return near;
}

/* y := y/rho behind the impact of a contact, whose gap is zero. */
static bool begin(struct crossing_echo *w, int contact, arb_ptr y) {
    const struct crossing_scene *s = w->s;
    bool known = true;
    for (int i = 0; i < w->contacts && known; i++)
        if (i != contact)
            known = crossing_evaluate(s, 1, &s->m->contact[i].gap, w->p->end, s->bits,
                                      y + i) == REF_OK;
    _arb_vec_set(y + w->contacts, w->p->end + 1 + s->m->nq, w->nv);
    set(w, y, contact);
    known = known && scale(w, w->slip);
    for (int i = 0; i < w->size && known; i++)
        arb_set(y + i, crossing_echo_at(w, w->y, i));
    return known;
}

static bool repeats(struct crossing_echo *w, int contact, arb_ptr y) {
    bool found = false;
    if (!read_constants(w) || !begin(w, contact, y))
        return false;
    for (int k = 1; k <= MOST_BOUNCES && !found; k++)
        found = is_near(w, y, contact, k) && is_kept(w, y, k);
    return found;
}

bool crossing_echoes(struct crossing_passage *p, int contact) {
    const struct crossing_scene *s = p->scene;
    const int contacts = s->m->contacts, nv = s->rows.nv, size = contacts + nv;
    enum { WORK = 3 };
    if (!is_of_scale(s))
        return false;
    struct room room = {.last = NULL};
    struct crossing_echo w = {.p = p,
                              .s = s,
                              .contacts = contacts,
                              .nv = nv,
                              .size = size,
                              .row = room_balls(&room, (slong)contacts * nv),
                              .rate = room_balls(&room, nv),
                              .fall = room_balls(&room, contacts),
                              .box = room_balls(&room, 1 + s->n),
                              .y = room_balls(&room, (slong)size * (1 + size)),
                              .slip = room_balls(&room, (slong)WORK * (1 + size))};
    const bool echoes = repeats(&w, contact, room_balls(&room, size));
    room_clear(&room);
    return echoes;
}
