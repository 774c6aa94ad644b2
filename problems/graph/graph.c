/* A graph as a whole: making it, freeing it, the values of its parameters.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/graph.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

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
