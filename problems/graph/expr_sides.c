/* Expressions on one side of their switching surfaces.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/graph/graph.h"
#include "problems/graph/walk.h"

static bool is_crossed(const graph *g, expr node) {
    return expr_operation(g, node) == EXPR_SELECT &&
           !expr_is_constant(g, expr_argument(g, node, 0));
}

static int find(int count, const expr *surface, expr wanted) {
    for (int k = 0; k < count; k++)
        if (surface[k] == wanted)
            return k;
    return -1;
}

int expr_surfaces(const graph *g, int roots, const expr *root, expr **surface) {
    struct walk w = {0};
    int count = -1;
    *surface = NULL;
    if (walk_collect(&w, g, roots, root, WALK_CONSTANTS_ARE_LEAVES) == PROBLEM_OK)
        *surface = malloc(((size_t)w.count + 1) * sizeof **surface);
    if (*surface != NULL) {
        count = 0;
        for (int i = 0; i < w.count; i++) {
            if (!is_crossed(g, w.node[i]))
                continue;
            expr s = expr_argument(g, w.node[i], 0);
            if (find(count, *surface, s) < 0)
                (*surface)[count++] = s;
        }
    }
    walk_clear(&w);
    if (count <= 0) {
        free(*surface);
        *surface = NULL;
    }
    return count;
}

/* Which surface a node is a select on; -1: it is none. */
static int surface_of(const graph *g, expr node, const struct expr_sides *sides) {
    return expr_operation(g, node) == EXPR_SELECT
               ? find(sides->count, sides->surface, expr_argument(g, node, 0))
               : -1;
}

/* A node of its arguments' results so far. */
static expr rebuild(graph *g, const struct walk *w, const expr *result, expr node,
                    const struct expr_sides *sides) {
    const int k = surface_of(g, node, sides);
    if (k >= 0)
        return result[walk_place(w, expr_argument(g, node, sides->side[k] > 0 ? 1 : 2))];
    expr argument[EXPR_ARGUMENTS];
    bool changed = false;
    for (int a = 0; a < EXPR_ARGUMENTS; a++) {
        expr old = walk_next(g, node, a, WALK_CONSTANTS_ARE_LEAVES);
        argument[a] = old == EXPR_NONE ? EXPR_NONE : result[walk_place(w, old)];
        changed = changed || argument[a] != old;
    }
    return changed ? expr_rebuild(g, expr_operation(g, node), argument) : node;
}

/* What is left of the expressions, users before their arguments; the surfaces that decide. */
static void find_deciding(const graph *g, const struct walk *w, bool *used,
                          const expr *result, const struct expr_sides *sides) {
    for (int i = w->count - 1; i >= 0; i--) {
        const int k = surface_of(g, w->node[i], sides);
        const int dropped = k < 0 ? -1 : sides->side[k] > 0 ? 2 : 1;
        for (int a = 0; used[i] && a < EXPR_ARGUMENTS; a++) {
            expr next = walk_next(g, w->node[i], a, WALK_CONSTANTS_ARE_LEAVES);
            if (next != EXPR_NONE && a != dropped)
                used[walk_place(w, next)] = true;
        }
        if (used[i] && k >= 0)
            sides->taken[k] = result[walk_place(w, sides->surface[k])];
    }
}

bool expr_take_sides(graph *g, int roots, expr *e, const struct expr_sides *sides) {
    struct walk w = {0};
    expr *result = NULL;
    bool *used = NULL, done = false;
    if (walk_collect(&w, g, roots, e, WALK_CONSTANTS_ARE_LEAVES) == PROBLEM_OK) {
        result = malloc(((size_t)w.count + 1) * sizeof *result);
        used = calloc((size_t)w.count + 1, sizeof *used);
    }
    if (result != NULL && used != NULL) {
        for (int i = 0; i < w.count; i++)
            result[i] = rebuild(g, &w, result, w.node[i], sides);
        for (int k = 0; k < sides->count; k++)
            sides->taken[k] = EXPR_NONE;
        for (int i = 0; i < roots; i++)
            used[walk_place(&w, e[i])] = true;
        find_deciding(g, &w, used, result, sides);
        done = !graph_failed(g);
        for (int i = 0; i < roots && done; i++)
            e[i] = result[walk_place(&w, e[i])];
    }
    free(result);
    free(used);
    walk_clear(&w);
    return done;
}
