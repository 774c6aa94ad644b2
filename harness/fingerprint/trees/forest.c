/* Trees that share their subtrees: a tree is its root's colour, its time leaves and the
 * ascending indices of its children, so that equal trees are found by comparing these
 * (J. C. Butcher, Numerical Methods for Ordinary Differential Equations (2016), section 300).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/fingerprint/trees/forest.h"

#include "problems/base/arena.h"
#include "problems/base/compare.h"

void forest_free(struct forest *f) {
    for (int t = 0; t < f->count; t++)
        free(f->tree[t].child);
    free(f->tree);
    *f = (struct forest){.count = 0};
}

static int is_same_tree(const struct tree *a, const struct tree *b) {
    return a->order == b->order && a->colour == b->colour &&
           a->time_leaves == b->time_leaves && a->children == b->children &&
           (a->children == 0 ||
            memcmp(a->child, b->child, (size_t)a->children * sizeof *a->child) == 0);
}

static int find_tree(const struct forest *f, const struct tree *wanted) {
    for (int t = f->count - 1; t >= 0; t--)
        if (is_same_tree(&f->tree[t], wanted))
            return t;
    return -1;
}

int forest_add(struct forest *f, enum tree_colour colour, int time_leaves, int children,
               const int *child) {
    struct tree tree = {colour, 1 + time_leaves, time_leaves, children, NULL};
    struct tree *larger = array_grow(f->tree, &f->room, f->count + 1, sizeof *larger);
    if (larger == NULL)
        return -1;
    f->tree = larger;
    if (children > 0) {
        tree.child = malloc((size_t)children * sizeof *tree.child);
        if (tree.child == NULL)
            return -1;
        memcpy(tree.child, child, (size_t)children * sizeof *tree.child);
        qsort(tree.child, (size_t)children, sizeof *tree.child, compare_ints);
    }
    for (int i = 0; i < children; i++)
        tree.order += f->tree[child[i]].order;
    int found = find_tree(f, &tree);
    if (found >= 0) {
        free(tree.child);
        return found;
    }
    f->tree[f->count] = tree;
    return f->count++;
}

void forest_density(mpz_ptr density, const struct forest *f, int tree) {
    const struct tree *root = &f->tree[tree];
    mpz_t of_child;
    mpz_init(of_child);
    mpz_set_si(density, root->order);
    for (int i = 0; i < root->children; i++) {
        if (i == 0 || root->child[i] != root->child[i - 1])
            forest_density(of_child, f, root->child[i]);
        mpz_mul(density, density, of_child);
    }
    mpz_clear(of_child);
}

bool forest_is_separable(const struct forest *f, int tree) {
    const struct tree *root = &f->tree[tree];
    bool is = root->colour == TREE_V || root->children <= 1;
    for (int i = 0; i < root->children && is; i++)
        is = f->tree[root->child[i]].colour != root->colour &&
             forest_is_separable(f, root->child[i]);
    return is;
}
