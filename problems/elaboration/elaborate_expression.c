/* Expressions: the terms of a model file become nodes of the graph, evaluated in the order
 * in which they are written.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/elaborate.h"

#include <stdio.h>

#include "problems/graph/expr.h"

static expr evaluate_name(struct elaboration *e, const struct term *term) {
    graph *g = e->model->graph;
    struct key k;
    if (!elaborate_indices(e, &k, term->name, term->length, term->child))
        return EXPR_NONE;
    const struct symbol *symbol = elaborate_lookup(e, &k, term->offset);
    if (!symbol)
        return EXPR_NONE;
    switch (symbol->kind) {
    case SYMBOL_SIZE:
    case SYMBOL_INDEX: return expr_integer(g, symbol->value);
    case SYMBOL_PARAMETER: return expr_parameter(g, symbol->value);
    case SYMBOL_STATE: return expr_variable(g, 1 + e->state[symbol->value].component);
    default: return symbol->value;
    }
}

static expr divide(struct elaboration *e, const struct term *term, expr a, expr b) {
    if (b != EXPR_NONE && expr_is_zero(e->model->graph, b)) {
        elaborate_fail(e, term->offset, "division by zero");
        return EXPR_NONE;
    }
    return expr_div(e->model->graph, a, b);
}

static expr join(struct elaboration *e, const struct term *term, expr a, expr b) {
    graph *g = e->model->graph;
    switch (term->join) {
    case TOKEN_PLUS: return expr_add(g, a, b);
    case TOKEN_MINUS: return expr_sub(g, a, b);
    case TOKEN_TIMES: return expr_mul(g, a, b);
    default: return divide(e, term, a, b);
    }
}

static expr evaluate_chain(struct elaboration *e, const struct term *chain) {
    struct term *term = chain->child;
    expr value = elaborate_expression(e, term);
    while (value != EXPR_NONE && (term = term->next)) {
        expr right = elaborate_expression(e, term);
        value = right == EXPR_NONE ? EXPR_NONE : join(e, term, value, right);
    }
    return value;
}

static expr evaluate_power(struct elaboration *e, const struct term *term) {
    graph *g = e->model->graph;
    expr a = elaborate_expression(e, term->child);
    expr b = a == EXPR_NONE ? EXPR_NONE : elaborate_expression(e, term->child->next);
    if (b != EXPR_NONE && expr_is_zero(g, a) && expr_operation(g, b) == EXPR_NUMBER &&
        mpq_sgn(expr_value(g, b)) < 0) {
        elaborate_fail(e, term->offset, "division by zero");
        return EXPR_NONE;
    }
    return expr_pow(g, a, b);
}

static expr apply(graph *g, enum function function, expr a, expr b) {
    switch (function) {
    case FUNCTION_SQRT: return expr_apply(g, EXPR_SQRT, a);
    case FUNCTION_EXP: return expr_apply(g, EXPR_EXP, a);
    case FUNCTION_LOG: return expr_apply(g, EXPR_LOG, a);
    case FUNCTION_SIN: return expr_apply(g, EXPR_SIN, a);
    case FUNCTION_COS: return expr_apply(g, EXPR_COS, a);
    case FUNCTION_TAN: return expr_apply(g, EXPR_TAN, a);
    case FUNCTION_ASIN: return expr_apply(g, EXPR_ASIN, a);
    case FUNCTION_ACOS: return expr_apply(g, EXPR_ACOS, a);
    case FUNCTION_ATAN: return expr_apply(g, EXPR_ATAN, a);
    case FUNCTION_SINH: return expr_apply(g, EXPR_SINH, a);
    case FUNCTION_COSH: return expr_apply(g, EXPR_COSH, a);
    case FUNCTION_TANH: return expr_apply(g, EXPR_TANH, a);
    case FUNCTION_ABS: return expr_abs(g, a);
    case FUNCTION_STEP: return expr_step(g, a);
    case FUNCTION_SIGN: return expr_sign(g, a);
    case FUNCTION_MAX: return expr_max(g, a, b);
    default: return expr_min(g, a, b);
    }
}

/* A special function, whose parameter is a constant. */
static expr apply_special(struct elaboration *e, const struct term *call,
                          enum expr_operation function) {
    struct term *last = call->child->next ? call->child->next : call->child;
    char what[64];
    snprintf(what, sizeof what, "the parameter of '%s'", expr_operation_name(function));
    expr a = elaborate_expression(e, call->child);
    expr b = last == call->child || a == EXPR_NONE ? a : elaborate_expression(e, last);
    if (b == EXPR_NONE ||
        !elaborate_depends(e, b, term_begin(last), what, (struct allowed){.time = false}))
        return EXPR_NONE;
    return expr_special(e->model->graph, function, a, b);
}

/* The operation of a function if it is a special one, else EXPR_NUMBER. */
static enum expr_operation special_operation(enum function function) {
    switch (function) {
    case FUNCTION_SN: return EXPR_SN;
    case FUNCTION_CN: return EXPR_CN;
    case FUNCTION_DN: return EXPR_DN;
    case FUNCTION_AM: return EXPR_AM;
    case FUNCTION_ELLIPTIC_F: return EXPR_ELLIPTIC_F;
    case FUNCTION_ELLIPTIC_K: return EXPR_ELLIPTIC_K;
    case FUNCTION_KEPLER: return EXPR_KEPLER;
    default: return EXPR_NUMBER;
    }
}

/* A function; max(a, b, c) is max(max(a, b), c). */
static expr evaluate_call(struct elaboration *e, const struct term *call) {
    bool folds = call->function == FUNCTION_MAX || call->function == FUNCTION_MIN;
    enum expr_operation special = special_operation(call->function);
    if (operation_is_special(special))
        return apply_special(e, call, special);
    struct term *term = call->child;
    expr value = elaborate_expression(e, term);
    if (value != EXPR_NONE && !folds)
        return apply(e->model->graph, call->function, value, EXPR_NONE);
    while (value != EXPR_NONE && (term = term->next)) {
        expr next = elaborate_expression(e, term);
        value = next == EXPR_NONE ? EXPR_NONE
                                  : apply(e->model->graph, call->function, value, next);
    }
    return value;
}

/* A sum or product over indices on its way. */
struct series {
    struct term *term;
    bool started, is_product;
    expr value;
};

static bool add_turn(struct elaboration *e, void *context) {
    struct series *series = context;
    graph *g = e->model->graph;
    expr next = elaborate_expression(e, series->term);
    if (next == EXPR_NONE)
        return false;
    if (!series->started)
        series->value = next;
    else if (series->is_product)
        series->value = expr_mul(g, series->value, next);
    else
        series->value = expr_add(g, series->value, next);
    series->started = true;
    return true;
}

static expr evaluate_series(struct elaboration *e, const struct term *term) {
    struct series series = {term->child, false, term->kind == TERM_PRODUCT_OVER,
                            EXPR_NONE};
    if (!elaborate_loops(e, term->clauses, add_turn, &series))
        return EXPR_NONE;
    if (!series.started)
        return expr_integer(e->model->graph, series.is_product ? 1 : 0);
    return series.value;
}

static expr evaluate_choice(struct elaboration *e, const struct term *term) {
    bool holds;
    if (!elaborate_condition(e, term->child, &holds))
        return EXPR_NONE;
    struct term *yes = term->child->next;
    return elaborate_expression(e, holds ? yes : yes->next);
}

static expr evaluate(struct elaboration *e, struct term *term) {
    graph *g = e->model->graph;
    switch (term->kind) {
    case TERM_NUMBER: return elaborate_number(e, term);
    case TERM_DOUBLE: return elaborate_double(e, term);
    case TERM_TIME: return expr_variable(g, 0);
    case TERM_PI: return expr_pi(g);
    case TERM_NAME: return evaluate_name(e, term);
    case TERM_SUM:
    case TERM_PRODUCT: return evaluate_chain(e, term);
    case TERM_POWER: return evaluate_power(e, term);
    case TERM_MINUS: return expr_neg(g, elaborate_expression(e, term->child));
    case TERM_CALL: return evaluate_call(e, term);
    case TERM_SUM_OVER:
    case TERM_PRODUCT_OVER: return evaluate_series(e, term);
    case TERM_CHOICE: return evaluate_choice(e, term);
    default: break; /* a condition, which the parser lets stand nowhere here */
    }
    elaborate_fail(e, term->offset, "expected a number, found a condition");
    return EXPR_NONE;
}

/* The cost of a step with a number: long ones take time by their length. */
static long work_of(const graph *g, expr value) {
    if (expr_operation(g, value) != EXPR_NUMBER)
        return 1;
    mpq_srcptr q = expr_value(g, value);
    const long steps_per_limb = 4; /* a sum of fractions takes greatest common divisors */
    return 1 + steps_per_limb * (long)(mpz_size(mpq_numref(q)) + mpz_size(mpq_denref(q)));
}

expr elaborate_expression(struct elaboration *e, struct term *term) {
    expr value = evaluate(e, term);
    if (value == EXPR_NONE) {
        if (e->status == PROBLEM_OK)
            elaborate_fail_memory(e);
        return EXPR_NONE;
    }
    return elaborate_spend(e, work_of(e->model->graph, value), term->offset) ? value
                                                                             : EXPR_NONE;
}
