/* Powers and functions of one argument. A function of 0 or 1 whose value is 0 or 1 is folded
 * away; every other value of a function is left to the readers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/graph.h"

#include <assert.h>

#include "problems/graph/expr.h"

/* x^n by repeated squaring, n > 0: x^(2m) = x^m x^m, x^(2m+1) = (x^m x^m) x. */
static expr power_by_products(graph *g, expr x, unsigned long n) {
    unsigned long bit = 1;
    while (bit <= n / 2)
        bit *= 2;
    expr power = x;
    while (bit > 1) {
        bit /= 2;
        power = expr_mul(g, power, power);
        if (n & bit)
            power = expr_mul(g, power, x);
    }
    return power;
}

static expr integer_power(graph *g, expr a, long n) {
    if (n == 0)
        return g->one;
    if (n > 0)
        return power_by_products(g, a, (unsigned long)n);
    return expr_div(g, g->one, power_by_products(g, a, 0UL - (unsigned long)n));
}

static bool is_integer(mpq_srcptr q) {
    return mpz_cmp_ui(mpq_denref(q), 1) == 0 && mpz_fits_slong_p(mpq_numref(q));
}

expr expr_pow(graph *g, expr a, expr b) {
    if (a == EXPR_NONE || b == EXPR_NONE)
        return EXPR_NONE;
    if (expr_operation(g, b) == EXPR_NUMBER) {
        mpq_srcptr exponent = expr_value(g, b);
        if (is_integer(exponent))
            return integer_power(g, a, mpz_get_si(mpq_numref(exponent)));
        if (mpq_cmp_si(exponent, 1, 2) == 0)
            return expr_apply(g, EXPR_SQRT, a);
    }
    if (a == g->one)
        return g->one;
    if (expr_is_constant(g, b))
        return graph_node(g, EXPR_POW, a, b, EXPR_NONE);
    return expr_apply(g, EXPR_EXP, expr_mul(g, b, expr_apply(g, EXPR_LOG, a)));
}

/* The function's value at 0, or EXPR_NONE. */
static expr value_at_zero(const graph *g, enum expr_operation function) {
    switch (function) {
    case EXPR_EXP:
    case EXPR_COS:
    case EXPR_COSH: return g->one;
    case EXPR_LOG:
    case EXPR_ACOS: return EXPR_NONE;
    default: return g->zero;
    }
}

expr expr_apply(graph *g, enum expr_operation function, expr a) {
    assert(function >= EXPR_SQRT && function <= EXPR_TANH);
    if (a == EXPR_NONE)
        return EXPR_NONE;
    if (a == g->zero && value_at_zero(g, function) != EXPR_NONE)
        return value_at_zero(g, function);
    if (a == g->one && function == EXPR_SQRT)
        return g->one;
    if (a == g->one && (function == EXPR_LOG || function == EXPR_ACOS))
        return g->zero;
    return graph_node(g, function, a, EXPR_NONE, EXPR_NONE);
}
