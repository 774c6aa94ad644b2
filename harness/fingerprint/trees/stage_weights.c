/* The weights of a tableau's stages in whole numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/trees/stage_weights.h"

#include <stdlib.h>

#include "harness/fingerprint/trees/rationals.h"

static void sum_stages(struct stage_weights *g, const struct tree *child, int index,
                       enum tree_colour parent) {
    const int s = g->stages;
    const enum tableau_part part =
        parent == TREE_Q ? (child->colour == TREE_Q ? TABLEAU_QQ : TABLEAU_QV)
                         : (child->colour == TREE_Q ? TABLEAU_VQ : TABLEAU_VV);
    mpz_t *sum = g->summed[parent] + index * s;
    for (int i = 0; i < s; i++) {
        if (g->goes_on[part][i])
            mpz_set(sum[i], sum[i - 1]);
        for (int j = 0; j < s; j++)
            if (mpz_sgn(g->a[part][i * s + j]) != 0)
                mpz_addmul(sum[i], g->a[part][i * s + j], g->stage[index * s + j]);
    }
    g->is_summed[parent][index] = true;
}

/* What G adds where a node has one child or one time leaf alone. */
static void add_gamma(struct stage_weights *g, const struct tree *root, mpz_t *stage) {
    const int s = g->stages;
    if (root->children + root->time_leaves != 1)
        return;
    const mpz_t *below =
        root->children == 1 ? (const mpz_t *)g->stage + root->child[0] * s : NULL;
    for (int i = 0; i < s; i++) {
        for (int j = 0; j < s && below != NULL; j++)
            mpz_addmul(stage[i], g->gamma[i * s + j], below[j]);
        if (below == NULL)
            mpz_add(stage[i], stage[i], g->gamma_time[i]);
    }
}

void stage_weights_find(struct stage_weights *g, const struct forest *f, int index) {
    const struct tree *root = &f->tree[index];
    const int s = g->stages;
    const enum tree_colour parent = g->is_of_any_parent ? TREE_Q : root->colour;
    mpz_t *stage = g->stage + index * s;
    for (int i = 0; i < s; i++)
        mpz_set_ui(stage[i], 1);
    for (int leaf = 0; leaf < root->time_leaves; leaf++)
        for (int i = 0; i < s; i++)
            mpz_mul(stage[i], stage[i], g->c[i]);
    g->power[index] = (unsigned long)root->time_leaves;
    for (int k = 0; k < root->children; k++) {
        const int child = root->child[k];
        if (!g->is_summed[parent][child])
            sum_stages(g, &f->tree[child], child, parent);
        for (int i = 0; i < s; i++)
            mpz_mul(stage[i], stage[i], g->summed[parent][child * s + i]);
        g->power[index] += 1 + g->power[child];
    }
    add_gamma(g, root, stage);
}

void stage_weights_sum(mpz_ptr number, mpz_ptr divisor, const struct stage_weights *g,
                       enum outer_part part, int index) {
    const int s = g->stages;
    mpz_set_ui(number, 0);
    for (int i = 0; i < s; i++)
        mpz_addmul(number, g->outer[part][i], g->stage[index * s + i]);
    mpz_pow_ui(divisor, g->common[0], g->power[index]);
    mpz_mul(divisor, divisor, g->common[1]);
}

enum outer_part stage_weights_result(const struct tree *t) {
    return t->colour == TREE_Q ? OUTER_BQ : OUTER_BV;
}

enum outer_part stage_weights_estimate(const struct tree *t) {
    return t->colour == TREE_Q ? OUTER_EQ : OUTER_EV;
}

/* The first part whose numbers stand for this one's, too: it may be itself. */
static int first_same(const struct stage_weights *g, int part) {
    int first = 0;
    while (g->a[first] != g->a[part])
        first++;
    return first;
}

void stage_weights_free(struct stage_weights *g) {
    const size_t s = (size_t)g->stages;
    for (int part = TABLEAU_PARTS - 1; part >= 0; part--)
        if (first_same(g, part) == part) {
            integers_free(g->a[part], s * s);
            free(g->goes_on[part]);
        }
    for (int part = 0; part < OUTER_PARTS; part++)
        integers_free(g->outer[part], s);
    integers_free(g->gamma, s * s);
    integers_free(g->gamma_time, s);
    integers_free(g->c, s);
    integers_free(g->stage, g->trees * s);
    for (int colour = 0; colour < 2; colour++) {
        integers_free(g->summed[colour], g->trees * s);
        free(g->is_summed[colour]);
    }
    free(g->power);
    mpz_clears(g->common[0], g->common[1], NULL);
}

/* How many coefficients of a row are not 0, and how many are not those of the row before it. */
static void count_terms(int *terms, int *changes, const mpz_t *row, int stages) {
    *terms = *changes = 0;
    for (int j = 0; j < stages; j++) {
        *terms += mpz_sgn(row[j]) != 0;
        *changes += mpz_cmp(row[j], row[j - stages]) != 0;
    }
}

/* Rows become differences from the row before, where these have fewer terms: of a composition each
 * stage goes on from the last one. Nonzero: out of memory. */
static int take_differences(struct stage_weights *g, enum tableau_part part) {
    const int s = g->stages;
    g->goes_on[part] = calloc((size_t)s + 1, sizeof *g->goes_on[part]);
    if (g->goes_on[part] == NULL)
        return -1;
    for (int i = s - 1; i > 0; i--) {
        mpz_t *row = g->a[part] + i * s;
        int terms, changes;
        count_terms(&terms, &changes, (const mpz_t *)row, s);
        g->goes_on[part][i] = changes < terms;
        for (int j = 0; j < s && changes < terms; j++)
            mpz_sub(row[j], row[j], row[j - s]);
    }
    return 0;
}

/* D A, each of its different parts once. Nonzero: out of memory. */
static int take_parts(struct stage_weights *g, const struct tableau *t) {
    const size_t squared = (size_t)t->stages * (size_t)t->stages;
    int failed = 0;
    for (int part = 0; part < TABLEAU_PARTS; part++) {
        int first = 0;
        while (first < part && !rationals_are_equal(t->a[first], t->a[part], squared))
            first++;
        g->a[part] = g->a[first];
        g->goes_on[part] = g->goes_on[first];
        if (first == part)
            failed |= integers_of(&g->a[part], t->a[part], squared, g->common[0]) ||
                      take_differences(g, (enum tableau_part)part);
    }
    g->is_of_any_parent =
        g->a[TABLEAU_QQ] == g->a[TABLEAU_VQ] && g->a[TABLEAU_QV] == g->a[TABLEAU_VV];
    return failed;
}

/* Nonzero: out of memory. */
static int take_gamma_time(struct stage_weights *g, const struct tableau *t) {
    const size_t s = (size_t)t->stages;
    if (t->gamma_time != NULL)
        return integers_of(&g->gamma_time, t->gamma_time, s, g->common[0]);
    g->gamma_time = integers_alloc(s);
    if (g->gamma_time == NULL || g->gamma == NULL)
        return -1;
    for (size_t k = 0; k < s * s; k++)
        mpz_add(g->gamma_time[k / s], g->gamma_time[k / s], g->gamma[k]);
    return 0;
}

/* The whole numbers of the tableau. Nonzero: out of memory. */
static int take_tableau(struct stage_weights *g, const struct tableau *t) {
    const size_t s = (size_t)t->stages;
    mpq_t *const outer[OUTER_PARTS] = {t->bq, t->bv, t->eq, t->ev};
    mpz_inits(g->common[0], g->common[1], NULL);
    for (int k = 0; k < 2; k++)
        mpz_set_ui(g->common[k], 1);
    for (int part = 0; part < TABLEAU_PARTS; part++)
        rationals_denominator(g->common[0], t->a[part], s * s);
    rationals_denominator(g->common[0], t->gamma, s * s);
    rationals_denominator(g->common[0], t->gamma_time, t->gamma_time != NULL ? s : 0);
    rationals_denominator(g->common[0], t->c, s);
    for (int part = 0; part < OUTER_PARTS; part++)
        rationals_denominator(g->common[1], outer[part], outer[part] != NULL ? s : 0);
    int failed = integers_of(&g->c, t->c, s, g->common[0]) |
                 integers_of(&g->gamma, t->gamma, s * s, g->common[0]);
    failed |= take_gamma_time(g, t);
    failed |= take_parts(g, t);
    for (int part = 0; part < OUTER_PARTS; part++)
        if (outer[part] != NULL)
            failed |= integers_of(&g->outer[part], outer[part], s, g->common[1]);
    return failed;
}

int stage_weights_init(struct stage_weights *g, const struct tableau *t,
                       const struct forest *f) {
    const size_t trees = (size_t)f->count;
    const size_t numbers = trees * (size_t)t->stages;
    *g = (struct stage_weights){.stages = t->stages, .trees = trees};
    g->stage = integers_alloc(numbers);
    g->power = calloc(trees + 1, sizeof *g->power);
    bool complete = g->stage != NULL && g->power != NULL;
    for (int colour = 0; colour < 2; colour++) {
        g->summed[colour] = integers_alloc(numbers);
        g->is_summed[colour] = calloc(trees + 1, sizeof *g->is_summed[colour]);
        complete = complete && g->summed[colour] != NULL && g->is_summed[colour] != NULL;
    }
    return take_tableau(g, t) || !complete ? -1 : 0;
}
