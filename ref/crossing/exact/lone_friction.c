/* kappa of lone.c: what friction is of the normal force, at each contact that touches.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/exact/lone_parts.h"

static int state_of(const struct crossing_lone *w, int contact) {
    return w->p->after->mode[w->s->surfaces + 2 * w->s->group[contact]];
}

/* The sign of an expression in the box behind the event; 0: not known. */
static int find_sign(const struct crossing_lone *w, expr e) {
    arb_t value;
    arb_init(value);
    int sign = 0;
    if (crossing_evaluate(w->s, 1, &e, w->p->end, w->s->bits, value) == REF_OK)
        sign = arb_is_positive(value) - arb_is_negative(value);
    arb_clear(value);
    return sign;
}

static expr slip_of(const struct crossing_lone *w, int contact) {
    return w->s->rows.speed[w->s->rows.first[contact] + 1];
}

/* -(mu w + nu u) along the slide. */
static expr drag(const struct crossing_lone *w, int contact, int sign) {
    graph *g = w->s->m->graph;
    const struct contact *c = &w->s->m->contact[contact];
    return expr_neg(g,
                    expr_add(g, expr_mul(g, expr_integer(g, sign), c->dynamic_friction),
                             expr_mul(g, c->viscous_friction, slip_of(w, contact))));
}

/* The tangential over the normal forces of all that stick together; false: it is not below the
 * friction. */
static bool find_share(const struct crossing_lone *w, int contact, expr *kappa) {
    const struct crossing_scene *s = w->s;
    graph *g = s->m->graph;
    const struct contact *c = &s->m->contact[contact];
    expr along = expr_integer(g, 0), normal = along;
    for (int i = 0; i < s->m->contacts; i++) {
        const int row = s->rows.first[i];
        if (state_of(w, i) != CROSSING_STICKING || s->group[i] != i ||
            s->slip_of[i] != s->slip_of[contact])
            continue;
        normal = expr_add(g, normal, w->p->after->force[row]);
        along = expr_add(g, along, w->p->after->force[row + 1]);
    }
    *kappa = expr_div(g, along, normal);
    const expr square = expr_mul(g, *kappa, *kappa);
    return find_sign(w, normal) > 0 &&
           find_sign(w, expr_sub(g, expr_mul(g, c->static_friction, c->static_friction),
                                 square)) > 0 &&
           find_sign(w, expr_sub(g, expr_mul(g, c->dynamic_friction, c->dynamic_friction),
                                 square)) > 0;
}

/* kappa of the first contact of a group; false: it is not known. */
static bool find_kappa(const struct crossing_lone *w, int contact, expr *kappa) {
    const struct crossing_scene *s = w->s;
    const struct contact *c = &s->m->contact[contact];
    *kappa = EXPR_NONE;
    if (!crossing_has_friction(s, contact))
        return true;
    if (crossing_slides(s, contact) != 1)
        return false;
    int sign = find_sign(w, slip_of(w, contact));
    if (sign == 0 && state_of(w, contact) == CROSSING_STICKING)
        return find_share(w, contact, kappa);
    if (sign == 0 && state_of(w, contact) == CROSSING_SLIDING &&
        crossing_is_zero(s,
                         expr_sub(s->m->graph, c->static_friction, c->dynamic_friction)))
        sign = w->p->after->mode[s->surfaces + 2 * contact + 1];
    *kappa = drag(w, contact, sign);
    return sign != 0;
}

/* Which contacts touch, and how they slide. */
bool crossing_lone_look(const struct crossing_lone *w) {
    const struct crossing_scene *s = w->s;
    bool known = true;
    for (int i = 0; i < s->m->contacts && known; i++) {
        const int first = s->group[i];
        w->touch[i] = first < i
                          ? w->touch[first]
                          : crossing_takes_force(state_of(w, i)) ||
                                (find_sign(w, s->m->contact[i].gap) <= 0 &&
                                 find_sign(w, s->rows.speed[s->rows.first[i]]) <= 0);
        if (first < i)
            w->kappa[i] = w->kappa[first];
        else if (w->touch[i])
            known = find_kappa(w, i, &w->kappa[i]);
    }
    return known;
}
