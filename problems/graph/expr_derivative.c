/* Exact derivatives, forward through the part of the graph that an expression uses:
 *
 *     (a b)' = a' b + a b',   (a/b)' = (a' - (a/b) b')/b,   (a^p)' = p a^(p-1) a',
 *     sqrt' = a'/(2 sqrt a),   tan' = (1 + tan^2) a',   tanh' = (1 - tanh^2) a',
 *     asin' = -acos' = a'/sqrt(1 - a^2),   atan' = a'/(1 + a^2),
 *     select(s, a, b)' = select(s, a', b'),
 *     special functions: expr_special.c
 *
 * A root of a select, and a power that the derivative makes negative, are differentiated
 * branch by branch: where a < 0 the second derivative of max(a, 0)^(4/3) is 0, while the rule
 * for powers would make it 0^(-2/3) 0.
 *
 * A derivative refers to the value itself where the formula contains it (quotient, root,
 * exponential, tangents), so that the value is computed once.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/graph.h"

#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/graph/walk.h"

static expr square(graph *g, expr a) {
    return expr_mul(g, a, a);
}

/* f'(a), where e = f(a). */
static expr slope(graph *g, expr e, expr a) {
    const expr one = g->one;
    switch (expr_operation(g, e)) {
    case EXPR_EXP: return e;
    case EXPR_SIN: return expr_apply(g, EXPR_COS, a);
    case EXPR_COS: return expr_neg(g, expr_apply(g, EXPR_SIN, a));
    case EXPR_TAN: return expr_add(g, one, square(g, e));
    case EXPR_SINH: return expr_apply(g, EXPR_COSH, a);
    case EXPR_COSH: return expr_apply(g, EXPR_SINH, a);
    case EXPR_TANH: return expr_sub(g, one, square(g, e));
    default: return EXPR_NONE;
    }
}

/* 1/f'(a), where e = f(a) or, for acos, -f(a). */
static expr inverse_slope(graph *g, expr e, expr a) {
    const expr one = g->one;
    switch (expr_operation(g, e)) {
    case EXPR_LOG: return a;
    case EXPR_ATAN: return expr_add(g, one, square(g, a));
    default: return expr_apply(g, EXPR_SQRT, expr_sub(g, one, square(g, a)));
    }
}

/* In two steps: which of two arguments is built first would be the compiler's choice. */
static expr product_derivative(graph *g, expr a, expr b, expr da, expr db) {
    expr left = expr_mul(g, da, b);
    return expr_add(g, left, expr_mul(g, a, db));
}

static expr quotient_derivative(graph *g, expr e, expr b, expr da, expr db) {
    return expr_div(g, expr_sub(g, da, expr_mul(g, e, db)), b);
}

/* The branch that e takes where s >= 0 (1) or s < 0 (2). */
static expr branch(const graph *g, expr e, expr s, int side) {
    bool parts = e != EXPR_NONE && expr_operation(g, e) == EXPR_SELECT &&
                 expr_argument(g, e, 0) == s;
    return parts ? expr_argument(g, e, side) : e;
}

/* p a^(p-1) a', and a'/(2 sqrt a). */
static expr power_slope(graph *g, expr a, expr p, expr da) {
    if (da == g->zero)
        return g->zero;
    expr reduced = expr_pow(g, a, expr_sub(g, p, g->one));
    return expr_mul(g, expr_mul(g, p, reduced), da);
}

static expr root_slope(graph *g, expr a, expr p, expr da) {
    (void)p;
    if (da == g->zero)
        return g->zero;
    expr root = expr_apply(g, EXPR_SQRT, a);
    return expr_div(g, da, expr_mul(g, expr_integer(g, 2), root));
}

typedef expr slope_rule(graph *g, expr a, expr p, expr da);

static expr differentiate_branches(graph *g, slope_rule *rule, expr a, expr p, expr da) {
    if (expr_operation(g, a) != EXPR_SELECT)
        return rule(g, a, p, da);
    expr s = expr_argument(g, a, 0);
    expr above = rule(g, branch(g, a, s, 1), p, branch(g, da, s, 1));
    expr below = rule(g, branch(g, a, s, 2), p, branch(g, da, s, 2));
    return expr_select(g, s, above, below);
}

/* Whether p - 1 is negative or not a number. */
static bool falls_below_zero(const graph *g, expr p) {
    return expr_operation(g, p) != EXPR_NUMBER ||
           mpq_cmp(expr_value(g, p), expr_value(g, g->one)) < 0;
}

static expr power_derivative(graph *g, expr a, expr p, expr da) {
    return falls_below_zero(g, p) ? differentiate_branches(g, power_slope, a, p, da)
                                  : power_slope(g, a, p, da);
}

expr expr_node_derivative(graph *g, expr e, const expr *d) {
    expr a = expr_argument(g, e, 0), b = expr_argument(g, e, 1);
    switch (expr_operation(g, e)) {
    case EXPR_ADD: return expr_add(g, d[0], d[1]);
    case EXPR_SUB: return expr_sub(g, d[0], d[1]);
    case EXPR_MUL: return product_derivative(g, a, b, d[0], d[1]);
    case EXPR_DIV: return quotient_derivative(g, e, b, d[0], d[1]);
    case EXPR_NEG: return expr_neg(g, d[0]);
    case EXPR_POW: return power_derivative(g, a, b, d[0]);
    case EXPR_SELECT: return expr_select(g, a, d[1], d[2]);
    case EXPR_SQRT: return differentiate_branches(g, root_slope, a, g->one, d[0]);
    case EXPR_LOG:
    case EXPR_ASIN:
    case EXPR_ATAN: return expr_div(g, d[0], inverse_slope(g, e, a));
    case EXPR_ACOS: return expr_neg(g, expr_div(g, d[0], inverse_slope(g, e, a)));
    case EXPR_ELLIPTIC_F: return expr_div(g, d[0], expr_special_slope(g, e));
    case EXPR_SN:
    case EXPR_CN:
    case EXPR_DN:
    case EXPR_AM:
    case EXPR_KEPLER: return expr_mul(g, expr_special_slope(g, e), d[0]);
    default: return expr_mul(g, slope(g, e, a), d[0]);
    }
}

/* Where the arguments of the walk's nodes stand in it, looked up once for all variables: place[3
 * i + k] is that of argument k of node i, w->count where there is none or node i is constant.
 * That of a variable is -1 - its index. NULL: no memory. */
static int *find_places(const graph *g, const struct walk *w) {
    int *place = malloc((size_t)w->count * EXPR_ARGUMENTS * sizeof *place);
    for (int i = 0; i < w->count && place != NULL; i++) {
        const expr e = w->node[i];
        const bool has_none =
            expr_is_constant(g, e) || expr_operation(g, e) == EXPR_VARIABLE;
        for (int k = 0; k < EXPR_ARGUMENTS; k++) {
            expr a = has_none ? EXPR_NONE : expr_argument(g, e, k);
            place[EXPR_ARGUMENTS * i + k] = a == EXPR_NONE ? w->count : walk_place(w, a);
        }
        if (expr_operation(g, e) == EXPR_VARIABLE)
            place[EXPR_ARGUMENTS * i] = -1 - expr_index(g, e);
    }
    return place;
}

/* d[i] := the derivative of the walk's node i by one variable; d has one place more. */
static void differentiate_walk(graph *g, const struct walk *w, const int *place,
                               int variable, expr *d) {
    const expr zero = g->zero;
    d[w->count] = zero;
    for (int i = 0; i < w->count; i++, place += EXPR_ARGUMENTS) {
        expr argument[EXPR_ARGUMENTS];
        bool active = false;
        if (place[0] < 0) {
            d[i] = place[0] == -1 - variable ? g->one : zero;
            continue;
        }
        for (int k = 0; k < EXPR_ARGUMENTS; k++) {
            argument[k] = d[place[k]];
            active = active || argument[k] != zero;
        }
        d[i] = active ? expr_node_derivative(g, w->node[i], argument) : zero;
    }
}

void expr_gradient(graph *g, expr e, int count, const int *variable, expr *derivative) {
    struct walk w = {0};
    expr *d = NULL;
    int *place = NULL;
    if (e != EXPR_NONE &&
        walk_collect(&w, g, 1, &e, WALK_CONSTANTS_ARE_LEAVES) == PROBLEM_OK) {
        d = malloc(((size_t)w.count + 1) * sizeof *d);
        place = find_places(g, &w);
    }
    const bool has_room = d != NULL && place != NULL;
    for (int i = 0; i < count; i++) {
        if (has_room)
            differentiate_walk(g, &w, place, variable[i], d);
        derivative[i] =
            has_room ? d[w.count - 1] : graph_fail(g); /* e itself is the last node */
    }
    free(place);
    free(d);
    walk_clear(&w);
}

expr expr_derivative(graph *g, expr e, int variable) {
    expr derivative;
    expr_gradient(g, e, 1, &variable, &derivative);
    return derivative;
}
