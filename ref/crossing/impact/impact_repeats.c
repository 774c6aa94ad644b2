/* Whether an impact of one contact, whatever its speed, is the same but for that.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/impact.h"

/* Of what slides on, which is asked for elsewhere: so many times the speed of an impact. */
enum { SLIPS = 1000000 };

/* Whether what touches does in the last pattern what it does in a mode; the contact `left` has
 * left. */
static bool keeps_mode(const struct crossing_blow *w, const signed char *mode, int left) {
    bool keeps = true;
    for (int i = 0; i < w->phase.s->m->contacts && keeps; i++) {
        const struct crossing_pattern *pattern = &w->best[i];
        const signed char *place = mode + w->phase.s->surfaces + 2 * i;
        if (w->phase.role[i] == CROSSING_APART)
            continue;
        keeps = pattern->closed == (i != left) &&
                (int)pattern->tangent == (!crossing_has_friction(w->phase.s, i)
                                              ? CROSSING_SMOOTH
                                          : place[0] == CROSSING_STICKING ? CROSSING_STUCK
                                          : place[1] > 0                  ? CROSSING_FORTH
                                                         : CROSSING_BACK);
    }
    return keeps;
}

/* -1 at the contact, 0 at the other rows that are kept, and a slip's own sign. */
static void set_speeds(const struct crossing_passage *p, int contact,
                       const signed char *mode, expr *speed) {
    const struct crossing_scene *s = p->scene;
    graph *g = s->m->graph;
    for (int k = 0; k < s->rows.count; k++)
        speed[k] = expr_integer(g, k == s->rows.first[contact] ? -1 : 0);
    for (int i = 0; i < s->m->contacts; i++) {
        const signed char *place = mode + s->surfaces + 2 * i;
        for (int k = s->rows.first[i] + 1; k < s->rows.first[i + 1]; k++)
            if (place[0] == CROSSING_SLIDING)
                speed[k] = expr_integer(g, SLIPS * place[1]);
    }
}

static bool repeats(struct crossing_blow *w, const signed char *mode,
                    const signed char *slip, int contact) {
    bool does = crossing_blow_find_friction(w, slip) &&
                crossing_find_pattern(w) == REF_OK && keeps_mode(w, mode, -1);
    if (does)
        crossing_blow_impose(w);
    return does && w->imposes && crossing_find_pattern(w) == REF_OK &&
           keeps_mode(w, mode, contact) && crossing_blow_check_energy(w) == REF_OK;
}

bool crossing_impact_repeats(const struct crossing_passage *p, int contact,
                             const struct crossing_stage *closed, arb_srcptr box) {
    struct crossing_scene s = *p->scene;
    struct crossing_passage q = *p;
    struct crossing_blow w;
    const size_t contacts = (size_t)s.m->contacts;
    signed char *role = calloc(2 * contacts + 1, 1);
    expr *speed = malloc(((size_t)s.rows.count + 1) * sizeof *speed);
    if (role == NULL || speed == NULL) {
        free(speed);
        free(role);
        return false;
    }
    for (size_t i = 0; i < contacts; i++) {
        const signed char *place = closed->mode + s.surfaces + 2 * (int)i;
        role[i] = (int)i == contact                ? CROSSING_STRUCK
                  : crossing_takes_force(place[0]) ? CROSSING_TOUCHING
                                                   : CROSSING_APART;
        role[contacts + i] = (signed char)(place[0] == CROSSING_SLIDING ? place[1] : 0);
    }
    set_speeds(p, contact, closed->mode, speed);
    s.rows.speed = speed;
    q.scene = &s;
    q.box = _arb_vec_init(1 + s.n);
    _arb_vec_set(q.box, box, 1 + s.n);
    bool does = false;
    if (s.group == NULL && crossing_blow_begin(&w, &q, role)) {
        does = repeats(&w, closed->mode, role + contacts, contact);
        crossing_blow_end(&w);
    }
    _arb_vec_clear(q.box, 1 + s.n);
    free(speed);
    free(role);
    return does;
}
