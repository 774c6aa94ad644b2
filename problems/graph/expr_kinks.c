/* Kinks: every function that is not smooth is a select, whose first argument is the
 * switching surface.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/graph.h"

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
