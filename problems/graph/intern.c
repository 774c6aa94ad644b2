/* Hash-consing: equal nodes are one node, found by a table over the array of nodes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/arena.h"
#include "problems/graph/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"

expr graph_fail(graph *g) {
    g->failed = true;
    return EXPR_NONE;
}

/* One step of a multiplicative hash; the constant is 2^32 over the golden ratio. */
static uint32_t mix(uint32_t hash, uint32_t word) {
    hash = (hash ^ word) * UINT32_C(0x9e3779b1);
    return hash ^ (hash >> 15);
}

static uint32_t hash_node(enum expr_operation operation, const int *argument) {
    uint32_t hash = mix(0, (uint32_t)operation);
    for (int i = 0; i < EXPR_ARGUMENTS; i++)
        hash = mix(hash, (uint32_t)argument[i]);
    return hash;
}

static uint32_t hash_integer(uint32_t hash, mpz_srcptr z) {
    size_t size = mpz_size(z);
    hash = mix(hash, (uint32_t)(mpz_sgn(z) + 1));
    for (size_t i = 0; i < size; i++) {
        mp_limb_t limb = mpz_getlimbn(z, (mp_size_t)i);
        hash = mix(hash, (uint32_t)(limb & UINT32_MAX));
        hash = mix(hash, (uint32_t)(limb >> 16 >> 16));
    }
    return hash;
}

/* Puts node e into the table, which has room. */
static void enter_table(graph *g, expr e) {
    uint32_t mask = (uint32_t)g->table_size - 1, place = g->node[e].hash & mask;
    while (g->table[place] != EXPR_NONE)
        place = (place + 1) & mask;
    g->table[place] = e;
}

static bool grow_table(graph *g) {
    int size = g->table_size;
    expr *table = array_grow(NULL, &size, size + 1, sizeof *table);
    if (!table)
        return false;
    for (int i = 0; i < size; i++)
        table[i] = EXPR_NONE;
    free(g->table);
    g->table = table;
    g->table_size = size;
    for (expr e = 0; e < g->count; e++)
        enter_table(g, e);
    return true;
}

/* Appends a node that is known not to be there. */
static expr append_node(graph *g, const struct node *n) {
    struct node *grown = array_grow(g->node, &g->capacity, g->count + 1, sizeof *grown);
    if (!grown)
        return graph_fail(g);
    g->node = grown;
    if (2 * g->count >= g->table_size && !grow_table(g))
        return graph_fail(g);
    g->node[g->count] = *n;
    enter_table(g, g->count);
    return g->count++;
}

static bool all_constant(const graph *g, const expr *argument, int arity) {
    for (int i = 0; i < arity; i++)
        if (!g->node[argument[i]].constant)
            return false;
    return true;
}

static bool any_special(const graph *g, enum expr_operation operation,
                        const int *argument) {
    bool special = operation_is_special(operation);
    for (int i = 0; i < expr_operation_arity(operation); i++)
        special = special || g->node[argument[i]].special;
    return special;
}

expr graph_intern(graph *g, enum expr_operation operation, const int *argument) {
    struct node n = {.hash = hash_node(operation, argument),
                     .operation = (unsigned char)operation};
    memcpy(n.argument, argument, sizeof n.argument);
    n.constant = operation != EXPR_VARIABLE &&
                 all_constant(g, argument, expr_operation_arity(operation));
    n.special = any_special(g, operation, argument);
    uint32_t mask = (uint32_t)g->table_size - 1;
    for (uint32_t i = n.hash & mask; g->table[i] != EXPR_NONE; i = (i + 1) & mask) {
        const struct node *other = &g->node[g->table[i]];
        if (other->hash == n.hash && other->operation == n.operation &&
            memcmp(other->argument, n.argument, sizeof n.argument) == 0)
            return g->table[i];
    }
    return append_node(g, &n);
}

expr graph_node(graph *g, enum expr_operation operation, expr a, expr b, expr c) {
    const expr argument[EXPR_ARGUMENTS] = {a, b, c};
    for (int i = 0; i < expr_operation_arity(operation); i++) {
        if (argument[i] == EXPR_NONE)
            return EXPR_NONE;
        assert(argument[i] >= 0 && argument[i] < g->count);
    }
    return graph_intern(g, operation, argument);
}

/* A copy of a number in the graph's store: its index, or -1. */
static int store_value(graph *g, mpq_srcptr value) {
    mpq_ptr *grown =
        array_grow(g->value, &g->value_capacity, g->values + 1, sizeof *grown);
    if (!grown)
        return -1;
    g->value = grown;
    mpq_ptr copy = malloc(sizeof *copy);
    if (!copy)
        return -1;
    mpq_init(copy);
    mpq_set(copy, value);
    g->value[g->values] = copy;
    return g->values++;
}

expr expr_number(graph *g, mpq_srcptr value) {
    struct node n = {.operation = EXPR_NUMBER, .constant = true};
    n.hash = mix(0, EXPR_NUMBER);
    n.hash = hash_integer(n.hash, mpq_numref(value));
    n.hash = hash_integer(n.hash, mpq_denref(value));
    uint32_t mask = (uint32_t)g->table_size - 1;
    for (uint32_t i = n.hash & mask; g->table[i] != EXPR_NONE; i = (i + 1) & mask) {
        const struct node *other = &g->node[g->table[i]];
        if (other->hash == n.hash && other->operation == EXPR_NUMBER &&
            mpq_equal(g->value[other->argument[0]], value))
            return g->table[i];
    }
    n.argument[0] = store_value(g, value);
    if (n.argument[0] < 0)
        return graph_fail(g);
    n.argument[1] = n.argument[2] = EXPR_NONE;
    return append_node(g, &n);
}
