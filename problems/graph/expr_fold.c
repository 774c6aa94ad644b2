/* Arithmetic nodes. Operations on numbers are carried out exactly, and operations with 0 and
 * 1 are folded away, where IEEE arithmetic gives the same for every finite value, up to the
 * sign of a zero:
 *
 *     x + 0 = x - 0 = 1 x = x / 1 = -(-x) = x,   0 - x = (-1) x = x / (-1) = -x,
 *     0 x = 0 / x = 0,   x + (-y) = x - y,   x - (-y) = x + y
 *
 * Nothing else is done: x - x stays, and so does every order of operations.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/expr.h"
#include "problems/graph/graph.h"

/* Numerators and denominators beyond this many bits are left to the readers' arithmetic, or
 * a tower of powers would fill the memory. */
static const size_t NUMBER_BITS_LIMIT = 1 << 14;

static bool is_short(mpq_srcptr q) {
    return mpz_sizeinbase(mpq_numref(q), 2) <= NUMBER_BITS_LIMIT &&
           mpz_sizeinbase(mpq_denref(q), 2) <= NUMBER_BITS_LIMIT;
}

static bool is_short_number(const graph *g, expr e) {
    return e != EXPR_NONE && expr_operation(g, e) == EXPR_NUMBER &&
           is_short(expr_value(g, e));
}

static bool is_minus_one(const graph *g, expr e) {
    return expr_operation(g, e) == EXPR_NUMBER &&
           mpq_cmp_si(expr_value(g, e), -1, 1) == 0;
}

/* e = -x: x; otherwise EXPR_NONE. */
static expr negated(const graph *g, expr e) {
    return expr_operation(g, e) == EXPR_NEG ? expr_argument(g, e, 0) : EXPR_NONE;
}

/* The exact result of an operation on two numbers, or a node when it would be too long. */
static expr fold_numbers(graph *g, enum expr_operation operation, expr a, expr b,
                         void (*operate)(mpq_ptr, mpq_srcptr, mpq_srcptr)) {
    mpq_t result;
    mpq_init(result);
    operate(result, expr_value(g, a), expr_value(g, b));
    expr e = is_short(result) ? expr_number(g, result)
                              : graph_node(g, operation, a, b, EXPR_NONE);
    mpq_clear(result);
    return e;
}

/* A node of a commutative operation, its arguments in the order of their indices. */
static expr commutative_node(graph *g, enum expr_operation operation, expr a, expr b) {
    return a <= b ? graph_node(g, operation, a, b, EXPR_NONE)
                  : graph_node(g, operation, b, a, EXPR_NONE);
}

expr expr_add(graph *g, expr a, expr b) {
    if (a == EXPR_NONE || b == EXPR_NONE)
        return EXPR_NONE;
    if (a == g->zero)
        return b;
    if (b == g->zero)
        return a;
    if (is_short_number(g, a) && is_short_number(g, b))
        return fold_numbers(g, EXPR_ADD, a, b, mpq_add);
    if (negated(g, b) != EXPR_NONE)
        return expr_sub(g, a, negated(g, b));
    if (negated(g, a) != EXPR_NONE)
        return expr_sub(g, b, negated(g, a));
    return commutative_node(g, EXPR_ADD, a, b);
}

expr expr_sub(graph *g, expr a, expr b) {
    if (a == EXPR_NONE || b == EXPR_NONE)
        return EXPR_NONE;
    if (b == g->zero)
        return a;
    if (a == g->zero)
        return expr_neg(g, b);
    if (is_short_number(g, a) && is_short_number(g, b))
        return fold_numbers(g, EXPR_SUB, a, b, mpq_sub);
    if (negated(g, b) != EXPR_NONE)
        return expr_add(g, a, negated(g, b));
    return graph_node(g, EXPR_SUB, a, b, EXPR_NONE);
}

expr expr_mul(graph *g, expr a, expr b) {
    if (a == EXPR_NONE || b == EXPR_NONE)
        return EXPR_NONE;
    if (a == g->zero || b == g->zero)
        return g->zero;
    if (a == g->one)
        return b;
    if (b == g->one)
        return a;
    if (is_short_number(g, a) && is_short_number(g, b))
        return fold_numbers(g, EXPR_MUL, a, b, mpq_mul);
    if (is_minus_one(g, a))
        return expr_neg(g, b);
    if (is_minus_one(g, b))
        return expr_neg(g, a);
    return commutative_node(g, EXPR_MUL, a, b);
}

expr expr_div(graph *g, expr a, expr b) {
    if (a == EXPR_NONE || b == EXPR_NONE)
        return EXPR_NONE;
    if (b == g->zero)
        return graph_node(g, EXPR_DIV, a, b, EXPR_NONE);
    if (a == g->zero)
        return g->zero;
    if (b == g->one)
        return a;
    if (is_short_number(g, a) && is_short_number(g, b))
        return fold_numbers(g, EXPR_DIV, a, b, mpq_div);
    if (is_minus_one(g, b))
        return expr_neg(g, a);
    return graph_node(g, EXPR_DIV, a, b, EXPR_NONE);
}

expr expr_neg(graph *g, expr a) {
    if (a == EXPR_NONE || a == g->zero)
        return a;
    if (expr_operation(g, a) == EXPR_NUMBER) {
        mpq_t result;
        mpq_init(result);
        mpq_neg(result, expr_value(g, a));
        expr e = expr_number(g, result);
        mpq_clear(result);
        return e;
    }
    if (negated(g, a) != EXPR_NONE)
        return negated(g, a);
    return graph_node(g, EXPR_NEG, a, EXPR_NONE, EXPR_NONE);
}
