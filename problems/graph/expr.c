/* Nodes of the expression graph: leaves, and what a node is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/graph.h"

#include <assert.h>

static const char *const operation_name[] = {
#define EXPR_OPERATION_NAME(name, arity, text) text,
    EXPR_OPERATION_LIST(EXPR_OPERATION_NAME)
#undef EXPR_OPERATION_NAME
};

static const int operation_arity[] = {
#define EXPR_OPERATION_ARITY(name, arity, text) arity,
    EXPR_OPERATION_LIST(EXPR_OPERATION_ARITY)
#undef EXPR_OPERATION_ARITY
};

const char *expr_operation_name(enum expr_operation operation) {
    return operation_name[operation];
}

int expr_operation_arity(enum expr_operation operation) {
    return operation_arity[operation];
}

bool graph_failed(const graph *g) {
    return g->failed;
}

int graph_size(const graph *g) {
    return g->count;
}

expr expr_integer(graph *g, long value) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, value, 1);
    expr e = expr_number(g, q);
    mpq_clear(q);
    return e;
}

static expr leaf(graph *g, enum expr_operation operation, int index) {
    const int argument[EXPR_ARGUMENTS] = {index, EXPR_NONE, EXPR_NONE};
    assert(index >= 0);
    return graph_intern(g, operation, argument);
}

expr expr_pi(graph *g) {
    return leaf(g, EXPR_PI, 0);
}

expr expr_parameter(graph *g, int index) {
    return leaf(g, EXPR_PARAMETER, index);
}

expr expr_variable(graph *g, int index) {
    return leaf(g, EXPR_VARIABLE, index);
}

enum expr_operation expr_operation(const graph *g, expr e) {
    assert(e >= 0 && e < g->count);
    return (enum expr_operation)g->node[e].operation;
}

expr expr_argument(const graph *g, expr e, int i) {
    return i < operation_arity[expr_operation(g, e)] ? g->node[e].argument[i] : EXPR_NONE;
}

int expr_index(const graph *g, expr e) {
    assert(expr_operation(g, e) == EXPR_PARAMETER ||
           expr_operation(g, e) == EXPR_VARIABLE);
    return g->node[e].argument[0];
}

mpq_srcptr expr_value(const graph *g, expr e) {
    assert(expr_operation(g, e) == EXPR_NUMBER);
    return g->value[g->node[e].argument[0]];
}

bool expr_is_zero(const graph *g, expr e) {
    return e == g->zero && e != EXPR_NONE;
}

bool expr_is_one(const graph *g, expr e) {
    return e == g->one && e != EXPR_NONE;
}

bool expr_is_constant(const graph *g, expr e) {
    return e != EXPR_NONE && g->node[e].constant;
}
