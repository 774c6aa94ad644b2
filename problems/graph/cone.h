/* The cone over some nodes of a walk: these, and every node that depends on them. The work is
 * that of the cone, not of the walk: what depends on each of the masses of a long chain is found
 * in the time of the chain.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_CONE_H
#define PROBLEMS_CONE_H

#include <stdbool.h>

#include "problems/graph/walk.h"

/* Nodes are known by their places in the walk. */
struct cone {
    int nodes;
    int *argument;   /* EXPR_ARGUMENTS for each node; -1: none */
    int *first_user; /* (size nodes + 1) where a node's users begin in `user` */
    int *user;
    int members, *member; /* what cone_collect has found, ascending: arguments first */
    bool *is_member;      /* while it is looked for */
};

/* For a walk that has been collected with that depth. Cleared with cone_clear, also after a
 * failure: PROBLEM_NO_MEMORY. */
enum problem_status cone_make(struct cone *c, const graph *g, const struct walk *w,
                              enum walk_depth depth);
void cone_clear(struct cone *c);

/* Sets members and member. */
void cone_collect(struct cone *c, int roots, const int *root);

#endif
