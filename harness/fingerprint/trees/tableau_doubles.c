/* The weights of a tableau in double, and how far rounding may take them: each product and each sum
 * is off by 2^-53 of itself, which is at most that share of what all absolute values would give.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/fingerprint/trees/stage_weights.h"

/* Of each coefficient and each stage's weight, the number and the sum of absolute values. */
struct doubles {
    int stages;
    double *a[TABLEAU_PARTS], *gamma, *gamma_time, *c, *outer[OUTER_PARTS];
    double *stage, *size; /* [trees*stages] */
    double *all;
};

/* `to` := the rationals, NULL: all 0. What is behind them. */
static double *take(double **to, double *room, mpq_t *from, int count) {
    *to = room;
    for (int i = 0; i < count; i++)
        room[i] = from != NULL ? mpq_get_d(from[i]) : 0;
    return room + count;
}

static int take_tableau(struct doubles *d, const struct tableau *t, int trees) {
    const int s = t->stages, squared = s * s;
    mpq_t *const outer[OUTER_PARTS] = {t->bq, t->bv, t->eq, t->ev};
    d->stages = s;
    d->all = calloc(
        (size_t)((TABLEAU_PARTS + 1) * squared + (OUTER_PARTS + 2) * s + 2 * trees * s) +
            1,
        sizeof *d->all);
    if (d->all == NULL)
        return -1;
    double *room = d->all;
    for (int part = 0; part < TABLEAU_PARTS; part++)
        room = take(&d->a[part], room, t->a[part], squared);
    room = take(&d->gamma, room, t->gamma, squared);
    room = take(&d->gamma_time, room, t->gamma_time, s);
    for (int k = 0; k < squared && t->gamma_time == NULL; k++)
        d->gamma_time[k / s] += d->gamma[k];
    room = take(&d->c, room, t->c, s);
    for (int part = 0; part < OUTER_PARTS; part++)
        room = take(&d->outer[part], room, outer[part], s);
    d->stage = room;
    d->size = room + trees * s;
    return 0;
}

/* sum := sum_j row_j g_j of a tree; size := that of the absolute values. */
static void sum_stages(const struct doubles *d, const double *row, int tree, double *sum,
                       double *size) {
    const double *g = d->stage + tree * d->stages, *of = d->size + tree * d->stages;
    *sum = *size = 0;
    for (int j = 0; j < d->stages; j++) {
        *sum += row[j] * g[j];
        *size += fabs(row[j]) * of[j];
    }
}

static void find_stage(const struct doubles *d, const struct forest *f, int index,
                       int i) {
    const struct tree *root = &f->tree[index];
    double g = 1, size = 1, sum, of_sum;
    for (int leaf = 0; leaf < root->time_leaves; leaf++) {
        g *= d->c[i];
        size *= fabs(d->c[i]);
    }
    for (int k = 0; k < root->children; k++) {
        const enum tableau_part part = (enum tableau_part)(
            2 * (root->colour == TREE_V) + (f->tree[root->child[k]].colour == TREE_V));
        sum_stages(d, d->a[part] + i * d->stages, root->child[k], &sum, &of_sum);
        g *= sum;
        size *= of_sum;
    }
    if (root->children + root->time_leaves == 1) {
        sum = d->gamma_time[i];
        of_sum = fabs(sum);
        if (root->children == 1)
            sum_stages(d, d->gamma + i * d->stages, root->child[0], &sum, &of_sum);
        g += sum;
        size += of_sum;
    }
    d->stage[index * d->stages + i] = g;
    d->size[index * d->stages + i] = size;
}

/* How many roundings there are on the way to a weight, of coefficients among them. */
static int count_roundings(const struct doubles *d, const struct tree *t) {
    return (t->order + 1) * (2 * d->stages + 8);
}

int tableau_doubles(double *result, double *estimate, const struct tableau *t,
                    const struct forest *f) {
    struct doubles d;
    if (take_tableau(&d, t, f->count))
        return -1;
    for (int k = 0; k < f->count; k++) {
        const struct tree *tree = &f->tree[k];
        const double off = 0x1p-52 * count_roundings(&d, tree);
        double size;
        for (int i = 0; i < d.stages; i++)
            find_stage(&d, f, k, i);
        sum_stages(&d, d.outer[stage_weights_result(tree)], k, &result[k], &size);
        result[f->count + k] = off * size;
        sum_stages(&d, d.outer[stage_weights_estimate(tree)], k, &estimate[k], &size);
        estimate[f->count + k] = off * size;
    }
    free(d.all);
    return 0;
}
