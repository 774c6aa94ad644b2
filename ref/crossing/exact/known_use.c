/* What is made of what is known exactly: zeros, watches that are the same, and the events that
 * it goes through.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/crossing.h"

bool crossing_known_nil(const struct crossing_scene *s, const expr *known, expr e) {
    graph *g = s->m->graph;
    int *variable = malloc((size_t)s->n * sizeof *variable + 1);
    if (variable == NULL)
        return false;
    for (int i = 0; i < s->n; i++)
        variable[i] = 1 + i;
    e = expr_substitute(g, e, s->n, variable, known);
    free(variable);
    return e != EXPR_NONE && (expr_is_zero(g, e) || crossing_is_identity(g, e));
}

bool crossing_are_alike(const struct crossing_stage *stage, int i, int other) {
    return i == other ||
           (stage->alike != NULL && other >= 0 && stage->alike[i] == stage->alike[other]);
}

/* Whether two watches are gaps or slips that are the same. */
static bool are_alike(const struct crossing_scene *s, const struct crossing_watch *a,
                      const struct crossing_watch *b, const expr *known) {
    return a->kind == b->kind && (a->kind == CROSSING_GAP || a->kind == CROSSING_SLIP) &&
           crossing_known_nil(s, known, expr_sub(s->m->graph, a->value, b->value));
}

/* alike[watches]; whether two are the same. */
static bool compare_watches(const struct crossing_scene *s, struct crossing_stage *stage,
                            const expr *known) {
    bool same = false;
    for (int i = 0; i < stage->watches; i++) {
        stage->alike[i] = i;
        for (int j = 0; j < i && stage->alike[i] == i; j++) {
            if (stage->alike[j] != j ||
                !are_alike(s, &stage->watch[i], &stage->watch[j], known))
                continue;
            stage->alike[i] = j;
            same = true;
        }
    }
    return same;
}

bool crossing_find_alike(const struct crossing_scene *s, struct crossing_stage *stage) {
    expr *known = malloc((size_t)s->n * sizeof *known + 1);
    stage->alike = malloc((size_t)stage->watches * sizeof *stage->alike + 1);
    const bool found = known != NULL && stage->alike != NULL &&
                       crossing_know_within(s, stage, known) &&
                       compare_watches(s, stage, known);
    free(known);
    if (!found) {
        free(stage->alike);
        stage->alike = NULL;
    }
    return found;
}

/* d/dt e along the stage's motion. */
static expr derive(const struct crossing_scene *s, const struct crossing_stage *stage,
                   expr e, const int *variable, expr *slope) {
    graph *g = s->m->graph;
    expr_gradient(g, e, 1 + s->n, variable, slope);
    return expr_add(g, slope[0], crossing_dot(g, s->n, slope + 1, stage->field));
}

bool crossing_known_zero(const struct crossing_passage *p, const expr *known, expr e,
                         int order) {
    const struct crossing_scene *s = p->scene;
    graph *g = s->m->graph;
    const int columns = 1 + s->n;
    int *variable = malloc((size_t)columns * sizeof *variable);
    expr *slope = malloc((size_t)columns * sizeof *slope);
    bool zero = variable != NULL && slope != NULL;
    for (int j = 0; j < columns && zero; j++)
        variable[j] = j;
    for (int k = 0; k < order && zero; k++)
        e = derive(s, p->after, e, variable, slope);
    if (zero && p->watch < 0) {
        const expr first = crossing_initial(s, 0);
        e = expr_substitute(g, e, 1, variable, &first);
    }
    zero = zero && e != EXPR_NONE && crossing_known_nil(s, known, e);
    free(slope);
    free(variable);
    return zero;
}

bool crossing_note_epoch(struct crossing_scene *s, struct crossing_passage *p) {
    struct crossing_epoch *e = calloc(1, sizeof *e), **last = &s->epochs;
    if (e == NULL)
        return false;
    *e = (struct crossing_epoch){.stage = p->watch >= 0 ? p->before : NULL,
                                 .met = p->watch >= 0 ? p->before->watch[p->watch].value
                                                      : EXPR_NONE,
                                 .change = p->change};
    p->change = NULL;
    while (*last != NULL)
        last = &(*last)->next;
    *last = e;
    return true;
}
