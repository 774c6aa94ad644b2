/* The part of a graph that some expressions use, each node after its arguments: what every
 * pass over an expression runs along. The work depends on that part only, not on the graph,
 * and nothing recurses, so that a sum of 100,000 terms is an ordinary expression.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_WALK_H
#define PROBLEMS_WALK_H

#include <stdbool.h>

#include "problems/base/status.h"
#include "problems/graph/node.h"

/* Whether the walk enters constant subexpressions, and from a parameter goes on to its
 * value, or takes them as leaves. */
enum walk_depth { WALK_CONSTANTS_ARE_LEAVES, WALK_ENTERS_CONSTANTS };

struct walk {
    int count;
    expr *node; /* in the order of evaluation (size count) */
    int table_size, capacity;
    struct walk_place *table; /* where each node stands, by hash (size table_size) */
    bool direct;              /* by its index instead */
};

/* Collects the nodes that root[0..roots-1] use. *w is emptied with walk_clear, also after a
 * failure: PROBLEM_NO_MEMORY, or PROBLEM_BAD_SETTING when a parameter has no value or is
 * defined by itself. No root is EXPR_NONE. */
enum problem_status walk_collect(struct walk *w, const graph *g, int roots,
                                 const expr *root, enum walk_depth depth);
void walk_clear(struct walk *w);

/* Where a node stands in w->node; it has been collected. */
int walk_place(const struct walk *w, expr e);

/* What node e of the walk depends on: argument i, or a parameter's value; EXPR_NONE if none
 * is followed. */
expr walk_next(const graph *g, expr e, int i, enum walk_depth depth);

#endif
