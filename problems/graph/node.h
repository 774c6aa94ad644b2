/* What stands for an expression wherever one is kept: its place in a graph (expr.h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_NODE_H
#define PROBLEMS_NODE_H

typedef struct graph graph;

/* A node: an index, smaller than that of every node which uses it. */
typedef int expr;
enum { EXPR_NONE = -1 };

#endif
