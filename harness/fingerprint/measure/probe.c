/* Which component of a probe belongs to which tree, and the weights in its state.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <stdlib.h>

#include "harness/fingerprint/measure/probe.h"
#include "problems/base/splitmix.h"

struct probe probe_standard(char letter, int shrink) {
    struct probe p = {.name = "A", .h = 0.125, .scale = 8, .t0 = 0.625, .steps = 1};
    if (letter == 'B')
        p = (struct probe){.name = "B",
                           .h = 0.25,
                           .scale = 2,
                           .t0 = -0.75,
                           .signs = 20261121,
                           .steps = 1};
    if (letter == 'C') {
        p.name = "C";
        p.basis = PROBE_HADAMARD;
    }
    if (letter == 'D') {
        p.name = "D";
        p.steps = 2;
    }
    for (; shrink > 0; shrink--)
        p.scale /= 2;
    return p;
}

/* 1 or -1 for each tree. */
static int random_sign(uint64_t *state) {
    return splitmix_next(state) >> 63 ? 1 : -1;
}

static int copy_forest(struct forest *copy, const struct forest *f) {
    for (int t = 0; t < f->count; t++) {
        const struct tree *tree = &f->tree[t];
        if (forest_add(copy, tree->colour, tree->time_leaves, tree->children,
                       tree->child) != t)
            return -1;
    }
    return 0;
}

/* Adds the positions of the free particle and of every velocity. */
static int add_positions(struct forest *f) {
    int failed = forest_add(f, TREE_Q, 0, 0, NULL) < 0;
    for (int t = 0, count = f->count; t < count && !failed; t++)
        if (f->tree[t].colour == TREE_V)
            failed = forest_add(f, TREE_Q, 0, 1, &t) < 0;
    return failed;
}

/* Where N = I a position stands where its velocity does. */
static int place_of_position(const struct probe_layout *l, int tree, int next) {
    const struct tree *root = &l->forest.tree[tree];
    if (l->family != FOREST_NYSTROM)
        return next;
    return root->children == 0 ? 0 : l->place[root->child[0]];
}

static void place_trees(struct probe_layout *l) {
    const struct forest *f = &l->forest;
    bool is_plain = l->family == FOREST_PLAIN;
    int velocities = is_plain ? 0 : 1, positions = 0;
    for (int t = 0; t < f->count; t++)
        if (f->tree[t].colour == TREE_V)
            l->place[t] = velocities++;
    for (int t = 0; t < f->count; t++)
        if (f->tree[t].colour == TREE_Q)
            l->place[t] = place_of_position(l, t, positions++);
    l->used_q = positions;
    l->used_v = velocities;
    l->nz = is_plain ? velocities : 0;
    l->nv = is_plain ? 0 : velocities;
    l->nq = positions;
}

static int whole_blocks(int count) {
    return (count + PROBE_BLOCK - 1) / PROBE_BLOCK * PROBE_BLOCK;
}

/* A velocity that rests has its position, too. */
static void fill_blocks(struct probe_layout *l) {
    int velocities = whole_blocks(l->nv);
    l->nq = whole_blocks(l->nq + velocities - l->nv);
    l->nv = velocities;
    l->nz = whole_blocks(l->nz);
}

static void choose_signs(struct probe_layout *l, unsigned long seed) {
    uint64_t state = seed;
    for (int t = 0; t < l->forest.count; t++) {
        const struct tree *root = &l->forest.tree[t];
        bool is_free = l->family != FOREST_NYSTROM || root->colour == TREE_V;
        l->sign[t] = seed != 0 && is_free ? random_sign(&state) : 1;
        l->product[t] = l->sign[t];
        for (int i = 0; i < root->children; i++)
            l->product[t] *= l->product[root->child[i]];
    }
}

int probe_layout_init(struct probe_layout *l, const struct forest *f,
                      enum forest_family family, const struct probe *p) {
    *l = (struct probe_layout){.family = family, .basis = p->basis};
    if (copy_forest(&l->forest, f) ||
        (family != FOREST_PLAIN && add_positions(&l->forest)))
        return -1;
    size_t trees = (size_t)l->forest.count + 1;
    l->place = calloc(trees, sizeof *l->place);
    l->sign = calloc(trees, sizeof *l->sign);
    l->product = calloc(trees, sizeof *l->product);
    if (l->place == NULL || l->sign == NULL || l->product == NULL)
        return -1;
    choose_signs(l, p->signs);
    place_trees(l);
    if (p->basis == PROBE_HADAMARD)
        fill_blocks(l);
    return 0;
}

void probe_layout_free(struct probe_layout *l) {
    forest_free(&l->forest);
    free(l->place);
    free(l->sign);
    free(l->product);
    *l = (struct probe_layout){.nq = 0};
}
