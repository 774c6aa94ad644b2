/* Rooted trees with coloured nodes, as the fingerprint tells them, node by node, and their
 * pictures.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_TREE_H
#define REPORTS_TREE_H

#include <stdbool.h>

#include "reports/text.h"

enum { TREE_MOST_NODES = 32 };

struct tree_node {
    char colour; /* 'q', 'v' or 't', a leaf that is the time */
    int parent;  /* -1 of the root */
    int level;   /* 0 of the root */
    double x;    /* leaves are 1 apart */
};

/* A node's parent stands before it. */
struct tree {
    int count, levels;
    double width; /* from the first leaf to the last */
    struct tree_node node[TREE_MOST_NODES];
};

/* Reads "v0q1q2t1": of each node colour and level, a digit, each node before those above it. The
 * nodes get their places: each stands over the middle of its children, and leaves stand side by
 * side. Two nodes of a level are at least 1 apart. False: it is none, or has too many nodes. */
bool tree_read(struct tree *t, const char *levels);

/* Appends it as an element with the root at the foot, in a box for `order` nodes, with a
 * title for who cannot see it. */
void tree_draw(struct text *out, const struct tree *t, int order, const char *title);

#endif
