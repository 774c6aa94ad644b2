/* An operation known by its number, folded as the functions of expr.h do.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/expr.h"
#include "problems/graph/graph.h"

expr expr_rebuild(graph *g, enum expr_operation operation, const expr *argument) {
    switch (operation) {
    case EXPR_ADD: return expr_add(g, argument[0], argument[1]);
    case EXPR_SUB: return expr_sub(g, argument[0], argument[1]);
    case EXPR_MUL: return expr_mul(g, argument[0], argument[1]);
    case EXPR_DIV: return expr_div(g, argument[0], argument[1]);
    case EXPR_NEG: return expr_neg(g, argument[0]);
    case EXPR_POW: return expr_pow(g, argument[0], argument[1]);
    case EXPR_SELECT: return expr_select(g, argument[0], argument[1], argument[2]);
    default:
        if (operation_is_special(operation))
            return expr_special(g, operation, argument[0], argument[1]);
        return expr_apply(g, operation, argument[0]);
    }
}
