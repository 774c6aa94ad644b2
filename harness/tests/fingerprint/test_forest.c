/* The trees: how many there are (generating functions), their densities, their names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/fingerprint/trees/forest.h"

enum { ORDERS = 5 };

/* Coefficients of q = x Exp(q) (1 + v), v = x Exp(q + v + x_t), where Exp counts multisets;
 * Nystrom: q = x (1 + v); plain: v = x Exp(v + x_t). */
struct counts {
    enum forest_family family;
    int with_time;
    int q[ORDERS], v[ORDERS];
};
static const struct counts COUNT[] = {
    {FOREST_PLAIN, 0, {0, 0, 0, 0, 0}, {1, 1, 2, 4, 9}},
    {FOREST_PLAIN, 1, {0, 0, 0, 0, 0}, {1, 2, 5, 13, 37}},
    {FOREST_NYSTROM, 0, {1, 1, 2, 6, 18}, {1, 2, 6, 18, 60}},
    {FOREST_NYSTROM, 1, {1, 1, 3, 10, 35}, {1, 3, 10, 35, 133}},
    {FOREST_MECHANICAL, 0, {1, 2, 6, 21, 80}, {1, 2, 7, 25, 99}},
    {FOREST_MECHANICAL, 1, {1, 2, 7, 27, 113}, {1, 3, 11, 43, 184}},
};
enum { COUNTS = sizeof COUNT / sizeof COUNT[0] };

static int has_time(const struct forest *f, int tree) {
    const struct tree *root = &f->tree[tree];
    int found = root->time_leaves > 0;
    for (int i = 0; i < root->children; i++)
        found = found || has_time(f, root->child[i]);
    return found;
}

Test(forest, has_as_many_trees_of_each_order_and_colour_as_the_generating_functions) {
    for (int k = 0; k < COUNTS; k++) {
        const struct counts *c = &COUNT[k];
        struct forest f;
        int found[2][ORDERS] = {{0}};
        cr_assert(forest_all(&f, c->family, ORDERS) == 0);
        for (int t = 0; t < f.count; t++)
            found[f.tree[t].colour][f.tree[t].order - 1] +=
                c->with_time || !has_time(&f, t);
        for (int i = 0; i < ORDERS; i++)
            cr_expect(found[TREE_Q][i] == c->q[i] && found[TREE_V][i] == c->v[i],
                      "family %d order %d: %d q, %d v", c->family, i + 1,
                      found[TREE_Q][i], found[TREE_V][i]);
    }
}

Test(forest, has_children_before_parents_and_sizes_in_ascending_order) {
    struct forest f;
    cr_assert(forest_all(&f, FOREST_MECHANICAL, FOREST_HIGHEST_ORDER) == 0);
    cr_expect(f.count == 1710, "%d", f.count);
    for (int t = 0; t < f.count; t++) {
        const struct tree *root = &f.tree[t];
        int nodes = 1 + root->time_leaves;
        cr_assert(t == 0 || f.tree[t - 1].order <= root->order);
        for (int i = 0; i < root->children; i++) {
            cr_assert(root->child[i] < t);
            cr_assert(i == 0 || root->child[i - 1] <= root->child[i]);
            nodes += f.tree[root->child[i]].order;
        }
        cr_assert(nodes == root->order);
    }
}

Test(forest, finds_a_tree_that_is_there_whatever_the_sequence_of_its_children) {
    struct forest f = {.count = 0};
    int q = forest_add(&f, TREE_Q, 0, 0, NULL), v = forest_add(&f, TREE_V, 0, 0, NULL);
    const int forth[] = {q, v, v}, back[] = {v, v, q};
    int tree = forest_add(&f, TREE_V, 1, 3, forth);
    cr_expect(tree == 2 && f.count == 3 && f.tree[tree].order == 5);
    cr_expect(forest_add(&f, TREE_V, 1, 3, back) == tree && f.count == 3);
    cr_expect(forest_add(&f, TREE_V, 0, 3, back) == 3, "without time it is another");
    cr_expect(forest_add(&f, TREE_Q, 0, 0, NULL) == q && f.count == 4);
    forest_free(&f);
    cr_expect(f.count == 0 && f.tree == NULL);
}

static long factorial(long n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

/* The number of symmetries sigma: multiplicities' factorials and the children's. */
static long symmetry(const struct forest *f, int tree) {
    const struct tree *root = &f->tree[tree];
    long sigma = factorial(root->time_leaves);
    for (int i = 0, times; i < root->children; i += times) {
        for (times = 1; i + times < root->children;)
            if (root->child[i + times++] != root->child[i]) {
                times--;
                break;
            }
        sigma *= factorial(times);
        for (int k = 0; k < times; k++)
            sigma *= symmetry(f, root->child[i]);
    }
    return sigma;
}

/* n!/(sigma gamma) ways to number the nodes of a tree, ascending from the root; (n-1)!
 * numbered trees in all, as node k hangs on one of k - 1 (Hairer, Norsett, Wanner, II.2). */
Test(forest, has_densities_that_count_the_numbered_trees) {
    struct forest f;
    mpz_t density;
    mpz_init(density);
    cr_assert(forest_all(&f, FOREST_PLAIN, FOREST_HIGHEST_ORDER) == 0);
    for (int order = 1; order <= FOREST_HIGHEST_ORDER; order++) {
        long ways = 0;
        for (int t = 0; t < f.count; t++) {
            if (f.tree[t].order != order || has_time(&f, t))
                continue;
            forest_density(density, &f, t);
            long both = symmetry(&f, t) * mpz_get_si(density);
            cr_assert(factorial(order) % both == 0);
            ways += factorial(order) / both;
        }
        cr_expect(ways == factorial(order - 1), "order %d: %ld", order, ways);
    }
}

/* Towers: y_1' = 1, y_{k+1}' = y_k^2. gamma of the fourth, of 15 nodes: 15 * 7^2 * 3^4. */
Test(forest, has_the_density_of_trees_larger_than_any_integer) {
    struct forest f = {.count = 0};
    int tower = forest_add(&f, TREE_V, 0, 0, NULL);
    mpz_t density, expected;
    mpz_inits(density, expected, NULL);
    for (int k = 2; k <= 8; k++) {
        const int pair[] = {tower, tower};
        tower = forest_add(&f, TREE_V, 0, 2, pair);
        forest_density(density, &f, tower);
        cr_expect(k != 4 || mpz_cmp_ui(density, 15 * 49 * 81) == 0);
    }
    mpz_set_ui(expected, 1); /* by recursion of n gamma^2, n = 2^k - 1 */
    for (unsigned long k = 2; k <= 8; k++) {
        mpz_mul(expected, expected, expected);
        mpz_mul_ui(expected, expected, (1UL << k) - 1);
    }
    cr_expect(f.tree[tower].order == 255 && f.count == 8);
    cr_expect(mpz_cmp(density, expected) == 0 && mpz_sizeinbase(density, 2) > 64);
}

/* A tree of each kind, bottom up, with its two names and its nodes. */
struct names {
    enum tree_colour colour;
    int time_leaves, children, child[3];
    const char *brackets, *differential, *levels;
};
static const struct names NAMED[] = {
    {TREE_Q, 0, 0, {0}, "q", "N v", "q0"},
    {TREE_V, 0, 0, {0}, "v", "f", "v0"},
    {TREE_Q, 0, 1, {0}, "q[q]", "N_q(N v) v", "q0q1"},
    {TREE_Q, 0, 1, {1}, "q[v]", "N f", "q0v1"},
    {TREE_V, 0, 1, {0}, "v[q]", "f_q N v", "v0q1"},
    {TREE_V, 1, 0, {0}, "v[t]", "f_t", "v0t1"},
    {TREE_V, 0, 2, {1, 0}, "v[q,v]", "f_qv(N v, f)", "v0q1v1"},
    {TREE_Q, 0, 3, {0, 0, 5}, "q[q^2,v[t]]", "N_qq(N v, N v) f_t", "q0q1q1v1t2"},
    {TREE_V, 2, 1, {4}, "v[v[q],t^2]", "f_vtt f_q N v", "v0v1q2t1t1"},
    {TREE_V, 0, 1, {7}, "v[q[q^2,v[t]]]", "f_q N_qq(N v, N v) f_t", "v0q1q2q2v2t3"},
    {TREE_V, 1, 3, {1, 1, 3}, "v[v^2,q[v],t]", "f_vvqt(f, f, N f)", "v0v1v1q1v2t1"},
};
enum { NAMES = sizeof NAMED / sizeof NAMED[0] };

Test(forest, is_written_in_brackets_as_elementary_differentials_and_by_levels) {
    struct forest f = {.count = 0};
    for (int i = 0; i < NAMES; i++) {
        const struct names *n = &NAMED[i];
        cr_assert(forest_add(&f, n->colour, n->time_leaves, n->children, n->child) == i);
        char *brackets = forest_text(&f, i);
        char *differential = forest_differential_text(&f, i);
        cr_expect(strcmp(brackets, n->brackets) == 0, "%s", brackets);
        cr_expect(strcmp(differential, n->differential) == 0, "%s", differential);
        char *levels = forest_levels_text(&f, i);
        cr_expect(strcmp(levels, n->levels) == 0, "%s", levels);
    }
}
