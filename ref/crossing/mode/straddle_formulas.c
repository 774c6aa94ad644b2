/* The formulas of straddled kinks (straddle.c): G, a field without them, and its derivatives.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/graph/walk.h"
#include "problems/model.h"
#include "ref/crossing/mode/straddle.h"

/* q of a - b = q c, as max, min and abs have it: of the same nodes, so that one side has a value
 * where the other has one, with whatever constants; 0: it is none of these. */
static long find_factor(graph *g, expr node) {
    const expr c = expr_argument(g, node, 0), a = expr_argument(g, node, 1),
               b = expr_argument(g, node, 2);
    if (c == expr_sub(g, a, b))
        return 1;
    if (c == expr_sub(g, b, a))
        return -1;
    if (b != expr_neg(g, a))
        return 0;
    return c == a ? 2 : c == b ? -2 : 0;
}

static int find(int count, const expr *list, expr wanted) {
    int k = 0;
    while (k < count && list[k] != wanted)
        k++;
    return k;
}

/* field[n] and surface[surfaces] := with the sides of the surfaces that are not straddled. */
static bool take_other_sides(const struct crossing_scene *s,
                             const struct crossing_stage *stage, expr *all) {
    expr *told = malloc(((size_t)s->surfaces + 1) * sizeof *told),
         *taken = malloc(((size_t)s->surfaces + 1) * sizeof *taken);
    signed char *side = malloc((size_t)s->surfaces + 1);
    bool done = told != NULL && taken != NULL && side != NULL;
    struct expr_sides sides = {0, told, side, taken};
    for (int k = 0; k < s->surfaces && done; k++) {
        all[s->n + k] = s->surface[k];
        stage->straddle->decides[k] = EXPR_NONE;
        if (abs(stage->mode[k]) == CROSSING_STRADDLED)
            continue;
        told[sides.count] = s->surface[k];
        side[sides.count++] = stage->mode[k];
    }
    for (int i = 0; i < s->n && done; i++)
        all[i] = stage->field[i];
    done = done && expr_take_sides(s->m->graph, s->n + s->surfaces, all, &sides);
    for (int k = 0, i = 0; k < s->surfaces && done; k++)
        if (abs(stage->mode[k]) != CROSSING_STRADDLED)
            stage->straddle->decides[k] = taken[i++];
    free(side);
    free(taken);
    free(told);
    return done;
}

/* The straddled surface that is c now, with one side of the field; s->surfaces: there is none. */
static int find_straddled(const struct crossing_scene *s,
                          const struct crossing_stage *stage, const expr *surface,
                          expr c) {
    int place = s->surfaces;
    for (int k = 0; k < s->surfaces; k++)
        if (surface[k] == c && abs(stage->mode[k]) == CROSSING_STRADDLED) {
            if (place < s->surfaces && stage->mode[place] != stage->mode[k])
                return s->surfaces;
            place = k;
        }
    return place;
}

/* by := what takes the place of a select, in which U_k is variable 1 + n + k. */
static enum ref_status rewrite(const struct crossing_scene *s,
                               const struct crossing_stage *stage, const expr *surface,
                               expr node, expr *by) {
    struct crossing_straddle *d = stage->straddle;
    graph *g = s->m->graph;
    const expr c = expr_argument(g, node, 0);
    const int place = find_straddled(s, stage, surface, c);
    const long factor = find_factor(g, node);
    if (place == s->surfaces || expr_kinks(g, 1, &c) != 0 || factor == 0)
        return REF_NOT_SMOOTH;
    const bool first = stage->mode[place] > 0;
    const expr branch = expr_argument(g, node, first ? 1 : 2);
    if (expr_kinks(g, 1, &branch) != 0)
        return REF_NOT_SMOOTH;
    const int k = find(d->count, d->over, first ? expr_neg(g, c) : c);
    if (k == d->count) {
        d->surface[k] = place;
        d->over[d->count++] = first ? expr_neg(g, c) : c;
    }
    *by = expr_add(g, branch,
                   expr_mul(g, expr_integer(g, factor), expr_variable(g, 1 + s->n + k)));
    return REF_OK;
}

/* all[n] := G, field := G(t, x, 0). A row that is a select keeps its operation in expr_replace. */
static bool write_fields(const struct crossing_scene *s, struct crossing_stage *stage,
                         int count, const expr *node, const expr *by, expr *all) {
    graph *g = s->m->graph;
    if (!expr_replace(g, count, node, by, s->n, all, stage->field))
        return false;
    const expr zero = expr_integer(g, 0);
    for (int i = 0; i < s->n; i++) {
        const int k = find(count, node, all[i]);
        all[i] = stage->field[i] = k < count ? by[k] : stage->field[i];
        for (int u = 1 + s->n; u <= s->n + stage->straddle->count; u++)
            stage->field[i] = expr_substitute(g, stage->field[i], 1, &u, &zero);
    }
    return !graph_failed(g);
}

static enum ref_status replace_kinks(const struct crossing_scene *s,
                                     struct crossing_stage *stage, expr *all) {
    graph *g = s->m->graph;
    struct walk w = {0};
    int count = 0;
    if (walk_collect(&w, g, s->n, all, WALK_CONSTANTS_ARE_LEAVES) != PROBLEM_OK)
        return REF_NO_MEMORY;
    expr *node = malloc(((size_t)w.count + 1) * sizeof *node),
         *by = malloc(((size_t)w.count + 1) * sizeof *by);
    enum ref_status status = node != NULL && by != NULL ? REF_OK : REF_NO_MEMORY;
    for (int i = 0; i < w.count && status == REF_OK; i++)
        if (expr_operation(g, w.node[i]) == EXPR_SELECT &&
            !expr_is_constant(g, expr_argument(g, w.node[i], 0))) {
            node[count] = w.node[i];
            status = rewrite(s, stage, all + s->n, w.node[i], &by[count++]);
        }
    if (status == REF_OK && !write_fields(s, stage, count, node, by, all))
        status = REF_NO_MEMORY;
    free(by);
    free(node);
    walk_clear(&w);
    return status;
}

/* share := the derivatives of G, and along it. */
static bool derive(const struct crossing_scene *s, struct crossing_straddle *d,
                   const expr *field) {
    graph *g = s->m->graph;
    const int inputs = 1 + s->n;
    int *variable = room_take(&d->room, (size_t)(inputs + d->count), sizeof *variable);
    expr *slope = room_take(&d->room, (size_t)inputs, sizeof *slope);
    d->share = room_take(&d->room, (size_t)inputs * (size_t)d->count, sizeof *d->share);
    if (d->room.is_short)
        return false;
    for (int j = 0; j < inputs + d->count; j++)
        variable[j] = j;
    for (int i = 0; i < s->n; i++)
        expr_gradient(g, field[i], d->count, variable + inputs, d->share + i * d->count);
    for (int k = 0; k < d->count; k++) {
        expr_gradient(g, d->over[k], inputs, variable, slope);
        d->share[s->n * d->count + k] =
            expr_add(g, slope[0], crossing_dot(g, s->n, slope + 1, field));
    }
    return !graph_failed(g);
}

enum ref_status crossing_straddle_write(const struct crossing_scene *s,
                                        struct crossing_stage *stage) {
    struct crossing_straddle *d = stage->straddle;
    const size_t surfaces = (size_t)s->surfaces;
    d->over = room_take(&d->room, surfaces, sizeof *d->over);
    d->surface = room_take(&d->room, surfaces, sizeof *d->surface);
    d->decides = room_take(&d->room, surfaces, sizeof *d->decides);
    expr *all = room_take(&d->room, (size_t)s->n + surfaces, sizeof *all);
    if (d->room.is_short || !take_other_sides(s, stage, all))
        return REF_NO_MEMORY;
    for (int k = 0; k < s->surfaces; k++)
        if (d->decides[k] != EXPR_NONE && expr_kinks(s->m->graph, 1, &d->decides[k]) != 0)
            return REF_NOT_SMOOTH;
    enum ref_status status = replace_kinks(s, stage, all);
    if (status == REF_OK && !derive(s, d, all))
        status = REF_NO_MEMORY;
    return status;
}
