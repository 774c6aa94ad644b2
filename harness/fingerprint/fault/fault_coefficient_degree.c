/* The degree of a tree's weight as a polynomial in one coefficient, from above: in
 *
 *     g_i(t) = prod over children u of sum_j a_ij g_j(u)
 *
 * degrees add over the children, and are the largest over j.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/fingerprint/fault/fault_coefficient.h"

struct degrees {
    const struct tableau *table;
    const struct coefficient_place *place;
    const struct forest *forest;
    int *stage; /* of g_i [trees*stages] */
};

static int larger(int a, int b) {
    return a > b ? a : b;
}

static bool is_entry(const struct coefficient_place *p, int part, int i, int j) {
    if (p->kind == COEFFICIENT_A)
        return (p->parts >> part & 1) != 0 && p->i == i && p->j == j;
    return p->kind == COEFFICIENT_B && p->row == i && p->i == j;
}

static bool is_node(const struct coefficient_place *p, int i) {
    return (p->kind == COEFFICIENT_C || (p->kind == COEFFICIENT_A && p->moves_node)) &&
           p->i == i;
}

static bool is_weight(const struct coefficient_place *p, enum tree_colour colour, int i) {
    return p->kind == COEFFICIENT_B && (p->parts >> colour & 1) != 0 && p->i == i;
}

static bool is_of_estimate(const struct coefficient_place *p, enum tree_colour colour,
                           int i) {
    return (p->kind == COEFFICIENT_E && (p->parts >> colour & 1) != 0 && p->i == i) ||
           (p->kind == COEFFICIENT_B && p->changes_estimate && p->i == i);
}

/* Of what stage i sums up of a child. */
static int of_child(const struct degrees *d, enum tableau_part part, int child, int i) {
    const int s = d->table->stages;
    int most = 0;
    for (int j = 0; j < s; j++) {
        const bool is = is_entry(d->place, part, i, j);
        if (is || mpq_sgn(d->table->a[part][i * s + j]) != 0)
            most = larger(most, is + d->stage[child * s + j]);
    }
    return most;
}

static enum tableau_part part_between(enum tree_colour parent, enum tree_colour child) {
    if (parent == TREE_Q)
        return child == TREE_Q ? TABLEAU_QQ : TABLEAU_QV;
    return child == TREE_Q ? TABLEAU_VQ : TABLEAU_VV;
}

static int of_stage(const struct degrees *d, const struct tree *root, int i) {
    const int s = d->table->stages;
    int degree = is_node(d->place, i) ? root->time_leaves : 0;
    for (int k = 0; k < root->children; k++) {
        const enum tree_colour colour = d->forest->tree[root->child[k]].colour;
        degree += of_child(d, part_between(root->colour, colour), root->child[k], i);
    }
    if (root->children == 1) /* a Rosenbrock method's G */
        for (int j = 0; j < s; j++)
            if (mpq_sgn(d->table->gamma[i * s + j]) != 0)
                degree = larger(degree, d->stage[root->child[0] * s + j]);
    return degree;
}

/* Of sum_i b_i g_i, in which b_i may be the coefficient. */
static int of_sum(const struct degrees *d, int tree, mpq_t *weight,
                  bool (*is)(const struct coefficient_place *p, enum tree_colour colour,
                             int i)) {
    const int s = d->table->stages;
    int most = 0;
    for (int i = 0; i < s; i++) {
        const bool is_here = is(d->place, d->forest->tree[tree].colour, i);
        if (is_here || mpq_sgn(weight[i]) != 0)
            most = larger(most, is_here + d->stage[tree * s + i]);
    }
    return most;
}

int coefficient_degrees(int *result, int *estimate, const struct tableau *t,
                        const struct coefficient_place *place, const struct forest *f) {
    struct degrees d = {.table = t, .place = place, .forest = f};
    d.stage = calloc((size_t)(f->count * t->stages) + 1, sizeof *d.stage);
    if (d.stage == NULL)
        return -1;
    for (int k = 0; k < f->count; k++) {
        const bool is_q = f->tree[k].colour == TREE_Q;
        for (int i = 0; i < t->stages; i++)
            d.stage[k * t->stages + i] = of_stage(&d, &f->tree[k], i);
        result[k] = of_sum(&d, k, is_q ? t->bq : t->bv, is_weight);
        if (t->ev != NULL)
            estimate[k] = of_sum(&d, k, is_q ? t->eq : t->ev, is_of_estimate);
    }
    free(d.stage);
    return 0;
}
