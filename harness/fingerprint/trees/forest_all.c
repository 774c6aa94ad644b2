/* All trees of a family, size by size: a root and every multiset of smaller trees that has
 * the right size, its members taken in ascending order so that none comes twice.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>

#include "harness/fingerprint/trees/forest.h"

/* A root whose children are being chosen. */
struct growth {
    struct forest *forest;
    enum forest_family family;
    enum tree_colour colour;
    int time_leaves;
    int children, child[FOREST_HIGHEST_ORDER];
};

static int has_velocity_child(const struct growth *g) {
    for (int i = 0; i < g->children; i++)
        if (g->forest->tree[g->child[i]].colour == TREE_V)
            return 1;
    return 0;
}

/* N(q) v is linear in v; where N = I, it does not depend on q either. */
static int may_have_child(const struct growth *g, int child) {
    if (g->colour == TREE_V)
        return 1;
    if (g->forest->tree[child].colour == TREE_V)
        return !has_velocity_child(g);
    return g->family == FOREST_MECHANICAL;
}

/* Adds every tree that has the children chosen so far and more, none before `first`, of
 * `left` nodes together. Nonzero: out of memory. */
static int add_with_more(struct growth *g, int first, int left) {
    if (left == 0)
        return forest_add(g->forest, g->colour, g->time_leaves, g->children, g->child) <
               0;
    int failed = 0, count = g->forest->count;
    for (int t = first; t < count && !failed && g->forest->tree[t].order <= left; t++) {
        if (!may_have_child(g, t))
            continue;
        g->child[g->children++] = t;
        failed = add_with_more(g, t, left - g->forest->tree[t].order);
        g->children--;
    }
    return failed;
}

int forest_all(struct forest *f, enum forest_family family, int order) {
    assert(order >= 1 && order <= FOREST_HIGHEST_ORDER);
    *f = (struct forest){.count = 0};
    int failed = 0;
    for (int size = 1; size <= order && !failed; size++) {
        struct growth g = {.forest = f, .family = family, .colour = TREE_Q};
        if (family != FOREST_PLAIN)
            failed = add_with_more(&g, 0, size - 1);
        g.colour = TREE_V;
        for (; g.time_leaves < size && !failed; g.time_leaves++)
            failed = add_with_more(&g, 0, size - 1 - g.time_leaves);
    }
    return failed;
}
