/* Special functions as nodes: Jacobi's elliptic functions of u and the parameter m, Legendre's
 * integral of the first kind and Kepler's equation (NIST Digital Library of Mathematical
 * Functions, 22.13.1-3, 22.16.3, 19.2.4; Goldstein, Classical Mechanics, 3.8):
 *
 *     sn' = cn dn,   cn' = -sn dn,   dn' = -m sn cn,   am' = dn,
 *     F' = 1/sqrt(1 - m sin^2 phi),   E' = 1/(1 - e cos E) where E - e sin E = M
 *
 * by the first argument; the second one is constant. At m = 0 and e = 0, and where the first
 * argument is 0, they are folded away.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/graph.h"

#include <assert.h>

#include "problems/graph/expr.h"

bool expr_is_special(const graph *g, expr e) {
    return e != EXPR_NONE && g->node[e].special;
}

/* The function for m = 0 or e = 0. */
static expr degenerate(graph *g, enum expr_operation function, expr a) {
    switch (function) {
    case EXPR_SN: return expr_apply(g, EXPR_SIN, a);
    case EXPR_CN: return expr_apply(g, EXPR_COS, a);
    case EXPR_DN: return g->one;
    default: return a;
    }
}

expr expr_special(graph *g, enum expr_operation function, expr a, expr b) {
    assert(operation_is_special(function));
    if (a == EXPR_NONE)
        return EXPR_NONE;
    if (function == EXPR_ELLIPTIC_K) {
        assert(expr_is_constant(g, a));
        return a == g->zero ? expr_div(g, expr_pi(g), expr_integer(g, 2))
                            : graph_node(g, function, a, EXPR_NONE, EXPR_NONE);
    }
    if (b == EXPR_NONE)
        return EXPR_NONE;
    assert(expr_is_constant(g, b));
    if (a == g->zero)
        return function == EXPR_CN || function == EXPR_DN ? g->one : g->zero;
    if (b == g->zero)
        return degenerate(g, function, a);
    return graph_node(g, function, a, b, EXPR_NONE);
}

/* 1 - b f(a), f being the sine's square or the cosine. */
static expr one_minus(graph *g, expr b, expr f) {
    return expr_sub(g, g->one, expr_mul(g, b, f));
}

expr expr_special_slope(graph *g, expr e) {
    expr a = expr_argument(g, e, 0), b = expr_argument(g, e, 1), left, right;
    switch (expr_operation(g, e)) {
    case EXPR_SN:
        left = expr_special(g, EXPR_CN, a, b);
        right = expr_special(g, EXPR_DN, a, b);
        return expr_mul(g, left, right);
    case EXPR_CN:
        left = expr_special(g, EXPR_SN, a, b);
        right = expr_special(g, EXPR_DN, a, b);
        return expr_neg(g, expr_mul(g, left, right));
    case EXPR_DN:
        left = expr_special(g, EXPR_SN, a, b);
        right = expr_special(g, EXPR_CN, a, b);
        return expr_neg(g, expr_mul(g, b, expr_mul(g, left, right)));
    case EXPR_AM: return expr_special(g, EXPR_DN, a, b);
    case EXPR_ELLIPTIC_F:
        left = expr_apply(g, EXPR_SIN, a);
        return expr_apply(g, EXPR_SQRT, one_minus(g, b, expr_mul(g, left, left)));
    case EXPR_KEPLER:
        return expr_div(g, g->one, one_minus(g, b, expr_apply(g, EXPR_COS, e)));
    default: return EXPR_NONE;
    }
}
