/* Rooted trees with coloured nodes, as the fingerprint names them, read from brackets and
 * drawn.
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

/* Reads "v[q^2,t]": a letter, then its children between brackets, separated by commas
 * or spaces, equal ones as a power; the letter tau is a v. The nodes get their places.
 * False: it is none, or has too many nodes. */
bool tree_read(struct tree *t, const char *brackets);

/* Gives the nodes their places: each stands over the middle of its children, and leaves
 * stand side by side. Two nodes of a level are at least 1 apart. */
void tree_lay_out(struct tree *t);

/* Appends it as an element with the root at the foot, in a box for `order` nodes, with a
 * title for who cannot see it. */
void tree_draw(struct text *out, const struct tree *t, int order, const char *title);

#endif
