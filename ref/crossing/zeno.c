/* Bounces without end in a finite time (Zeno), where they are a geometric series.
 *
 * Let y be the motion from an impact of a contact at tau on, in the mode m in which it is open, and p the one that the
 * impact with e = 0 begins, in the mode m' in which it is closed; neither it nor any contact that is closed has friction, and
 * there are no surfaces. Let rho = (F_m' - F_m)/a in the velocities and N rho be constant, g'' = -a < 0 by F_m, too, and
 * nothing in F_m depend on what rho moves but N v. F_m' keeps g' = 0, so that J rho = 1. The impulse at the contact and
 * what it calls up in the closed ones act along rho; these are >= 0, in both phases, if closing it adds to their
 * forces: then they stay closed, and this pattern, the problem being convex, is the impact. So y - p = (N rho s, rho s'),
 * s = g(y), which bounces with the speeds u, e u, e^2 u, ... of impacts and flights of 2 e u/a, 2 e^2 u/a, ...;
 * g and g' vanish at
 *
 *     T = tau + 2 e u/(a (1 - e)),
 *
 * where y = p (B. Brogliato, Nonsmooth Mechanics (2016), 1.3), if neither y nor p comes to another event before:
 * their watches are
 * positive in boxes that p does not leave until T, and y, with 0 <= s <= (e u)^2/(2 a), |s'| <= e u, neither.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "ref/crossing/choice.h"

/* Whether e does not depend on what r moves; moved[] is that of 1 + n variables. */
static bool is_apart(const struct crossing_scene *s, expr e, const bool *moved) {
    for (int j = 0; j <= s->n; j++)
        if (moved[j] && !expr_is_zero(s->m->graph, expr_derivative(s->m->graph, e, j)))
            return false;
    return true;
}

/* What r moves. False: r or N r is not constant. */
static bool find_moved(const struct crossing_scene *s, const expr *r, bool *moved) {
    const struct model *m = s->m;
    graph *g = m->graph;
    bool constant = true;
    for (int j = 0; j < m->nv && constant; j++) {
        constant = crossing_is_constant(s, r[j]);
        moved[1 + m->nq + j] = !expr_is_zero(g, r[j]);
    }
    for (int i = 0; i < m->nq && constant; i++) {
        expr way = expr_integer(g, 0);
        for (int j = 0; j < m->nv; j++)
            way = expr_add(
                g, way,
                expr_mul(g, r[j],
                         expr_derivative(g, m->position_rates[i], 1 + m->nq + j)));
        constant = crossing_is_constant(s, way);
        moved[1 + i] = !expr_is_zero(g, way);
    }
    return constant;
}

/* Whether F depends on what r moves by N v only. */
static bool is_unmoved(const struct crossing_passage *p, bool *moved) {
    const struct crossing_scene *s = p->scene;
    const int nq = s->m->nq;
    bool apart = true;
    for (int i = nq; i < s->n && apart; i++)
        apart = is_apart(s, p->before->field[i], moved);
    for (int j = 1 + nq; j <= s->n; j++)
        moved[j] = false;
    for (int i = 0; i < nq && apart; i++)
        apart = is_apart(s, p->before->field[i], moved);
    return apart;
}

struct series {
    const struct crossing_passage *p;
    int contact;
    struct crossing_stage *closed; /* m' */
    expr *rho;                     /* (size nv) */
    expr fall;                     /* g'' by F_m */
    arb_t speed, least, end, high; /* e u, a, T, the largest s */
};

/* Whether neither the contact nor one that is closed has friction. */
static bool is_smooth(const struct series *w) {
    const struct crossing_scene *s = w->p->scene;
    bool smooth = true;
    for (int i = 0; i < s->m->contacts && smooth; i++)
        smooth = (i != w->contact &&
                  !crossing_takes_force(w->p->before->mode[s->surfaces + 2 * i])) ||
                 !crossing_has_friction(s, i);
    return smooth;
}

/* closed := the stage of the same mode but for the contact. */
static bool find_closed(struct series *w) {
    struct crossing_scene *s = w->p->scene;
    signed char *mode = malloc((size_t)s->places + 1);
    if (mode == NULL)
        return false;
    memcpy(mode, w->p->before->mode, (size_t)s->places);
    mode[s->surfaces + 2 * w->contact] = CROSSING_SLIDING;
    const bool found = crossing_stage_find(s, mode, &w->closed) == REF_OK;
    free(mode);
    return found;
}

/* rho := the difference of the fields over a; false: they differ in what is no velocity. */
static bool find_direction(struct series *w) {
    const struct crossing_scene *s = w->p->scene;
    const int nq = s->m->nq, nv = s->rows.nv;
    graph *g = s->m->graph;
    const expr minus = expr_neg(g, w->fall);
    bool same = true;
    for (int i = 0; i < s->n && same; i++) {
        const expr apart = expr_sub(g, w->closed->field[i], w->p->before->field[i]);
        if (i >= nq && i < nq + nv)
            w->rho[i - nq] = expr_div(g, apart, minus);
        else
            same = expr_is_zero(g, apart) || crossing_is_identity(g, apart);
    }
    return same;
}

/* Whether the bounces of the contact are such a series, as long as nothing else happens. */
static bool is_series(struct series *w) {
    const struct crossing_passage *p = w->p;
    const struct crossing_scene *s = p->scene;
    const struct crossing_rows *rows = &s->rows;
    const int row = rows->first[w->contact], nv = rows->nv;
    graph *g = s->m->graph;
    if (s->surfaces > 0 || rows->count > rows->contact_rows || !is_smooth(w))
        return false;
    w->fall =
        expr_add(g, rows->bias[row],
                 crossing_dot(g, nv, rows->row + row * nv, p->before->field + s->m->nq));
    if (!crossing_is_constant(s, w->fall) || !find_closed(w) || !find_direction(w))
        return false;
    bool *moved = calloc((size_t)s->n + 1, sizeof *moved);
    const bool is = moved != NULL && find_moved(s, w->rho, moved) && is_unmoved(p, moved);
    free(moved);
    return is;
}

/* speed, least, end, high of an impact in the box; false: they have no end. */
static bool find_end(struct series *w, arb_srcptr box) {
    const struct crossing_scene *s = w->p->scene;
    const slong bits = s->bits;
    enum { SPEED, FALL, RESTITUTION, NUMBERS };
    const expr number[NUMBERS] = {s->rows.speed[s->rows.first[w->contact]], w->fall,
                                  s->m->contact[w->contact].restitution};
    arb_ptr value = _arb_vec_init(NUMBERS);
    arb_t left;
    arb_init(left);
    bool ends = crossing_evaluate(s, NUMBERS, number, box, bits, value) == REF_OK &&
                arb_is_negative(value + SPEED) && arb_is_negative(value + FALL) &&
                arb_is_nonnegative(value + RESTITUTION);
    arb_sub_ui(left, value + RESTITUTION, 1, bits);
    arb_neg(left, left);
    ends = ends && arb_is_positive(left);
    arb_neg(w->least, value + FALL);
    arb_mul(w->speed, value + SPEED, value + RESTITUTION, bits);
    arb_neg(w->speed, w->speed);
    arb_div(w->end, w->speed, w->least, bits);
    arb_mul(w->high, w->end, w->speed, bits);
    arb_mul_2exp_si(w->high, w->high, -1);
    arb_div(w->end, w->end, left, bits);
    arb_mul_2exp_si(w->end, w->end, 1);
    arb_clear(left);
    _arb_vec_clear(value, NUMBERS);
    return ends;
}

/* box := where p begins, with v - rho g' in the place of v, at all times until T; rho[nv] in balls. */
static bool set_begin(const struct series *w, arb_ptr box, arb_ptr rho) {
    const struct crossing_scene *s = w->p->scene;
    const int nv = s->rows.nv;
    const expr speed = s->rows.speed[s->rows.first[w->contact]];
    arb_t rate;
    arb_init(rate);
    _arb_vec_set(box, w->p->box, 1 + s->n);
    arb_add_error(box, w->end);
    const bool set = crossing_evaluate(s, nv, w->rho, box, s->bits, rho) == REF_OK &&
                     crossing_evaluate(s, 1, &speed, box, s->bits, rate) == REF_OK;
    for (int j = 0; j < nv; j++)
        arb_submul(box + 1 + s->m->nq + j, rho + j, rate, s->bits);
    arb_clear(rate);
    return set;
}

/* box += (N rho s, rho s') for all s, s' of the bounces. */
static void add_bounces(const struct series *w, arb_ptr box, arb_srcptr rho) {
    const struct model *m = w->p->scene->m;
    const slong bits = w->p->scene->bits;
    arb_t way, slope;
    arb_init(way);
    arb_init(slope);
    for (int i = 0; i < m->nq; i++) {
        expr sum = expr_integer(m->graph, 0);
        for (int j = 0; j < m->nv; j++)
            sum = expr_add(
                m->graph, sum,
                expr_mul(m->graph, w->rho[j],
                         expr_derivative(m->graph, m->position_rates[i], 1 + m->nq + j)));
        if (crossing_evaluate(w->p->scene, 1, &sum, box, bits, slope) != REF_OK)
            arb_indeterminate(slope);
        arb_mul(way, slope, w->high, bits);
        arb_add_error(box + 1 + i, way);
    }
    for (int j = 0; j < m->nv; j++) {
        arb_mul(way, rho + j, w->speed, bits);
        arb_add_error(box + 1 + m->nq + j, way);
    }
    arb_clear(slope);
    arb_clear(way);
}

/* Whether all watches of the stage but the contact's gap are positive in the box. */
static bool is_positive(const struct series *w, struct crossing_stage *stage,
                        arb_srcptr box) {
    bool positive = true;
    crossing_probe(stage, box, 0);
    for (int i = 0; i < stage->watches && positive; i++)
        positive = (stage->watch[i].kind == CROSSING_GAP &&
                    stage->watch[i].index == w->contact) ||
                   arb_is_positive(crossing_probe_watch(stage, i));
    return positive;
}

/* Whether closing the contact adds to the forces of those that are closed. */
static bool adds_force(const struct series *w, arb_srcptr box) {
    const struct crossing_scene *s = w->p->scene;
    bool adds = true;
    arb_t more;
    arb_init(more);
    for (int i = 0; i < s->m->contacts && adds; i++) {
        const int row = s->rows.first[i];
        if (!crossing_takes_force(w->p->before->mode[s->surfaces + 2 * i]))
            continue;
        const expr apart =
            expr_sub(s->m->graph, w->closed->force[row], w->p->before->force[row]);
        adds = crossing_evaluate(s, 1, &apart, box, s->bits, more) == REF_OK &&
               (arb_is_nonnegative(more) || crossing_is_zero(s, apart));
    }
    arb_clear(more);
    return adds;
}

/* Whether nothing else happens until T. */
static bool is_alone(const struct series *w) {
    const struct crossing_scene *s = w->p->scene;
    arb_ptr box = _arb_vec_init(1 + s->n), rho = _arb_vec_init(s->rows.nv);
    bool alone = set_begin(w, box, rho) && crossing_widen(box, w->closed, w->end) &&
                 is_positive(w, w->closed, box);
    if (alone) {
        add_bounces(w, box, rho);
        alone = is_positive(w, w->p->before, box) && adds_force(w, box);
    }
    _arb_vec_clear(rho, s->rows.nv);
    _arb_vec_clear(box, 1 + s->n);
    return alone;
}

/* Whether T is before the next time asked for. */
static bool is_in_time(const struct series *w) {
    arb_t end, awaited;
    arb_init(end);
    arb_init(awaited);
    arb_add(end, w->end, w->p->box, w->p->scene->bits);
    arf_set_mpfr(arb_midref(awaited), w->p->scene->awaited);
    const bool in_time = arb_lt(end, awaited);
    arb_clear(awaited);
    arb_clear(end);
    return in_time;
}

bool crossing_comes_to_rest(const struct crossing_passage *p, int contact) {
    const struct crossing_scene *s = p->scene;
    struct series w = {.p = p,
                       .contact = contact,
                       .rho = malloc((size_t)s->rows.nv * sizeof *w.rho + 1)};
    arb_init(w.speed);
    arb_init(w.least);
    arb_init(w.end);
    arb_init(w.high);
    const bool comes = s->awaited != NULL && w.rho != NULL && is_series(&w) &&
                       find_end(&w, p->box) && is_in_time(&w) && is_alone(&w);
    arb_clear(w.high);
    arb_clear(w.end);
    arb_clear(w.least);
    arb_clear(w.speed);
    free(w.rho);
    return comes;
}
