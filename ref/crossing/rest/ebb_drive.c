/* What drives a motion that is nearly at rest: r of ebb.c where it goes.
 *
 * By the mean value theorem M^-1 r is in M^-1 r(c) + D(M^-1 r)(B) (B - c) for a point c of B, a
 * box that q does not leave until the end of a piece of time while sqrt(2 Phi) <= S. If sqrt(2
 * Phi) + R h < S at the piece's begin, h long, with R from B, that stays so: q is continuous.
 * Pieces follow one another, so that what drives away from rest is let grow exponentially only.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/rest/ebb.h"

enum { MOST_TRIALS = 8, MOST_STATES = 40, PIECES = 32 };

struct drive {
    struct crossing_ebb *w;
    arb_ptr wide, centre; /* B and c (size 1 + n) */
    arb_ptr rate;         /* M^-1 r in B (size nv) */
    arb_ptr way;          /* of q since the set, at most, before the piece (size nq) */
    arb_t after;          /* the length of a piece */
};

/* The row of force k: normal ones of all contacts, then those of the joints. */
static int row_of(const struct crossing_scene *s, int k) {
    return k < s->m->contacts ? s->rows.first[k]
                              : s->rows.contact_rows + k - s->m->contacts;
}

/* sum := of component j of f, or of its derivative by variable `by` (not negative), with the
 * forces. */
static enum ref_status add_forces(const struct drive *d, int j, int by, arb_srcptr box,
                                  arb_t sum) {
    const struct crossing_scene *s = d->w->s;
    graph *g = s->m->graph;
    const int forces = s->m->contacts + s->rows.count - s->rows.contact_rows;
    arb_t part;
    arb_init(part);
    arb_zero(sum);
    enum ref_status status = REF_OK;
    for (int k = -1; k < forces && status == REF_OK; k++) {
        expr e =
            k < 0 ? s->m->free_rates[j] : s->rows.response[row_of(s, k) * s->rows.nv + j];
        e = by < 0 ? e : expr_derivative(g, e, by);
        if (expr_is_zero(g, e))
            continue;
        status = crossing_evaluate(s, 1, &e, box, s->bits, part);
        if (k < 0)
            arb_add(sum, sum, part, s->bits);
        else
            arb_addmul(sum, part, d->w->lambda + k, s->bits);
    }
    arb_clear(part);
    return status;
}

/* B and c := for the speeds of w. */
static bool set_boxes(const struct drive *d) {
    const struct crossing_ebb *w = d->w;
    const struct model *m = w->s->m;
    bool set = true;
    arb_t way;
    arb_init(way);
    _arb_vec_set(d->wide, w->box, 1 + w->s->n);
    arb_union(d->wide, w->box, w->end, w->s->bits);
    for (int i = 0; i < m->nq && set; i++) {
        set = crossing_ebb_bound_way(w, i, d->after, way) == REF_OK;
        arb_add_error(d->wide + 1 + i, way);
        arb_add_error(d->wide + 1 + i, d->way + i);
    }
    for (int j = 0; j < m->nv; j++) {
        arb_zero(d->wide + 1 + m->nq + j);
        arb_add_error(d->wide + 1 + m->nq + j, w->speed + j);
    }
    for (int i = 0; i <= w->s->n; i++)
        arb_get_mid_arb(d->centre + i, d->wide + i);
    arb_clear(way);
    return set;
}

static bool find_rates(const struct drive *d) {
    const struct crossing_scene *s = d->w->s;
    enum ref_status status = REF_OK;
    arb_t slope, apart;
    arb_inits(slope, apart);
    for (int j = 0; j < s->m->nv && status == REF_OK; j++) {
        status = add_forces(d, j, -1, d->centre, d->rate + j);
        for (int i = 0; i <= s->n && status == REF_OK; i++) {
            status = add_forces(d, j, i, d->wide, slope);
            arb_sub(apart, d->wide + i, d->centre + i, s->bits);
            arb_addmul(d->rate + j, slope, apart, s->bits);
        }
    }
    arb_clears(apart, slope);
    return status == REF_OK && _arb_vec_is_finite(d->rate, s->m->nv);
}

/* square := R^2. */
static void bound_square(const struct drive *d, arb_t square) {
    const struct crossing_scene *s = d->w->s;
    const int nv = s->m->nv;
    arb_t term, mass;
    arb_inits(term, mass);
    arb_zero(square);
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++) {
            arb_abs(mass, arb_mat_entry(d->w->mass, i, j));
            arb_mul(term, d->rate + i, d->rate + j, s->bits);
            arb_abs(term, term);
            arb_addmul(square, term, mass, s->bits);
        }
    arb_get_abs_ubound_arf(arb_midref(square), square, s->bits);
    mag_zero(arb_radref(square));
    arb_clears(mass, term);
}

/* to := sqrt(2 Phi) at the piece's end, of `from` at its begin, while it is below what the
 * speeds of w are from. */
static bool go_on(const struct drive *d, const arb_t from, arb_t to) {
    if (!set_boxes(d) || !find_rates(d))
        return false;
    bound_square(d, to);
    arb_sqrt(to, to, d->w->s->bits);
    arb_mul(to, to, d->after, d->w->s->bits);
    arb_add(to, to, from, d->w->s->bits);
    arb_get_abs_ubound_arf(arb_midref(to), to, d->w->s->bits);
    mag_zero(arb_radref(to));
    return arb_is_finite(to);
}

/* from := sqrt(2 Phi) at the piece's end; way := then. */
static bool pass_piece(const struct drive *d, arb_t from) {
    struct crossing_ebb *w = d->w;
    const slong bits = w->s->bits;
    arb_t most, to, way;
    arb_inits(most, to, way);
    arb_set(most, from);
    bool proved = false, goes_on = true;
    for (int trial = 0; trial < MOST_TRIALS && goes_on && !proved; trial++) {
        arb_mul_2exp_si(most, most, 1);
        arb_mul(w->phi, most, most, bits);
        crossing_ebb_set_speeds(w);
        goes_on = go_on(d, from, to);
        proved = goes_on && arb_lt(to, most);
        arb_set(most, to);
    }
    for (int i = 0; i < w->s->m->nq && proved; i++) {
        proved = crossing_ebb_bound_way(w, i, d->after, way) == REF_OK;
        arb_add(d->way + i, d->way + i, way, bits);
        arb_get_abs_ubound_arf(arb_midref(d->way + i), d->way + i, bits);
        mag_zero(arb_radref(d->way + i));
    }
    arb_set(from, to);
    arb_clears(way, to, most);
    return proved;
}

static bool find_bound(struct drive *d) {
    struct crossing_ebb *w = d->w;
    const slong bits = w->s->bits;
    arb_t most;
    arb_init(most);
    arb_get_abs_ubound_arf(arb_midref(most), w->phi, bits);
    arb_sqrt(most, most, bits);
    bool proved = arb_is_positive(most);
    for (int piece = 0; piece < PIECES && proved; piece++)
        proved = pass_piece(d, most);
    arb_mul(w->phi, most, most, bits);
    arb_clear(most);
    return proved;
}

bool crossing_ebb_bound_drive(struct crossing_ebb *w) {
    const struct crossing_scene *s = w->s;
    struct room room = {.last = NULL};
    struct drive d = {.w = w,
                      .wide = room_balls(&room, 1 + s->n),
                      .centre = room_balls(&room, 1 + s->n),
                      .rate = room_balls(&room, s->m->nv),
                      .way = room_balls(&room, s->m->nq + 1)};
    arb_init(d.after);
    arb_sub(d.after, w->end, w->box, s->bits);
    arb_div_ui(d.after, d.after, PIECES, s->bits);
    const bool bounded = s->n <= MOST_STATES && find_bound(&d);
    arb_clear(d.after);
    room_clear(&room);
    return bounded;
}
