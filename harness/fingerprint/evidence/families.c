/* Families of trees.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/evidence/families.h"

#include <math.h>

#include "ref/vector.h"

/* Nodes and weights come from the roots of a polynomial: this close they are the same. */
static const double same_nodes = 1e-6;
/* What a stop rule leaves is less. */
static const double least_left = 1e-6;

/* A root with so many equal children (none when child < 0) and time leaves. */
static int add_bush(struct families *f, enum tree_colour colour, int time_leaves,
                    int times, int child) {
    int children[FAMILIES_BUSHES] = {0};
    for (int i = 0; i < times; i++)
        children[i] = child;
    return forest_add(&f->forest, colour, time_leaves, times, children);
}

int families_trees(struct families *f, enum forest_family family) {
    int leaf, q_leaf = 0, worst = 0;
    *f = (struct families){.has_positions = family != FOREST_PLAIN,
                           .has_q = family == FOREST_MECHANICAL};
    leaf = add_bush(f, TREE_V, 0, 0, 0);
    if (f->has_positions)
        worst |= q_leaf = add_bush(f, TREE_Q, 0, 0, 0);
    for (int k = 0; k < FAMILIES_BUSHES && leaf >= 0; k++) {
        f->bush[k] = add_bush(f, TREE_V, 0, k, leaf);
        f->time_bush[k] = add_bush(f, TREE_V, k, 0, 0);
        worst |= f->bush[k] | f->time_bush[k];
        if (f->has_positions && q_leaf >= 0)
            worst |= f->q_bush[k] = add_bush(f, TREE_V, 0, k, q_leaf);
    }
    f->chain[0] = f->tower[0] = leaf;
    for (int k = 1; k < FAMILIES_CHAINS && leaf >= 0 && worst >= 0; k++)
        worst |= f->chain[k] = add_bush(f, TREE_V, 0, 1, f->chain[k - 1]);
    for (int k = 1; k < FAMILIES_TOWERS && leaf >= 0 && worst >= 0; k++)
        worst |= f->tower[k] = add_bush(f, TREE_V, 0, 2, f->tower[k - 1]);
    if (f->has_q)
        f->q_tower[0] = q_leaf;
    for (int k = 1; k < FAMILIES_TOWERS && f->has_q && leaf >= 0 && worst >= 0; k++)
        worst |= f->q_tower[k] = add_bush(f, TREE_Q, 0, 2, f->q_tower[k - 1]);
    return leaf < 0 || worst < 0 ? -1 : 0;
}

static void pick(double *x, const struct families *f, const int *tree, int count) {
    for (int i = 0; i < count; i++)
        x[i] = mpfr_get_d(f->weights.result[tree[i]], MPFR_RNDN);
}

void families_interpret(struct families *f) {
    double x[FAMILIES_BUSHES > FAMILIES_CHAINS ? FAMILIES_BUSHES : FAMILIES_CHAINS];
    pick(x, f, f->chain, FAMILIES_CHAINS);
    f->has_stability = stability_find(&f->stability, x, FAMILIES_CHAINS) == 0;
    pick(x, f, f->bush, FAMILIES_BUSHES);
    f->has_nodes = quadrature_find(&f->nodes, x, FAMILIES_BUSHES) == 0;
    pick(x, f, f->time_bush, FAMILIES_BUSHES);
    f->has_time_nodes = quadrature_find(&f->time_nodes, x, FAMILIES_BUSHES) == 0;
}

int families_measure(struct families *f, const struct bench *b,
                     enum forest_family family) {
    struct probe p = probe_standard('A', 0);
    if (families_trees(f, family))
        return -1;
    f->judge = judge_make(&f->forest, &p, b->bits);
    f->made = measure_weights(&f->weights, b, &f->forest, family, &p, &f->why) == 0;
    if (f->made)
        families_interpret(f);
    return 0;
}

void families_free(struct families *f) {
    weights_free(&f->weights);
    forest_free(&f->forest);
    *f = (struct families){0};
}

int families_count_same(const struct families *f, const struct judge *j,
                        const mpfr_t *expected, const int *tree, int count) {
    int k = 0;
    while (k < count &&
           judge_same(j, tree[k], f->weights.result[tree[k]], expected[tree[k]]))
        k++;
    return k;
}

bool families_has_order(const struct families *f, const int *tree, int order) {
    const struct judge own = families_judge(f, 0), j = judge_few(&own);
    bool has = true;
    for (int k = 0; k < order && has; k++)
        has = judge_is_flow(&j, tree[k], f->weights.result[tree[k]]);
    return has;
}

bool families_are_flow(const struct families *f, double tolerance) {
    const struct judge j = families_judge(f, tolerance / f->judge.unit);
    bool are = true;
    for (int k = 0; k < f->forest.count && are; k++)
        are = judge_is_flow(&j, k, f->weights.result[k]);
    return are;
}

static int first_of(const struct families *f, const struct judge *j,
                    const mpfr_t *expected, const int *tree, int count) {
    const int same = families_count_same(f, j, expected, tree, count);
    return same < count ? tree[same] : -1;
}

struct judge families_judge(const struct families *f, double units) {
    struct judge j = f->judge;
    j.forest = &f->forest;
    j.units = fmax(j.units, units);
    return j;
}

static int first_difference(const struct families *f, const struct judge *j,
                            const mpfr_t *expected) {
    int tree = first_of(f, j, expected, f->bush, FAMILIES_BUSHES);
    if (tree < 0)
        tree = first_of(f, j, expected, f->time_bush, FAMILIES_BUSHES);
    return tree >= 0 ? tree : first_of(f, j, expected, f->chain, FAMILIES_CHAINS);
}

bool families_agree(const struct families *f, const mpfr_t *result, double units,
                    bool with_towers) {
    const struct judge j = families_judge(f, units);
    return first_difference(f, &j, result) < 0 &&
           (!with_towers || first_of(f, &j, result, f->tower, FAMILIES_TOWERS) < 0);
}

int families_agree_with(bool *agree, const struct families *f, const struct tableau *t,
                        double units, bool with_towers) {
    *agree = true;
    if (f == NULL || !f->made)
        return 0;
    const struct judge judge = families_judge(f, 0);
    struct judge_weights w;
    const int failed = judge_tableau(&w, &judge, t);
    *agree = !failed && families_agree(f, vector_const(w.result), units, with_towers);
    judge_weights_free(&w);
    return failed;
}

bool families_is_tower(const struct families *f, int tree) {
    bool is = false;
    for (int k = 0; k < FAMILIES_TOWERS; k++)
        is = is || f->tower[k] == tree;
    return is;
}

int families_difference(int *tree, const struct families *f, const struct known_method *m,
                        enum known_variant variant, double units, bool with_towers) {
    struct judge_weights expected;
    const struct judge own = families_judge(f, units), j = judge_printed(&own, m);
    int failed = judge_known(&expected, &j, m, variant);
    if (!failed) {
        *tree = first_difference(f, &j, vector_const(expected.result));
        if (*tree < 0 && with_towers)
            *tree =
                first_of(f, &j, vector_const(expected.result), f->tower, FAMILIES_TOWERS);
    }
    judge_weights_free(&expected);
    return failed;
}

static bool times_are_those_of_positions(const struct families *f) {
    const struct judge j = families_judge(f, 0);
    bool same = f->has_positions;
    for (int k = 0; k < FAMILIES_BUSHES && same; k++)
        same = judge_same(&j, f->time_bush[k], f->weights.result[f->time_bush[k]],
                          f->weights.result[f->q_bush[k]]);
    return same;
}

bool families_times_differ(const struct families *f) {
    const struct quadrature *a = &f->nodes, *b = &f->time_nodes;
    if (!f->made || !f->has_nodes || !f->has_time_nodes ||
        times_are_those_of_positions(f))
        return false;
    if (a->count != b->count)
        return true;
    for (int i = 0; i < a->count; i++)
        if (fabs(a->node[i] - b->node[i]) > same_nodes ||
            fabs(a->weight[i] - b->weight[i]) > same_nodes)
            return true;
    return false;
}

int families_iterations(int *iterations, const struct families *f,
                        const struct known_method *m, enum known_variant variant) {
    struct judge_weights expected;
    const struct judge judge = families_judge(f, 0);
    int failed = judge_known(&expected, &judge, m, variant);
    if (!failed) {
        const mpfr_t *weights = vector_const(expected.result);
        *iterations = families_count_same(f, &judge, weights, f->tower, FAMILIES_TOWERS);
        int renewals = f->has_q ? families_count_same(f, &judge, weights, f->q_tower,
                                                      FAMILIES_TOWERS)
                                : *iterations;
        *iterations = renewals < *iterations ? renewals : *iterations;
    }
    judge_weights_free(&expected);
    return failed;
}

int families_unsolved(int *tree, const struct families *f, const struct known_method *m,
                      enum known_variant variant) {
    const struct judge j = families_judge(f, least_left / f->judge.unit);
    struct judge_weights expected = {0};
    struct tableau t;
    *tree = -1;
    int failed = known_build(&t, m, variant);
    if (!failed && !tableau_is_explicit(&t, TABLEAU_VV)) {
        failed = judge_tableau(&expected, &j, &t);
        if (!failed)
            *tree =
                first_of(f, &j, vector_const(expected.result), f->tower, FAMILIES_TOWERS);
    }
    judge_weights_free(&expected);
    tableau_free(&t);
    return failed;
}
