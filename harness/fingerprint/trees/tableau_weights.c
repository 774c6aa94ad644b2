/* The weights of a tableau, tree after tree:
 *
 *     g_i(t) = c_i^(time leaves) prod over children u of [ sum_j A(col t, col u)_ij g_j(u) ]
 *     phi(t) = sum_i b(col t)_i g_i(t)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/fingerprint/trees/rationals.h"
#include "harness/fingerprint/trees/tableau.h"

/* The weights of an approximate tableau are within 2^-ACCURATE_BITS; a simpler fraction so
 * near is taken for the truth, as a number that is irrational has none below 2^128. */
enum { ACCURATE_BITS = 280, SIMPLE_BITS = 64 };

/* What is known of a tree: g_i, and A g as a parent of each colour asks for it. */
struct stage_weights {
    const struct tableau *tableau;
    mpq_t *own;         /* [trees*stages] */
    mpq_t *summed[2];   /* [colour of the parent][trees*stages] */
    bool *is_summed[2]; /* [colour of the parent][trees] */
    mpq_t product;
};

static void sum_stages(struct stage_weights *g, const struct tree *child, int index,
                       enum tree_colour parent) {
    const struct tableau *t = g->tableau;
    int s = t->stages;
    enum tableau_part part = parent == TREE_Q
                                 ? (child->colour == TREE_Q ? TABLEAU_QQ : TABLEAU_QV)
                                 : (child->colour == TREE_Q ? TABLEAU_VQ : TABLEAU_VV);
    for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++) {
            mpq_srcptr a = t->a[part][i * s + j], own = g->own[index * s + j];
            if (mpq_sgn(a) == 0 || mpq_sgn(own) == 0)
                continue;
            mpq_ptr sum = g->summed[parent][index * s + i];
            mpq_mul(g->product, a, own);
            mpq_add(sum, sum, g->product);
        }
    g->is_summed[parent][index] = true;
}

static void find_own(struct stage_weights *g, const struct forest *f, int index) {
    const struct tree *root = &f->tree[index];
    int s = g->tableau->stages;
    for (int i = 0; i < s; i++)
        mpq_set_ui(g->own[index * s + i], 1, 1);
    for (int leaf = 0; leaf < root->time_leaves; leaf++)
        for (int i = 0; i < s; i++)
            mpq_mul(g->own[index * s + i], g->own[index * s + i], g->tableau->c[i]);
    for (int k = 0; k < root->children; k++) {
        int child = root->child[k];
        if (!g->is_summed[root->colour][child])
            sum_stages(g, &f->tree[child], child, root->colour);
        for (int i = 0; i < s; i++)
            mpq_mul(g->own[index * s + i], g->own[index * s + i],
                    g->summed[root->colour][child * s + i]);
    }
}

static void combine(mpq_ptr weight, struct stage_weights *g, mpq_t *b, int index) {
    int s = g->tableau->stages;
    mpq_set_ui(weight, 0, 1);
    for (int i = 0; i < s; i++) {
        if (mpq_sgn(b[i]) == 0)
            continue;
        mpq_mul(g->product, b[i], g->own[index * s + i]);
        mpq_add(weight, weight, g->product);
    }
    if (g->tableau->approximate)
        rational_simplify(weight, ACCURATE_BITS, SIMPLE_BITS);
}

static void end_stages(struct stage_weights *g, size_t trees) {
    size_t numbers = trees * (size_t)g->tableau->stages;
    rationals_free(g->own, numbers);
    for (int colour = 0; colour < 2; colour++) {
        rationals_free(g->summed[colour], numbers);
        free(g->is_summed[colour]);
    }
    mpq_clear(g->product);
}

static int begin_stages(struct stage_weights *g, const struct tableau *t, size_t trees) {
    size_t numbers = trees * (size_t)t->stages;
    *g = (struct stage_weights){.tableau = t};
    mpq_init(g->product);
    g->own = rationals_alloc(numbers);
    bool complete = g->own != NULL;
    for (int colour = 0; colour < 2; colour++) {
        g->summed[colour] = rationals_alloc(numbers);
        g->is_summed[colour] = calloc(trees + 1, sizeof *g->is_summed[colour]);
        complete = complete && g->summed[colour] != NULL && g->is_summed[colour] != NULL;
    }
    return complete ? 0 : -1;
}

static int begin_weights(struct weights_q *w, const struct tableau *t, int count) {
    *w = (struct weights_q){.count = count};
    w->result = rationals_alloc((size_t)count);
    if (t->ev != NULL)
        w->estimate = rationals_alloc((size_t)count);
    return w->result == NULL || (t->ev != NULL && w->estimate == NULL);
}

int tableau_weights(struct weights_q *w, const struct tableau *t,
                    const struct forest *f) {
    struct stage_weights g;
    int failed = begin_stages(&g, t, (size_t)f->count);
    failed = begin_weights(w, t, f->count) || failed;
    for (int k = 0; k < f->count && !failed; k++) {
        bool is_q = f->tree[k].colour == TREE_Q;
        find_own(&g, f, k);
        combine(w->result[k], &g, is_q ? t->bq : t->bv, k);
        if (w->estimate != NULL)
            combine(w->estimate[k], &g, is_q ? t->eq : t->ev, k);
    }
    end_stages(&g, (size_t)f->count);
    return failed ? -1 : 0;
}

void weights_q_free(struct weights_q *w) {
    rationals_free(w->result, (size_t)w->count);
    rationals_free(w->estimate, (size_t)w->count);
    *w = (struct weights_q){.count = 0};
}
