/* The right-hand side of a tree: products of what its children are.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/trees/recipe.h"

mpfr_srcptr recipe_number_of(const struct recipe_work *w, enum recipe_number number) {
    return w->recipe->number[w->sub_step][number];
}

static mpfr_srcptr alpha_of(const struct recipe_work *w, enum tree_colour parent,
                            enum tree_colour child) {
    if (parent == TREE_Q)
        return recipe_number_of(w, child == TREE_Q ? RECIPE_MAP_POSITION
                                                   : RECIPE_MAP_VELOCITY);
    return recipe_number_of(w, child == TREE_Q ? RECIPE_FORCE_POSITION
                                               : RECIPE_FORCE_VELOCITY);
}

void recipe_product(struct recipe_work *w, mpfr_ptr out, int tree, const mpfr_t *x,
                    int skip) {
    const struct tree *t = &w->forest->tree[tree];
    mpfr_set_ui(out, 1, MPFR_RNDN);
    for (int i = 0; i < t->children; i++) {
        int c = t->child[i];
        if (i == skip)
            continue;
        mpfr_sub(w->factor, x[c], w->start[c], MPFR_RNDN);
        mpfr_mul(w->factor, w->factor, alpha_of(w, t->colour, w->forest->tree[c].colour),
                 MPFR_RNDN);
        mpfr_add(w->factor, w->factor, w->start[c], MPFR_RNDN);
        mpfr_mul(out, out, w->factor, MPFR_RNDN);
    }
    mpfr_pow_ui(w->power, w->time, (unsigned long)t->time_leaves, MPFR_RNDN);
    mpfr_mul(out, out, w->power, MPFR_RNDN);
}

void recipe_product_at_start(struct recipe_work *w, mpfr_ptr out, int tree) {
    const struct tree *t = &w->forest->tree[tree];
    mpfr_pow_ui(out, recipe_number_of(w, RECIPE_START_TIME),
                (unsigned long)t->time_leaves, MPFR_RNDN);
    for (int i = 0; i < t->children; i++)
        mpfr_mul(out, out, w->start[t->child[i]], MPFR_RNDN);
}
