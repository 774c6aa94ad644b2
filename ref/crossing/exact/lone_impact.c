/* That an impact without friction, of contacts that share their impulses, has one outcome (lone.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/model.h"
#include "ref/crossing/exact/lone_parts.h"

/* Whether the struck contacts' rows, the first `struck` ones, meet the others' span in 0 only. */
static bool are_apart(const struct crossing_lone *w, int struck) {
    const int nv = w->s->each.nv,
              count = w->rows + w->s->each.count - w->s->each.contact_rows;
    fmpq_mat_t all, part;
    fmpq_mat_init(all, count, nv);
    bool apart = crossing_exact_rows(w->s, w->known, w->rows, w->row, all);
    slong rank[2];
    for (int k = 0; k < 2 && apart; k++) {
        fmpq_mat_window_init(part, all, k == 0 ? 0 : struck, 0, k == 0 ? struck : count,
                             nv);
        fmpq_mat_t copy;
        fmpq_mat_init_set(copy, part);
        rank[k] = fmpq_mat_rref(copy, copy);
        fmpq_mat_clear(copy);
        fmpq_mat_window_clear(part);
    }
    apart = apart && fmpq_mat_rref(all, all) == rank[0] + rank[1];
    fmpq_mat_clear(all);
    return apart;
}

bool crossing_is_lone_impact(const struct crossing_passage *p, const signed char *role) {
    const struct crossing_scene *s = p->scene;
    struct crossing_lone w;
    bool lone = crossing_lone_init(&w, p) && crossing_know(p, w.known);
    bool *rest = w.touch + s->m->contacts;
    expr restitution = EXPR_NONE;
    for (int i = 0; i < s->m->contacts && lone; i++) {
        const int first = s->group[i];
        const expr e = s->m->contact[i].restitution;
        w.touch[i] = role[first] == CROSSING_STRUCK;
        rest[i] = role[first] == CROSSING_TOUCHING;
        lone = !((w.touch[i] || rest[i]) && crossing_has_friction(s, first)) &&
               (!w.touch[i] || restitution == EXPR_NONE || restitution == e);
        restitution = w.touch[i] ? e : restitution;
    }
    if (lone) {
        crossing_lone_meet(&w, p->before);
        crossing_lone_list_rows(&w, w.touch, false);
        const int struck = w.rows;
        crossing_lone_list_rows(&w, rest, false);
        crossing_lone_list_rows(&w, w.touch, true);
        crossing_lone_list_rows(&w, rest, true);
        lone = are_apart(&w, struck);
    }
    crossing_lone_clear(&w);
    return lone;
}
