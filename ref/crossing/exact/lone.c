/* That a motion of contacts that share their forces is the only one.
 *
 * At the time 0 let contacts i touch, with normal rows n_i, slides T_i and friction mu_i, in a
 * motion x* with forces lambda*_i >= 0 and T_i kappa_i lambda*_i, where kappa_i is
 *
 *     with a slip             -(mu w + nu u), w being its direction
 *     sticking                any, |kappa_i| < mu, static and dynamic
 *     where a slip begins     -mu w, if static and dynamic friction are the same.
 *
 * If there is a matrix P with n_i^T P = kappa_i^T T_i^T, T_i^T P = 0, G P = 0, and M - (P^T M +
 * M P)/2 is positive definite, no motion by the laws with bounded forces has v - v* = c s^k +
 * O(s^(k+1)), c not 0, k >= 1 (proof: theory.md). P is of rational numbers but for the factors
 * kappa. An impact without friction in S: with kappa = 0 the same inequality says that each
 * phase's velocities are unique, and so is the sum of its impulses. What is imposed is e times
 * those of struck contacts: unique, if they have one e and their part of the sum is, their rows'
 * span meeting that of the others in 0 only.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/exact/lone_parts.h"

/* Rows of the contacts marked: normal ones, or slides. */
void crossing_lone_list_rows(struct crossing_lone *w, const bool *marked, bool slides) {
    const int *first = w->s->each.first;
    for (int i = 0; i < w->s->m->contacts; i++)
        for (int k = first[i] + slides;
             marked[i] && k < (slides ? first[i + 1] : first[i] + 1); k++) {
            w->contact[w->rows] = i;
            w->row[w->rows++] = k;
        }
    if (!slides)
        w->normals = w->rows;
}

/* known := with a gap that is zero, if it is linear in one of what is not known. */
static void meet(const struct crossing_lone *w, int contact) {
    const struct crossing_scene *s = w->s;
    graph *g = s->m->graph;
    int *variable = malloc((size_t)s->n * sizeof *variable + 1);
    for (int i = 0; i < s->n && variable != NULL; i++)
        variable[i] = 1 + i;
    const expr gap = variable == NULL ? EXPR_NONE
                                      : expr_substitute(g, s->m->contact[contact].gap,
                                                        s->n, variable, w->known);
    for (int j = 1; j <= s->n && gap != EXPR_NONE; j++) {
        const expr slope = expr_derivative(g, gap, j), zero = expr_integer(g, 0);
        if (expr_is_zero(g, slope) || crossing_is_identity(g, slope) ||
            !crossing_is_constant(s, slope))
            continue;
        const expr root =
            expr_neg(g, expr_div(g, expr_substitute(g, gap, 1, &j, &zero), slope));
        for (int i = 0; i < s->n; i++)
            w->known[i] = expr_substitute(g, w->known[i], 1, &j, &root);
        break;
    }
    free(variable);
}

/* Gaps that vanish at the event: that of its watch, and of contacts that are closed. */
void crossing_lone_meet(const struct crossing_lone *w,
                        const struct crossing_stage *closed) {
    const struct crossing_scene *s = w->s;
    const struct crossing_watch *met =
        w->p->watch < 0 ? NULL : &w->p->before->watch[w->p->watch];
    for (int i = 0; i < s->m->contacts; i++)
        if (crossing_takes_force(closed->mode[s->surfaces + 2 * i]) ||
            (met != NULL && met->kind == CROSSING_GAP && met->index == i))
            meet(w, i);
}

bool crossing_lone_init(struct crossing_lone *w, const struct crossing_passage *p) {
    const struct crossing_scene *s = p->scene;
    const size_t contacts = (size_t)s->m->contacts, rows = (size_t)s->each.count;
    *w = (struct crossing_lone){.p = p,
                                .s = s,
                                .known = malloc((size_t)s->n * sizeof *w->known + 1),
                                .touch = calloc(2 * contacts + 1, sizeof *w->touch),
                                .kappa = malloc(contacts * sizeof *w->kappa + 1),
                                .row = calloc(2 * rows + 1, sizeof *w->row)};
    if (w->known == NULL || w->touch == NULL || w->kappa == NULL || w->row == NULL)
        return false;
    w->contact = w->row + rows;
    for (size_t i = 0; i < contacts; i++)
        w->kappa[i] = EXPR_NONE;
    return true;
}

void crossing_lone_clear(struct crossing_lone *w) {
    free(w->row);
    free(w->kappa);
    free(w->touch);
    free(w->known);
}

bool crossing_is_lone(const struct crossing_passage *p) {
    struct crossing_lone w;
    bool lone =
        crossing_lone_init(&w, p) && crossing_know(p, w.known) && crossing_lone_look(&w);
    if (lone) {
        crossing_lone_meet(&w, p->after);
        crossing_lone_list_rows(&w, w.touch, false);
        crossing_lone_list_rows(&w, w.touch, true);
        lone = crossing_lone_has_matrix(&w);
    }
    crossing_lone_clear(&w);
    return lone;
}
