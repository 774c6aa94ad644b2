/* Sub-steps whose equations x1 = x0 + a F(x1) are left after a few iterations:
 *
 *     Newton       x' = x0 + a F(x) + a kappa J (x' - x), solved for x' tree by tree, J the
 *                  derivative of F at x or at the start, wrong by the factor kappa; F is theta
 *                  times what it is at x, and the rest of what it is at the start
 *     lagged       the same for the velocities alone, with q = q0 + a N(q_before) v
 *     fixed point  x' = x0 + a F(x); or colour by colour, the second seeing the first's x'
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/trees/recipe.h"

#include "ref/vector.h"

struct iteration {
    struct recipe_work *work;
    mpfr_t *before;    /* [trees] x */
    mpfr_t *predicted; /* [trees] lagged: q = q0 + a N(before) v, and v */
    mpfr_t sum, partial;
};

static mpfr_srcptr size_of(const struct recipe_work *w) {
    return w->recipe->number[w->sub_step][RECIPE_SIZE];
}

static bool is_q(const struct recipe_work *w, int tree) {
    return w->forest->tree[tree].colour == TREE_Q;
}

/* end := start + a [theta sum + (1 - theta) slope at the start] */
static void take_sum(struct iteration *it, int tree) {
    struct recipe_work *w = it->work;
    mpfr_srcptr theta =
        w->recipe->number[w->sub_step][is_q(w, tree) ? RECIPE_THETA_Q : RECIPE_THETA_V];
    recipe_product_at_start(w, w->term, tree);
    mpfr_sub(it->sum, it->sum, w->term, MPFR_RNDN);
    mpfr_mul(it->sum, it->sum, theta, MPFR_RNDN);
    mpfr_add(it->sum, it->sum, w->term, MPFR_RNDN);
    mpfr_mul(it->sum, it->sum, size_of(w), MPFR_RNDN);
    mpfr_add(w->end[tree], w->start[tree], it->sum, MPFR_RNDN);
}

/* The share of a child's value that a right side sees: alpha, 0 to 1. */
static mpfr_srcptr share_of(const struct recipe_work *w, int parent, int child) {
    enum recipe_number number =
        is_q(w, parent)
            ? (is_q(w, child) ? RECIPE_MAP_POSITION : RECIPE_MAP_VELOCITY)
            : (is_q(w, child) ? RECIPE_FORCE_POSITION : RECIPE_FORCE_VELOCITY);
    return w->recipe->number[w->sub_step][number];
}

/* sum += kappa d(product)/d(child i) times the change, which is in `partial` on entry. */
static void add_derivative(struct iteration *it, int tree, int i, const mpfr_t *x) {
    struct recipe_work *w = it->work;
    const mpfr_t *point = w->recipe->jacobian_of_start ? vector_const(w->start) : x;
    int child = w->forest->tree[tree].child[i];
    recipe_product(w, w->term, tree, point, i);
    mpfr_mul(w->term, w->term, it->partial, MPFR_RNDN);
    mpfr_mul(w->term, w->term, share_of(w, tree, child), MPFR_RNDN);
    mpfr_mul_d(w->term, w->term, w->recipe->jacobian_factor, MPFR_RNDN);
    mpfr_add(it->sum, it->sum, w->term, MPFR_RNDN);
}

static void newton(struct iteration *it, int tree) {
    struct recipe_work *w = it->work;
    const struct tree *t = &w->forest->tree[tree];
    recipe_product(w, it->sum, tree, vector_const(it->before), -1);
    for (int i = 0; i < t->children; i++) {
        mpfr_sub(it->partial, w->end[t->child[i]], it->before[t->child[i]], MPFR_RNDN);
        add_derivative(it, tree, i, vector_const(it->before));
    }
    take_sum(it, tree);
}

/* partial := how a child changes when the velocities do: a position by a N(before) of the
 * change. */
static void find_change(struct iteration *it, int child) {
    struct recipe_work *w = it->work;
    const struct tree *t = &w->forest->tree[child];
    if (!is_q(w, child)) {
        mpfr_sub(it->partial, w->end[child], it->before[child], MPFR_RNDN);
        return;
    }
    mpfr_set_zero(it->partial, 0);
    for (int i = 0; i < t->children; i++) {
        int c = t->child[i];
        if (is_q(w, c))
            continue;
        recipe_product(w, w->term, child, vector_const(it->before), i);
        mpfr_sub(it->partial, w->end[c], it->before[c], MPFR_RNDN);
        mpfr_mul(it->partial, it->partial, w->term, MPFR_RNDN);
        mpfr_mul(it->partial, it->partial, size_of(w), MPFR_RNDN);
    }
}

static void predict_positions(struct iteration *it) {
    struct recipe_work *w = it->work;
    for (int i = 0; i < w->forest->count; i++) {
        mpfr_set(it->predicted[i], it->before[i], MPFR_RNDN);
        if (!is_q(w, i))
            continue;
        recipe_product(w, it->predicted[i], i, vector_const(it->before), -1);
        mpfr_mul(it->predicted[i], it->predicted[i], size_of(w), MPFR_RNDN);
        mpfr_add(it->predicted[i], it->predicted[i], w->start[i], MPFR_RNDN);
    }
}

static void newton_for_velocity(struct iteration *it, int tree) {
    struct recipe_work *w = it->work;
    const struct tree *t = &w->forest->tree[tree];
    if (is_q(w, tree)) { /* N of the iteration before, times the new velocity */
        mpfr_t *before = it->before;
        recipe_product(w, it->sum, tree, vector_const(before), -1);
        for (int i = 0; i < t->children; i++) {
            if (is_q(w, t->child[i]))
                continue;
            recipe_product(w, it->sum, tree, vector_const(before), i);
            mpfr_mul(it->sum, it->sum, w->end[t->child[i]], MPFR_RNDN);
        }
        take_sum(it, tree);
        return;
    }
    recipe_product(w, it->sum, tree, vector_const(it->predicted), -1);
    for (int i = 0; i < t->children; i++) {
        find_change(it, t->child[i]);
        add_derivative(it, tree, i, vector_const(it->predicted));
    }
    take_sum(it, tree);
}

/* All trees of one colour; or of both. */
static void substitute(struct iteration *it, bool q, bool v) {
    struct recipe_work *w = it->work;
    for (int i = 0; i < w->forest->count; i++) {
        if (!(is_q(w, i) ? q : v))
            continue;
        recipe_product(w, it->sum, i, vector_const(it->before), -1);
        take_sum(it, i);
    }
}

/* What follows sees the values of this colour as they have become. */
static void show_colour(struct iteration *it, bool q) {
    for (int i = 0; i < it->work->forest->count; i++)
        if (is_q(it->work, i) == q)
            mpfr_set(it->before[i], it->work->end[i], MPFR_RNDN);
}

static void iterate_once(struct iteration *it) {
    const int count = it->work->forest->count;
    switch (it->work->recipe->iteration) {
    case RECIPE_NEWTON:
        for (int i = 0; i < count; i++)
            newton(it, i);
        break;
    case RECIPE_NEWTON_LAGGED:
        predict_positions(it);
        for (int i = 0; i < count; i++)
            newton_for_velocity(it, i);
        break;
    case RECIPE_SWEEP:
    case RECIPE_SWEEP_BACK: {
        bool q_first = it->work->recipe->iteration == RECIPE_SWEEP_BACK;
        substitute(it, q_first, !q_first);
        show_colour(it, q_first);
        substitute(it, !q_first, q_first);
        break;
    }
    case RECIPE_FIXED_POINT:
    case RECIPE_SOLVED:
    case RECIPE_ITERATIONS: substitute(it, true, true); break;
    }
}

int recipe_iterate(struct recipe_work *w) {
    const int count = w->forest->count;
    const mpfr_prec_t bits = mpfr_get_prec(w->time);
    struct iteration it = {.work = w};
    it.before = vector_alloc(count, bits);
    it.predicted = vector_alloc(count, bits);
    int failed = it.before == NULL || it.predicted == NULL;
    mpfr_inits2(bits, it.sum, it.partial, (mpfr_ptr)NULL);
    for (int k = 0; k < w->recipe->iterations && !failed; k++) {
        vector_set(it.before, vector_const(w->end), count);
        iterate_once(&it);
    }
    mpfr_clears(it.sum, it.partial, (mpfr_ptr)NULL);
    vector_free(it.before, count);
    vector_free(it.predicted, count);
    return failed;
}
