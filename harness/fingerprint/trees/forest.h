/* Rooted trees with coloured nodes, each distinct tree once (equal subtrees are shared): the
 * trees of the B-series of one-step methods for q' = N(q) v, v' = f(t, q, v).
 *
 *     q node   stands for N: any number of q children, at most one v child (without one it
 *              is N(q) v0)
 *     v node   stands for f: any number of q and v children and of time leaves
 *
 * In the plain family, x' = f(t, x), every node is a v node.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FOREST_H
#define HARNESS_FOREST_H

#include <stdbool.h>
#include <stdio.h>

#include <gmp.h>

enum tree_colour { TREE_Q, TREE_V };

struct tree {
    enum tree_colour colour; /* of the root */
    int order;               /* number of nodes, time leaves among them */
    int time_leaves;         /* children of the root that are the time */
    int children;            /* others, with their multiplicity */
    int *child;              /* [children], indices into the forest, ascending */
};

/* Empty when all zero. */
struct forest {
    int count;
    struct tree *tree; /* [count]; children stand before their parents */
    int room;          /* trees allocated */
};

enum forest_family {
    FOREST_PLAIN,     /* x' = f(t, x) */
    FOREST_NYSTROM,   /* q' = v: a q node is a leaf, or has the one child v */
    FOREST_MECHANICAL /* q' = N(q) v */
};

enum { FOREST_HIGHEST_ORDER = 6 };

/* Every tree of the family up to the order (1 to 6), with time leaves, in ascending order of
 * size; of each size first those with a q root, then those with fewer time leaves. The
 * caller frees it with forest_free in any case. Nonzero: out of memory. */
int forest_all(struct forest *f, enum forest_family family, int order);
void forest_free(struct forest *f);

/* The index of a tree, added if it is not there: a root with time leaves and children, which
 * are in the forest, in any sequence. -1: out of memory. */
int forest_add(struct forest *f, enum tree_colour colour, int time_leaves, int children,
               const int *child);

/* Whether the tree is one of q' = v, v' = f(t, q). */
bool forest_is_separable(const struct forest *f, int tree);

/* Density gamma(t), the product of the sizes of all subtrees (1 for a time leaf): the exact
 * flow has the weight 1/gamma. */
void forest_density(mpz_ptr density, const struct forest *f, int tree);

/* The root, its children in brackets, a child that is there k times with ^k: "v[q^2,v[t],t]".
 * In the plain family "τ[τ]" is written v[v]. */
void forest_print(const struct forest *f, int tree, FILE *out);

/* The same, the elementary differential, "f_q N v", "N_q(N v) f", "f_vt f", and the nodes, each
 * before those above it, by colour ('t': a time leaf) and level, "v0q1q1v1t2t1", as texts, which
 * the caller frees; NULL: out of memory. */
char *forest_text(const struct forest *f, int tree);
char *forest_differential_text(const struct forest *f, int tree);
char *forest_levels_text(const struct forest *f, int tree);

#endif
