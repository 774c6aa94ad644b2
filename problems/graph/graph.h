/* The inside of the expression graph, for the files that build it (expr*.c) and
 * model_jacobian.c only.
 *
 * Nodes stand in one array, arguments before their users, and a hash table over it finds
 * the node that is equal to a wanted one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_GRAPH_H
#define PROBLEMS_GRAPH_H

#include <stdint.h>

#include <gmp.h>

#include "problems/graph/node.h"
#include "problems/graph/operation.h"

/* The largest number of arguments of an operation. */
enum { EXPR_ARGUMENTS = 3 };

struct node {
    uint32_t hash;
    unsigned char operation;      /* an enum expr_operation */
    bool constant;                /* uses no variable */
    bool special;                 /* uses a special function */
    int argument[EXPR_ARGUMENTS]; /* nodes; [0] of a leaf is its index, or its number's */
};

struct graph {
    int count, capacity;
    struct node *node; /* (size capacity) */
    int table_size;    /* a power of two, at least twice count */
    expr *table;       /* nodes by hash, EXPR_NONE where empty (size table_size) */
    int values, value_capacity;
    mpq_ptr *value;  /* the numbers; each stays where it is (size value_capacity) */
    int parameters;  /* room for so many */
    expr *parameter; /* values of the parameters, EXPR_NONE where unset */
    expr zero, one;
    bool failed;
};

/* The node of an operation on a, b, c (EXPR_NONE beyond the arity), without any folding. An
 * argument that is EXPR_NONE because memory ran out gives EXPR_NONE. */
expr graph_node(graph *g, enum expr_operation operation, expr a, expr b, expr c);

/* The node with this content, found or appended; argument[EXPR_ARGUMENTS] as in a node. */
expr graph_intern(graph *g, enum expr_operation operation, const int *argument);

/* Notes that memory ran out; EXPR_NONE. */
expr graph_fail(graph *g);

/* An operation on given arguments, folded as the functions of expr.h do. */
expr expr_rebuild(graph *g, enum expr_operation operation, const expr *argument);

/* f'(a) of a special function, where e = f(a, b); of the elliptic integral 1/f'(a). */
expr expr_special_slope(graph *g, expr e);

/* The derivative of a node from those of its arguments, d[EXPR_ARGUMENTS], not all zero. */
expr expr_node_derivative(graph *g, expr e, const expr *d);

#endif
