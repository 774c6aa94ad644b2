/* Weights of methods by rules of their own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/closed_weights.h"

void closed_backward_euler(mpq_ptr weight, const struct forest *f, int tree, int parts,
                           int steps) {
    const struct tree *root = &f->tree[tree];
    mpq_t term, factor;
    mpq_inits(term, factor, NULL);
    mpq_set_ui(weight, 0, 1);
    for (int k = 1; k <= steps; k++) {
        mpq_set_ui(term, 1, (unsigned long)parts);
        mpq_set_ui(factor, (unsigned long)k, (unsigned long)parts);
        mpq_canonicalize(factor);
        for (int i = 0; i < root->time_leaves; i++)
            mpq_mul(term, term, factor);
        for (int i = 0; i < root->children; i++) {
            closed_backward_euler(factor, f, root->child[i], parts, k);
            mpq_mul(term, term, factor);
        }
        mpq_add(weight, weight, term);
    }
    mpq_clears(term, factor, NULL);
}

/* Big's end after steps - 1 whole steps in two halves: where these ended, and one of backward
 * Euler, B(t) = small(t) + prod B(child), B(time) = steps. */
static void find_big(mpq_ptr big, const struct forest *f, int tree, int steps) {
    const struct tree *root = &f->tree[tree];
    mpq_t product, factor;
    mpq_inits(product, factor, NULL);
    mpq_set_ui(product, 1, 1);
    mpq_set_ui(factor, (unsigned long)steps, 1);
    for (int i = 0; i < root->time_leaves; i++)
        mpq_mul(product, product, factor);
    for (int i = 0; i < root->children; i++) {
        find_big(factor, f, root->child[i], steps);
        mpq_mul(product, product, factor);
    }
    closed_backward_euler(big, f, tree, 2, 2 * (steps - 1));
    mpq_add(big, big, product);
}

void closed_pair_estimate(mpq_ptr estimate, const struct forest *f, int tree, int steps) {
    mpq_t small;
    mpq_init(small);
    find_big(estimate, f, tree, steps);
    closed_backward_euler(small, f, tree, 2, 2 * steps);
    mpq_sub(estimate, estimate, small);
    mpq_clear(small);
}

int closed_explicit_euler(const struct forest *f, int tree) {
    return f->tree[tree].order == 1;
}

static int is_leaf_of(const struct forest *f, int tree, enum tree_colour colour) {
    return f->tree[tree].order == 1 && f->tree[tree].colour == colour;
}

/* [w] with one child w. */
static int only_child(const struct forest *f, int tree) {
    const struct tree *root = &f->tree[tree];
    return root->children == 1 && root->time_leaves == 0 ? root->child[0] : -1;
}

int closed_gaming(const struct forest *f, int tree) {
    if (f->tree[tree].order == 1)
        return 1;
    int child = only_child(f, tree);
    return f->tree[tree].colour == TREE_Q && child >= 0 && is_leaf_of(f, child, TREE_V);
}

/* Whether all nodes but time leaves have one colour. */
static int is_all(const struct forest *f, int tree, enum tree_colour colour) {
    const struct tree *root = &f->tree[tree];
    int all = root->colour == colour;
    for (int i = 0; i < root->children; i++)
        all = all && is_all(f, root->child[i], colour);
    return all;
}

int closed_position_implicit(const struct forest *f, int tree) {
    const struct tree *root = &f->tree[tree];
    int holds = 1;
    for (int i = 0; i < root->children; i++)
        holds = holds && is_all(f, root->child[i], TREE_Q);
    return holds;
}

int closed_velocity_implicit(const struct forest *f, int tree) {
    if (f->tree[tree].colour == TREE_V)
        return is_all(f, tree, TREE_V);
    int child = only_child(f, tree);
    return f->tree[tree].order == 1 || (child >= 0 && is_all(f, child, TREE_V));
}

void closed_midpoint(mpq_ptr weight, const struct forest *f, int tree) {
    mpq_set_ui(weight, 1, 1);
    mpq_div_2exp(weight, weight, (mp_bitcnt_t)(f->tree[tree].order - 1));
}
