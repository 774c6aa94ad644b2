/* Sub-steps on the trees. The trees stand in ascending order, so that a sub-step's equations
 * are triangular: solved one tree after the other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/trees/recipe.h"

#include "ref/vector.h"

/* end of the tree := start + a (theta slope + (1 - theta) slope at the start), the slope
 * being in `end`. */
static void take_sub_step(struct recipe_work *w, int tree) {
    bool is_q = w->forest->tree[tree].colour == TREE_Q;
    mpfr_srcptr theta = recipe_number_of(w, is_q ? RECIPE_THETA_Q : RECIPE_THETA_V);
    recipe_product_at_start(w, w->term, tree);
    mpfr_sub(w->end[tree], w->end[tree], w->term, MPFR_RNDN);
    mpfr_mul(w->end[tree], w->end[tree], theta, MPFR_RNDN);
    mpfr_add(w->end[tree], w->end[tree], w->term, MPFR_RNDN);
    mpfr_mul(w->end[tree], w->end[tree], recipe_number_of(w, RECIPE_SIZE), MPFR_RNDN);
    mpfr_mul(w->end[tree], w->end[tree],
             recipe_number_of(w, is_q ? RECIPE_MAP_FACTOR : RECIPE_FORCE_FACTOR),
             MPFR_RNDN);
    mpfr_add(w->end[tree], w->end[tree], w->start[tree], MPFR_RNDN);
}

/* The factors of N that come from elsewhere: `other` in place of the end. */
static void product_with_map(struct recipe_work *w, mpfr_ptr out, int tree,
                             const mpfr_t *other) {
    const struct tree *t = &w->forest->tree[tree];
    mpfr_set_ui(out, 1, MPFR_RNDN);
    for (int i = 0; i < t->children; i++) {
        int c = t->child[i];
        mpfr_mul(out, out, w->forest->tree[c].colour == TREE_Q ? other[c] : w->end[c],
                 MPFR_RNDN);
    }
}

/* other := where q would be with N at the start: with the velocity at the start (the explicit
 * predictor), or at the end (the first of the iterations). */
static void predict(struct recipe_work *w, mpfr_ptr out, int tree, bool at_start) {
    const struct tree *t = &w->forest->tree[tree];
    mpfr_set(out, recipe_number_of(w, RECIPE_SIZE), MPFR_RNDN);
    for (int i = 0; i < t->children; i++) {
        int c = t->child[i];
        bool of_start = at_start || w->forest->tree[c].colour == TREE_Q;
        mpfr_mul(out, out, of_start ? w->start[c] : w->end[c], MPFR_RNDN);
    }
    mpfr_add(out, out, w->start[tree], MPFR_RNDN);
}

static int solve(struct recipe_work *w) {
    const struct recipe *r = w->recipe;
    bool elsewhere = r->predicted_map || r->refreshed_once;
    mpfr_t *other = vector_alloc(w->forest->count, mpfr_get_prec(w->time));
    for (int i = 0; i < w->forest->count && other != NULL; i++) {
        bool is_q = w->forest->tree[i].colour == TREE_Q;
        if (elsewhere && is_q) {
            product_with_map(w, w->end[i], i, vector_const(other));
            predict(w, other[i], i, r->predicted_map);
        } else {
            recipe_product(w, w->end[i], i, vector_const(w->end), -1);
        }
        take_sub_step(w, i);
    }
    int failed = other == NULL;
    vector_free(other, w->forest->count);
    return failed;
}

/* Iterations begin at the start, or (the half steps') at what the large step has come to by
 * then: half way, or its end. */
static void set_guess(struct recipe_work *w, const struct recipe_weights *all) {
    bool large = w->recipe->starts_from_large && w->sub_step != RECIPE_LARGE;
    for (int i = 0; i < w->forest->count; i++) {
        mpfr_set(w->end[i], large ? all->increment[RECIPE_LARGE][i] : w->start[i],
                 MPFR_RNDN);
        if (large && w->sub_step == RECIPE_FIRST)
            mpfr_div_2ui(w->end[i], w->end[i], 1, MPFR_RNDN);
    }
}

static int make_sub_step(struct recipe_work *w, struct recipe_weights *all) {
    mpfr_mul(w->time, recipe_number_of(w, RECIPE_SIZE),
             recipe_number_of(w, RECIPE_FORCE_TIME), MPFR_RNDN);
    mpfr_add(w->time, w->time, recipe_number_of(w, RECIPE_START_TIME), MPFR_RNDN);
    for (int i = 0; i < w->forest->count; i++) {
        mpfr_mul(w->start[i], recipe_number_of(w, RECIPE_FROM_LARGE),
                 all->increment[RECIPE_LARGE][i], MPFR_RNDN);
        mpfr_mul(w->term, recipe_number_of(w, RECIPE_FROM_FIRST),
                 all->increment[RECIPE_FIRST][i], MPFR_RNDN);
        mpfr_add(w->start[i], w->start[i], w->term, MPFR_RNDN);
    }
    w->end = all->increment[w->sub_step];
    if (w->recipe->iteration == RECIPE_SOLVED)
        return solve(w);
    set_guess(w, all);
    return recipe_iterate(w);
}

static void sum_up(struct recipe_weights *w, const struct recipe *r,
                   const struct forest *f) {
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(w->result[0]));
    for (int i = 0; i < f->count; i++) {
        enum recipe_number part =
            f->tree[i].colour == TREE_Q ? RECIPE_IN_ESTIMATE_Q : RECIPE_IN_ESTIMATE_V;
        mpfr_set_zero(w->result[i], 0);
        mpfr_set_zero(w->estimate[i], 0);
        for (int s = 0; s < (r->doubled ? RECIPE_SUB_STEPS : 1); s++) {
            mpfr_mul(term, w->increment[s][i], r->number[s][RECIPE_IN_RESULT], MPFR_RNDN);
            mpfr_add(w->result[i], w->result[i], term, MPFR_RNDN);
            mpfr_mul(term, w->increment[s][i], r->number[s][part], MPFR_RNDN);
            mpfr_add(w->estimate[i], w->estimate[i], term, MPFR_RNDN);
        }
    }
    mpfr_clear(term);
}

/* A sub-step's work ends where it ends; what it adds is without its start. */
static void take_start_off(struct recipe_work *w) {
    for (int i = 0; i < w->forest->count; i++)
        mpfr_sub(w->end[i], w->end[i], w->start[i], MPFR_RNDN);
}

int recipe_weights(struct recipe_weights *w, const struct recipe *r,
                   const struct forest *f) {
    const mpfr_prec_t bits = mpfr_get_prec(r->number[0][0]);
    struct recipe_work work = {.recipe = r, .forest = f};
    work.start = vector_alloc(f->count, bits);
    int failed = work.start == NULL;
    mpfr_inits2(bits, work.time, work.factor, work.power, work.term, (mpfr_ptr)NULL);
    for (int s = 0; s < (r->doubled ? RECIPE_SUB_STEPS : 1) && !failed; s++) {
        work.sub_step = (enum recipe_sub_step)s;
        failed = make_sub_step(&work, w);
        if (!failed)
            take_start_off(&work);
    }
    if (!failed)
        sum_up(w, r, f);
    mpfr_clears(work.time, work.factor, work.power, work.term, (mpfr_ptr)NULL);
    vector_free(work.start, f->count);
    return failed;
}
