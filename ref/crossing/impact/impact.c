/* An impact by Poisson's law, all contacts that touch taking part: compression, then e r_n imposed
 * where it was struck, and impulses that the laws of contact ask for after that. Which contacts
 * stay closed, stick and slide in each phase is proved: its conditions are positive in the box, and
 * every other pattern has one that is negative; or there is no friction, and so no other velocity
 * (J. J. Moreau, C. R. Acad. Sci. Paris 256 (1963) 871).
 *
 * What is imposed may make no energy: r . (u- + u+) <= 0, u+ in the end; equality, of elastic
 * balls, is proved with what is known exactly of x. One contact without friction makes none.
 * Impacts that might are refused.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/impact.h"
#include "ref/crossing/impact/impact_space.h"
#include "ref/crossing/lone.h"

/* mu := that of a contact that slips in a plane; false: it is not known whether it does. */
static bool find_plane_friction(const struct crossing_blow *w, int contact, expr *mu) {
    const struct crossing_scene *s = w->phase.s;
    graph *g = s->m->graph;
    const struct contact *c = &s->m->contact[contact];
    const expr *slip = s->rows.speed + s->rows.first[contact] + 1;
    const expr square = crossing_dot(g, crossing_slides(s, contact), slip, slip);
    arb_t value;
    arb_init(value);
    const bool slips =
        crossing_slides(s, contact) == 2 &&
        crossing_evaluate(s, 1, &square, w->p->box, s->low, value) == REF_OK &&
        arb_is_positive(value);
    arb_clear(value);
    *mu = expr_add(g, c->dynamic_friction,
                   expr_mul(g, c->viscous_friction, expr_apply(g, EXPR_SQRT, square)));
    return slips;
}

/* mu before the impact; false: it is not known which. */
bool crossing_blow_find_friction(struct crossing_blow *w, const signed char *slip) {
    const struct crossing_scene *s = w->phase.s;
    graph *g = s->m->graph;
    for (int i = 0; i < s->m->contacts; i++) {
        const struct contact *c = &s->m->contact[i];
        expr mu = c->static_friction;
        w->phase.friction[i] = mu;
        if (w->phase.role[i] == CROSSING_APART || !crossing_has_friction(s, i) ||
            slip[i] == 0)
            continue;
        if (slip[i] == CROSSING_SLIP_UNKNOWN || crossing_slides(s, i) > 1) {
            if (find_plane_friction(w, i, &w->phase.friction[i]))
                continue;
            w->phase.friction[i] = mu;
            if (!crossing_is_zero(s, expr_sub(g, mu, c->dynamic_friction)) ||
                !crossing_is_zero(s, c->viscous_friction))
                return false;
            continue;
        }
        expr speed =
            expr_mul(g, expr_integer(g, slip[i]), s->rows.speed[s->rows.first[i] + 1]);
        w->phase.friction[i] =
            expr_add(g, c->dynamic_friction, expr_mul(g, c->viscous_friction, speed));
    }
    return true;
}

/* known := e r_n where it was struck. */
void crossing_blow_impose(struct crossing_blow *w) {
    const struct crossing_scene *s = w->phase.s;
    graph *g = s->m->graph;
    w->imposes = false;
    for (int i = 0; i < s->m->contacts; i++) {
        const expr e = s->m->contact[i].restitution;
        const bool bounces = w->phase.role[i] == CROSSING_STRUCK && w->best[i].closed &&
                             !crossing_is_zero(s, e);
        w->phase.known[i] = bounces ? expr_mul(g, e, w->phase.impulse[s->rows.first[i]])
                                    : expr_integer(g, 0);
        w->imposes = w->imposes || bounces;
    }
}

/* Whether it is known that no energy is made. */
enum ref_status crossing_blow_check_energy(struct crossing_blow *w) {
    const struct crossing_scene *s = w->phase.s;
    const struct crossing_rows *r = &s->rows;
    graph *g = s->m->graph;
    int parts = 0, rubs = 0;
    expr work = expr_integer(g, 0);
    for (int i = 0; i < s->m->contacts; i++) {
        if (w->phase.role[i] == CROSSING_APART)
            continue;
        parts++;
        rubs += crossing_has_friction(s, i);
        for (int k = r->first[i]; k < r->first[i + 1]; k++) {
            expr u = expr_add(g, expr_add(g, r->speed[k], r->speed[k]),
                              crossing_dot(g, r->nv, r->row + k * r->nv, w->change));
            work = expr_sub(g, work, expr_mul(g, w->total[k], u));
        }
    }
    if (!w->imposes || (parts == 1 && rubs == 0))
        return REF_OK;
    arb_t value;
    arb_init(value);
    enum ref_status status = crossing_evaluate(s, 1, &work, w->p->box, s->low, value);
    if (status == REF_OK && !arb_is_nonnegative(value) &&
        !(arb_contains_zero(value) && crossing_blow_knows_nil(w, work)))
        status = REF_NO_MODE;
    arb_clear(value);
    return status;
}

static void list_options(const struct crossing_blow *w,
                         struct crossing_options *options) {
    const struct crossing_scene *s = w->phase.s;
    for (int i = 0; i < s->m->contacts; i++) {
        const struct crossing_pattern *pattern = &w->phase.pattern[i];
        if (w->phase.role[i] == CROSSING_APART)
            continue;
        options[i].count = 0;
        if (pattern->closed)
            crossing_list_closed(s, i,
                                 pattern->tangent == CROSSING_FORTH  ? 1
                                 : pattern->tangent == CROSSING_BACK ? -1
                                                                     : 0,
                                 true, &options[i]);
        else
            crossing_add_option(&options[i], CROSSING_OPEN, 0, 1, 0);
    }
}

void crossing_blow_end(struct crossing_blow *w) {
    free(w->known);
    free(w->taken);
    free(w->phase.pattern);
    free(w->phase.friction);
}

/* False: no memory. Ended with end_blow if it is true. */
bool crossing_blow_begin(struct crossing_blow *w, struct crossing_passage *p,
                         const signed char *role) {
    const struct crossing_scene *s = p->scene;
    const size_t contacts = (size_t)s->m->contacts, rows = (size_t)s->rows.count,
                 nv = (size_t)s->rows.nv, count = 4 * contacts + 2 * rows + 2 * nv;
    *w = (struct crossing_blow){.p = p, .phase = {.s = s, .role = role}};
    w->phase.friction = malloc((count + 1) * sizeof *w->phase.friction);
    w->phase.pattern = calloc(2 * contacts + 1, sizeof *w->phase.pattern);
    w->taken = calloc(contacts + 1, sizeof *w->taken);
    w->known = malloc((size_t)s->n * sizeof *w->known + 1);
    if (w->phase.friction == NULL || w->phase.pattern == NULL || w->taken == NULL ||
        w->known == NULL) {
        crossing_blow_end(w);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        w->phase.friction[i] = expr_integer(s->m->graph, 0);
    w->best = w->phase.pattern + contacts;
    w->phase.known = w->phase.friction + contacts;
    w->phase.condition = w->phase.known + contacts;
    w->phase.impulse = w->phase.condition + 2 * contacts;
    w->total = w->phase.impulse + rows;
    w->phase.change = w->total + rows;
    w->change = w->phase.change + nv;
    return true;
}

/* Impulses as formulas, of patterns without a slip in two directions. */
static enum ref_status find_impulses(struct crossing_blow *w) {
    enum ref_status status = crossing_find_pattern(w);
    if (status == REF_OK)
        crossing_blow_impose(w);
    if (status == REF_OK && w->imposes)
        status = crossing_find_pattern(w);
    if (status == REF_OK)
        status = crossing_blow_check_energy(w);
    return status;
}

/* The only contact that takes part, if it may slide in two directions; else -1. */
static int find_one_in_space(const struct crossing_blow *w) {
    const struct crossing_scene *s = w->phase.s;
    int parts = 0, contact = -1;
    for (int i = 0; i < s->m->contacts; i++) {
        if (w->phase.role[i] == CROSSING_APART)
            continue;
        parts++;
        contact = i;
    }
    return parts == 1 && s->rows.count == s->rows.contact_rows &&
                   crossing_has_friction(s, contact) && crossing_slides(s, contact) == 2
               ? contact
               : -1;
}

/* Whether more than one contact, or one and joints, take part of which some may slide in two
 * directions: of their slips none is looked for, and none excluded. */
static bool are_several_in_space(const struct crossing_blow *w) {
    const struct crossing_scene *s = w->phase.s;
    bool may_slide = false;
    for (int i = 0; i < s->m->contacts; i++)
        may_slide =
            may_slide || (w->phase.role[i] != CROSSING_APART &&
                          crossing_has_friction(s, i) && crossing_slides(s, i) > 1);
    return may_slide && find_one_in_space(w) < 0;
}

static enum ref_status collide(struct crossing_blow *w, const signed char *slip) {
    const struct crossing_scene *s = w->phase.s;
    if (!crossing_blow_find_friction(w, slip))
        return REF_NO_MODE;
    if (s->group != NULL && !crossing_is_lone_impact(w->p, w->phase.role))
        return REF_UNDECIDED;
    if (are_several_in_space(w))
        return REF_UNDECIDED;
    const int contact = find_one_in_space(w);
    enum ref_status status = find_impulses(w);
    if (contact >= 0 && (status == REF_NO_MODE || status == REF_UNDECIDED))
        return crossing_impact_in_space(w, contact);
    if (status == REF_OK && contact >= 0 && !crossing_impact_sticks(w, contact))
        status = REF_UNDECIDED;
    if (status == REF_OK && w->phase.s->task->beside != NULL)
        status = crossing_evaluate(w->phase.s, w->phase.s->rows.contact_rows, w->total,
                                   w->p->box, w->phase.s->bits, w->p->impulse);
    return status == REF_OK ? crossing_impact_image(w->p, w->change) : status;
}

enum ref_status crossing_impact(struct crossing_passage *p, const signed char *role,
                                const signed char *slip,
                                struct crossing_options *options) {
    struct crossing_blow w;
    if (!crossing_blow_begin(&w, p, role))
        return REF_NO_MEMORY;
    const enum ref_status status = collide(&w, slip);
    if (status == REF_OK)
        list_options(&w, options);
    crossing_blow_end(&w);
    return status;
}
