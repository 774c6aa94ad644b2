/* Replacing nodes of expressions by others, for many expressions at once: in the order of the
 * graph, where arguments stand before their users.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/graph/graph.h"

enum { STAYS = -1 };

struct replacing {
    graph *g;
    int size;     /* of the graph at first */
    int *place;   /* (size size) which replacement a node has, or STAYS */
    bool *needed; /* (size size) */
    expr *made;   /* (size size) what a needed node becomes */
};

static bool is_leaf(const graph *g, expr e) {
    return expr_is_constant(g, e) || expr_operation(g, e) == EXPR_VARIABLE;
}

static void need_arguments(struct replacing *r, expr e) {
    for (int k = 0; k < EXPR_ARGUMENTS && !is_leaf(r->g, e); k++) {
        const expr a = expr_argument(r->g, e, k);
        if (a != EXPR_NONE)
            r->needed[a] = true;
    }
}

/* Node e with its arguments replaced. */
static expr rebuild(const struct replacing *r, expr e) {
    if (is_leaf(r->g, e))
        return e;
    expr argument[EXPR_ARGUMENTS];
    for (int k = 0; k < EXPR_ARGUMENTS; k++) {
        const expr a = expr_argument(r->g, e, k);
        argument[k] = a == EXPR_NONE ? EXPR_NONE : r->made[a];
    }
    return expr_rebuild(r->g, expr_operation(r->g, e), argument);
}

static bool keeps_operation(const struct replacing *r, expr row) {
    return r->place[row] != STAYS && !is_leaf(r->g, row);
}

static void replace(struct replacing *r, const expr *by, int rows, const expr *row,
                    expr *result) {
    for (int i = 0; i < rows; i++)
        if (keeps_operation(r, row[i]))
            need_arguments(r, row[i]);
        else
            r->needed[row[i]] = true;
    for (expr e = r->size - 1; e >= 0; e--)
        if (r->needed[e] && r->place[e] == STAYS)
            need_arguments(r, e);
    for (expr e = 0; e < r->size; e++)
        if (r->needed[e])
            r->made[e] = r->place[e] != STAYS ? by[r->place[e]] : rebuild(r, e);
    for (int i = 0; i < rows; i++)
        result[i] = keeps_operation(r, row[i]) ? rebuild(r, row[i]) : r->made[row[i]];
}

bool expr_replace(graph *g, int count, const expr *node, const expr *by, int rows,
                  const expr *row, expr *result) {
    const size_t size = (size_t)g->count;
    struct replacing r = {.g = g, .size = g->count};
    r.place = malloc((size + 1) * sizeof *r.place);
    r.needed = calloc(size + 1, sizeof *r.needed);
    r.made = malloc((size + 1) * sizeof *r.made);
    const bool complete = !graph_failed(g) && r.place && r.needed && r.made;
    if (complete) {
        for (size_t i = 0; i < size; i++)
            r.place[i] = STAYS;
        for (int k = 0; k < count; k++)
            r.place[node[k]] = k;
        replace(&r, by, rows, row, result);
    }
    free(r.place);
    free(r.needed);
    free(r.made);
    return complete && !graph_failed(g);
}
