/* Bounces without end that are no geometric series: one contact's, enclosed.
 *
 * As for zeno.c let y be the motion from an impact of a contact at tau on, with the speed U = -g' before it, p the
 * one that the impact with e = 0 begins, in the mode m' in which it is closed. Let rho be what a force at the
 * contact and those that it calls up in what is closed do, J rho = 1, a function of t and q. In a box B of all
 * that follows let g'' by F_m be in [-a2, -a1], a1 > 0, all watches of m but g and all of m' be positive, and the
 * impact's pattern hold with rows' speeds that are -1 at the contact and 0 where it is closed: these laws are
 * homogeneous, so that each impact leaves e of the speed, along rho. A flight that begins with w ends with w
 * sqrt(a2/a1) at most, and takes 2 w/a1 at most. So with r = e sqrt(a2/a1) < 1 the bounces end at a time
 *
 *     T <= tau + 2 e U/(a1 (1 - r)),   and |g'| <= U.
 *
 * As F_m' = F_m + a rho, y' = F_m'(y) + rho nu', nu = g' + U, and nu = U in the end. By parts, with the length L
 * of all bounces, R >= |rho'| by time and J' = DF_m' in B,
 *
 *     |y - p| <= X,   b + L |J'| X < X,   b = |rho| U + L R U in the velocities,
 *     |y - p| <= E = L (R U + |J'| X)     in the end,
 *
 * for g' = 0 there: an error of second order in U. From tau on the set goes on with p, and an error X' of E + L
 * |J'| X' < X', which holds the motion by F_m' that comes to where y does.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "ref/crossing/impact.h"

/* What is added is to be below 2^-(part of the goal), of which a set may lose 7/16 (ENCLOSURE_MARGIN), or not much more than
 * what the set has already. Frames in double do not carry bounces for which that is more than 84 bits. */
static const double part = 0.5;
enum { MOST_BITS = 84, MORE_BITS = 8 };
/* 2^LONGER: the length of the bounces over what is seen at first. */
enum { MOST_STATES = 40, LONGER = 2 };

struct dwindle {
    struct crossing_passage *p;
    struct crossing_scene *s;
    int contact, n;
    struct crossing_stage *closed; /* m' */
    expr *rho;                     /* (size nv) */
    expr fall;                     /* g'' by F_m */
    arb_t speed, restitution, length;
    arb_ptr box;          /* B (size 1 + n) */
    mag_ptr apart, error; /* X, and X' (size n) */
    mag_ptr along, turn;  /* |rho|, R (size nv) */
    mag_ptr slope;        /* |J'| (size n x n) */
};

/* What the contact does in m'; false: it is not known. */
static bool find_state(const struct dwindle *w, signed char *place) {
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

static bool find_closed(struct dwindle *w) {
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
static bool is_of_place(const struct dwindle *w) {
    const struct model *m = w->s->m;
    bool is = true;
    for (int i = 0; i < m->nv && is; i++)
        for (int j = 1 + m->nq; j <= w->n && is; j++)
            is = expr_is_zero(m->graph, expr_derivative(m->graph, w->rho[i], j));
    return is;
}

static bool prepare(struct dwindle *w) {
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

/* The speed and restitution; length := of what is seen at the impact, and more; false: no bounces that end. */
static bool guess_length(struct dwindle *w) {
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

static void spread(arb_ptr box, mag_srcptr by, int n) {
    for (int i = 0; i < n; i++)
        arb_add_error_mag(box + 1 + i, by + i);
}

/* B := where p and its like begin, with v - rho g', and what they and y come to. */
static bool find_box(struct dwindle *w) {
    const struct crossing_scene *s = w->s;
    const int nv = s->rows.nv;
    arb_ptr rho = _arb_vec_init(nv);
    _arb_vec_set(w->box, w->p->box, 1 + w->n);
    bool found = crossing_evaluate(s, nv, w->rho, w->p->box, s->bits, rho) == REF_OK;
    arb_add_error(w->box, w->length);
    for (int j = 0; j < nv; j++)
        arb_addmul(w->box + 1 + s->m->nq + j, rho + j, w->speed, s->bits);
    spread(w->box, w->apart, w->n);
    found = found && crossing_widen(w->box, w->closed, w->length);
    spread(w->box, w->apart, w->n);
    _arb_vec_clear(rho, nv);
    return found;
}

/* Whether the bounces end within the length, as g'' in B says. */
static bool end_in_time(const struct dwindle *w) {
    const struct crossing_scene *s = w->s;
    arb_t fall, least, most, end;
    arb_init(fall);
    arb_init(least);
    arb_init(most);
    arb_init(end);
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
    arb_clear(end);
    arb_clear(most);
    arb_clear(least);
    arb_clear(fall);
    return in_time;
}

/* Whether all watches of the stage but the contact's gap are positive in B. */
static bool is_positive(const struct dwindle *w, struct crossing_stage *stage) {
    bool positive = true;
    crossing_probe(stage, w->box, 0);
    for (int i = 0; i < stage->watches && positive; i++)
        positive = (stage->watch[i].kind == CROSSING_GAP &&
                    stage->watch[i].index == w->contact) ||
                   arb_is_positive(crossing_probe_watch(stage, i));
    return positive;
}

/* bound[count] := |e| in B. */
static bool bound_all(const struct dwindle *w, int count, const expr *e, mag_ptr bound) {
    arb_ptr value = _arb_vec_init(count);
    bool finite =
        crossing_evaluate(w->s, count, e, w->box, w->s->bits, value) == REF_OK &&
        _arb_vec_is_finite(value, count);
    for (int i = 0; i < count; i++)
        arb_get_mag(bound + i, value + i);
    _arb_vec_clear(value, count);
    return finite;
}

/* along, turn and slope in B. */
static bool bound_formulas(struct dwindle *w) {
    const struct model *m = w->s->m;
    graph *g = m->graph;
    const int n = w->n, nv = w->s->rows.nv;
    expr *e = malloc(((size_t)n * (size_t)n + 2 * (size_t)nv + 1) * sizeof *e);
    if (e == NULL)
        return false;
    for (int i = 0; i < nv; i++) {
        e[i] = expr_derivative(g, w->rho[i], 0);
        for (int j = 0; j < m->nq; j++)
            e[i] = expr_add(
                g, e[i],
                expr_mul(g, expr_derivative(g, w->rho[i], 1 + j), m->position_rates[j]));
    }
    bool bounded = bound_all(w, nv, e, w->turn) && bound_all(w, nv, w->rho, w->along);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            e[i * n + j] = expr_derivative(g, w->closed->field[i], 1 + j);
    bounded = bounded && bound_all(w, n * n, e, w->slope);
    free(e);
    return bounded;
}

/* to := b + L |J'| x, b being (factor |rho| + L R) U in the velocities. */
static void bound_next(const struct dwindle *w, mag_ptr to, mag_srcptr x, int factor) {
    const int n = w->n, nq = w->s->m->nq, nv = w->s->rows.nv;
    mag_t length, speed;
    mag_init(length);
    mag_init(speed);
    arb_get_mag(length, w->length);
    arb_get_mag(speed, w->speed);
    for (int i = 0; i < n; i++) {
        mag_zero(to + i);
        for (int j = 0; j < n; j++)
            mag_addmul(to + i, w->slope + i * n + j, x + j);
        if (i >= nq && i < nq + nv)
            mag_addmul(to + i, w->turn + i - nq, speed);
        mag_mul(to + i, to + i, length);
        if (factor != 0 && i >= nq && i < nq + nv)
            mag_addmul(to + i, w->along + i - nq, speed);
    }
    mag_clear(speed);
    mag_clear(length);
}

/* Whether next < x, where something is asked for. */
static bool is_below(const struct dwindle *w, mag_srcptr next, mag_srcptr x) {
    bool below = true;
    for (int i = 0; i < w->n; i++)
        below = below && (mag_is_zero(next + i) || mag_cmp(next + i, x + i) < 0);
    return below;
}

/* X such that it is proved; its guess is what a smaller box says, and more. */
static bool find_apart(struct dwindle *w) {
    mag_ptr next = _mag_vec_init(w->n);
    bool proved = false;
    for (int trial = 0; trial < 4 && !proved; trial++) {
        if (!find_box(w) || !bound_formulas(w))
            break;
        bound_next(w, next, w->apart, 1);
        proved = trial > 0 && is_below(w, next, w->apart);
        for (int i = 0; i < w->n && !proved; i++) {
            mag_mul_2exp_si(next + i, next + i, 2);
            mag_max(w->apart + i, w->apart + i, next + i);
        }
    }
    _mag_vec_clear(next, w->n);
    return proved;
}

/* Whether the error is small enough to end the bounces here. */
static bool is_small(const struct dwindle *w) {
    const struct enclosure *e = &w->p->before->e;
    mag_t most, error;
    mag_init(most);
    mag_init(error);
    for (int i = 0; i < w->n; i++) {
        mag_max(most, most, e->start + i);
        mag_max(error, error, w->error + i);
    }
    mag_mul_2exp_si(most, most, MORE_BITS);
    const double bits = part * w->s->goal;
    const bool small = bits <= MOST_BITS && (mag_cmp_2exp_si(error, -(slong)bits) < 0 ||
                                             mag_cmp(error, most) < 0);
    mag_clear(error);
    mag_clear(most);
    return small;
}

/* error := X'; false: it is not found, or larger than X. */
static bool find_error(struct dwindle *w) {
    mag_ptr next = _mag_vec_init(w->n), end = _mag_vec_init(w->n);
    mag_t length;
    mag_init(length);
    arb_get_mag(length, w->length);
    bound_next(w, end, w->apart, 0); /* E */
    for (int i = 0; i < w->n; i++)
        mag_mul_2exp_si(w->error + i, end + i, 1);
    bool found = true;
    for (int i = 0; i < w->n; i++) {
        for (int j = 0; j < w->n; j++)
            mag_addmul(next + i, w->slope + i * w->n + j, w->error + j);
        mag_mul(next + i, next + i, length);
        mag_add(next + i, next + i, end + i);
        found = found && mag_cmp(w->error + i, w->apart + i) <= 0;
    }
    found = found && is_below(w, next, w->error);
    mag_clear(length);
    _mag_vec_clear(end, w->n);
    _mag_vec_clear(next, w->n);
    return found;
}

static bool run(struct dwindle *w) {
    return prepare(w) && guess_length(w) && find_apart(w) && end_in_time(w) &&
           is_positive(w, w->p->before) && is_positive(w, w->closed) && find_error(w) &&
           is_small(w) && crossing_impact_repeats(w->p, w->contact, w->closed, w->box);
}

bool crossing_dwindles(struct crossing_passage *p, int contact) {
    struct crossing_scene *s = p->scene;
    const int n = s->n, nv = s->rows.nv;
    struct dwindle w = {.p = p,
                        .s = s,
                        .contact = contact,
                        .n = n,
                        .rho = malloc((size_t)nv * sizeof *w.rho + 1),
                        .box = _arb_vec_init(1 + n),
                        .apart = _mag_vec_init(n),
                        .error = _mag_vec_init(n),
                        .along = _mag_vec_init(nv),
                        .turn = _mag_vec_init(nv),
                        .slope = _mag_vec_init((slong)n * n)};
    arb_init(w.speed);
    arb_init(w.restitution);
    arb_init(w.length);
    const bool dwindles = w.rho != NULL && run(&w);
    for (int i = 0; i < n && dwindles; i++)
        mag_set(p->error + i, w.error + i);
    s->blurred = s->blurred || dwindles;
    arb_clear(w.length);
    arb_clear(w.restitution);
    arb_clear(w.speed);
    _mag_vec_clear(w.slope, (slong)n * n);
    _mag_vec_clear(w.turn, nv);
    _mag_vec_clear(w.along, nv);
    _mag_vec_clear(w.error, n);
    _mag_vec_clear(w.apart, n);
    _arb_vec_clear(w.box, 1 + n);
    free(w.rho);
    return dwindles;
}
