/* The rooted trees of order 1 to 3 whose nodes are coloured by the groups of a mechanical
 * system made autonomous,
 *
 *     q' = N(q) v,   v' = f(t, q, v, z),   z' = g(t, q, v, z),   t' = 1
 *
 * and their elementary differentials: F, F'F, F''(F, F) and F'F'F with each derivative taken
 * by one group. Trees that are zero for every system of this shape are left out: t has no
 * children, and a q node none of z or t, and at most one v, since q' is linear in v.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COLOURED_H
#define HARNESS_COLOURED_H

enum group { GROUP_Q, GROUP_V, GROUP_Z, GROUP_T, GROUPS };

enum { COLOURED_TREES = 61, COLOURED_TEXT_ROOM = 24 };

/* A root, its children, and, where there is one child, perhaps a child of that. */
struct coloured_tree {
    int order; /* number of nodes */
    enum group root;
    int children;        /* 0, 1 or 2 */
    enum group child[2]; /* ascending */
    int grandchildren;   /* 0 or 1, a child of child[0] */
    enum group grandchild;
};

/* All of them, in ascending order. */
void coloured_list(struct coloured_tree list[COLOURED_TREES]);

/* "v[q[v]]", "v[q^2]", "z[q,t]"; and the elementary differential, a derivative by its
 * subscripts: "v'_q q'_v v'", "v'_qq(q', q')", "z'_qt q'". */
void coloured_print(const struct coloured_tree *tree, char text[COLOURED_TEXT_ROOM]);
void coloured_print_differential(const struct coloured_tree *tree,
                                 char text[COLOURED_TEXT_ROOM]);

#endif
