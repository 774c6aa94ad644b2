/* A graph as a whole: making it, freeing it, its leaves and the values of its parameters, and what
 * a node is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/graph.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "problems/graph/expr.h"

/* Where a graph begins: enough for a small model without growing. */
enum { FIRST_TABLE_SIZE = 1024 };

graph *graph_alloc(void) {
    graph *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->zero = g->one = EXPR_NONE;
    g->table = malloc(FIRST_TABLE_SIZE * sizeof *g->table);
    if (!g->table) {
        graph_free(g);
        return NULL;
    }
    g->table_size = FIRST_TABLE_SIZE;
    for (int i = 0; i < g->table_size; i++)
        g->table[i] = EXPR_NONE;
    g->zero = expr_integer(g, 0);
    g->one = expr_integer(g, 1);
    if (g->failed) {
        graph_free(g);
        return NULL;
    }
    return g;
}

void graph_free(graph *g) {
    if (!g)
        return;
    for (int i = 0; i < g->values; i++) {
        mpq_clear(g->value[i]);
        free(g->value[i]);
    }
    free(g->value);
    free(g->node);
    free(g->table);
    free(g->parameter);
    free(g);
}

/* Room for parameter `index`: at least twice what there was, so that parameters which come
 * one by one are not copied each time. */
static bool reserve_parameter(graph *g, int index) {
    if (index < g->parameters)
        return true;
    if (index > INT_MAX / 4)
        return false;
    int count = 2 * index + 16;
    expr *grown = realloc(g->parameter, (size_t)count * sizeof *grown);
    if (!grown)
        return false;
    for (int i = g->parameters; i < count; i++)
        grown[i] = EXPR_NONE;
    g->parameter = grown;
    g->parameters = count;
    return true;
}

void graph_set_parameter(graph *g, int index, expr value) {
    assert(index >= 0);
    if (reserve_parameter(g, index))
        g->parameter[index] = value;
    else
        graph_fail(g);
}

expr graph_parameter(const graph *g, int index) {
    return index >= 0 && index < g->parameters ? g->parameter[index] : EXPR_NONE;
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
    return i < expr_operation_arity(expr_operation(g, e)) ? g->node[e].argument[i]
                                                          : EXPR_NONE;
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
