/* Bounces without end in a finite time (Zeno), where they are a geometric series.
 *
 * Let y be the motion from an impact of a contact at tau on, in the mode m in which it is open,
 * and p the one that the impact with e = 0 begins, in the mode m' in which it is closed; neither
 * it nor any contact that is closed has friction, and there are no surfaces. Let rho = (F_m' -
 * F_m)/a in the velocities and N rho be constant, g'' = -a < 0 by F_m, too, and nothing in F_m
 * depend on what rho moves but N v. F_m' keeps g' = 0, so that J rho = 1. The impulse at the
 * contact and what it calls up in the closed ones act along rho; these are >= 0, in both phases,
 * if closing it adds to their forces: then they stay closed, and this pattern, the problem being
 * convex, is the impact. So y - p = (N rho s, rho s'), s = g(y), which bounces with the speeds
 * u, e u, e^2 u, ... of impacts and flights of 2 e u/a, 2 e^2 u/a, ...; g and g' vanish at
 *
 *     T = tau + 2 e u/(a (1 - e)),
 *
 * where y = p (B. Brogliato, Nonsmooth Mechanics (2016), 1.3), if neither y nor p comes to
 * another event before: their watches are positive in boxes that p does not leave until T, and
 * y, with 0 <= s <= (e u)^2/(2 a), |s'| <= e u, neither.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "ref/crossing/rest/zeno.h"

#include "problems/base/many.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* speed, least, end, high of an impact in the box; false: they have no end. */
static bool find_end(struct crossing_series *w, arb_srcptr box) {
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

/* box := where p begins, with v - rho g' in the place of v, at all times until T; rho[nv] in
 * balls. */
static bool set_begin(const struct crossing_series *w, arb_ptr box, arb_ptr rho) {
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
static void add_bounces(const struct crossing_series *w, arb_ptr box, arb_srcptr rho) {
    const struct model *m = w->p->scene->m;
    const slong bits = w->p->scene->bits;
    arb_t way, slope;
    arb_inits(way, slope);
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
    arb_clears(slope, way);
}

/* Whether all watches of the stage but the contact's gap are positive in the box. */
static bool is_positive(const struct crossing_series *w, struct crossing_stage *stage,
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
static bool adds_force(const struct crossing_series *w, arb_srcptr box) {
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
static bool is_alone(const struct crossing_series *w) {
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
static bool is_in_time(const struct crossing_series *w) {
    arb_t end, awaited;
    arb_inits(end, awaited);
    arb_add(end, w->end, w->p->box, w->p->scene->bits);
    arf_set_mpfr(arb_midref(awaited), w->p->scene->awaited);
    const bool in_time = arb_lt(end, awaited);
    arb_clears(awaited, end);
    return in_time;
}

bool crossing_comes_to_rest(const struct crossing_passage *p, int contact) {
    const struct crossing_scene *s = p->scene;
    struct crossing_series w = {.p = p,
                                .contact = contact,
                                .rho = malloc((size_t)s->rows.nv * sizeof *w.rho + 1)};
    arb_inits(w.speed, w.least, w.end, w.high);
    const bool comes = s->awaited != NULL && w.rho != NULL && crossing_series_find(&w) &&
                       find_end(&w, p->box) && is_in_time(&w) && is_alone(&w);
    arb_clears(w.high, w.end, w.least, w.speed);
    free(w.rho);
    return comes;
}
