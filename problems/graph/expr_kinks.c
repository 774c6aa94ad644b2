/* Kinks: every function that is not smooth is a select, whose first argument is the
 * switching surface.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/expr.h"
#include "problems/graph/graph.h"
#include "problems/graph/walk.h"

/* A select with a known sign, or with equal branches, is no kink and is folded away. */
expr expr_select(graph *g, expr s, expr a, expr b) {
    if (s == EXPR_NONE || a == EXPR_NONE || b == EXPR_NONE)
        return EXPR_NONE;
    if (a == b)
        return a;
    if (expr_operation(g, s) == EXPR_NUMBER)
        return mpq_sgn(expr_value(g, s)) >= 0 ? a : b;
    return graph_node(g, EXPR_SELECT, s, a, b);
}

expr expr_max(graph *g, expr a, expr b) {
    return expr_select(g, expr_sub(g, b, a), b, a);
}

expr expr_min(graph *g, expr a, expr b) {
    return expr_select(g, expr_sub(g, a, b), b, a);
}

expr expr_abs(graph *g, expr a) {
    return expr_select(g, a, a, expr_neg(g, a));
}

expr expr_step(graph *g, expr a) {
    return expr_select(g, a, g->one, g->zero);
}

expr expr_sign(graph *g, expr a) {
    return expr_select(g, a, g->one, expr_integer(g, -1));
}

int expr_kinks(const graph *g, int roots, const expr *root) {
    struct walk w;
    int kinks = -1;
    if (walk_collect(&w, g, roots, root, WALK_CONSTANTS_ARE_LEAVES) == PROBLEM_OK) {
        kinks = 0;
        for (int i = 0; i < w.count; i++)
            kinks += expr_operation(g, w.node[i]) == EXPR_SELECT &&
                     !expr_is_constant(g, expr_argument(g, w.node[i], 0));
    }
    walk_clear(&w);
    return kinks;
}
