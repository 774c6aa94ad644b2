/* Whether bounces are a geometric series: what rho is, and what it moves (zeno.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/rest/zeno.h"

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

/* Whether neither the contact nor one that is closed has friction. */
static bool is_smooth(const struct crossing_series *w) {
    const struct crossing_scene *s = w->p->scene;
    bool smooth = true;
    for (int i = 0; i < s->m->contacts && smooth; i++)
        smooth = (i != w->contact &&
                  !crossing_takes_force(w->p->before->mode[s->surfaces + 2 * i])) ||
                 !crossing_has_friction(s, i);
    return smooth;
}

/* closed := the stage of the same mode but for the contact. */
static bool find_closed(struct crossing_series *w) {
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
static bool find_direction(struct crossing_series *w) {
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
bool crossing_series_find(struct crossing_series *w) {
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
