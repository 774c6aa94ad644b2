/* Diagnoses of faults: sentences, features and verdicts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/tests/diagnosis/diagnosing.h"

/* The pair with an argument of N or f taken at the start of each half step, by the edge that
 * is cut off by it: s(t) = half(t) + 1/2 prod over children, where a child across the edge is
 * seen as it is at the start of the half step. */
struct cut_edge {
    enum tree_colour parent, child;
};

/* After one implicit Euler step of size a from 0: children across the edge are 0. */
static double one(const struct forest *f, int tree, double a, const struct cut_edge *c) {
    const struct tree *t = &f->tree[tree];
    double w = a * pow(a, t->time_leaves);
    for (int i = 0; i < t->children; i++)
        w *= t->colour == c->parent && f->tree[t->child[i]].colour == c->child
                 ? 0
                 : one(f, t->child[i], a, c);
    return w;
}

static double two(const struct forest *f, int tree, const struct cut_edge *c) {
    const struct tree *t = &f->tree[tree];
    double w = 0.5;
    for (int i = 0; i < t->children; i++)
        w *= t->colour == c->parent && f->tree[t->child[i]].colour == c->child
                 ? one(f, t->child[i], 0.5, c)
                 : two(f, t->child[i], c);
    return one(f, tree, 0.5, c) + w;
}

static void cut_result(mpfr_ptr weight, const struct forest *f, int tree,
                       const void *context) {
    mpfr_set_d(weight, two(f, tree, context), MPFR_RNDN);
}

static void cut_estimate(mpfr_ptr weight, const struct forest *f, int tree,
                         const void *context) {
    mpfr_set_d(weight, one(f, tree, 1, context) - two(f, tree, context), MPFR_RNDN);
}

Test(diagnosis, old_arguments_are_named_with_the_edge_that_fails) {
    static const struct {
        struct cut_edge edge;
        int failing; /* of 95 trees */
        const char *feature, *text;
    } cases[] = {
        {{TREE_Q, TREE_Q},
         31,
         "trees with an edge q-q",
         "This is backward Euler in two half steps, with N(q) frozen at the start of "
         "each "
         "sub-step."},
        {{TREE_V, TREE_Q},
         46,
         "trees with an edge v-q",
         "This is backward Euler in two half steps, with the force taken from the old "
         "position."},
        {{TREE_Q, TREE_V},
         39,
         "trees with an edge q-v",
         "This is backward Euler in two half steps, with positions advanced by the old "
         "velocity."},
        {{TREE_V, TREE_V},
         45,
         "trees with an edge v-v",
         "This is backward Euler in two half steps, with the force taken from the old "
         "velocity."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct made_weights w = {cut_result, cut_estimate, &cases[i].edge};
        for (int asked = 0; asked <= 1; asked++) {
            diagnosing_make(&w);
            diagnosing_find(asked ? "velocity-implicit-euler" : NULL);
            cr_expect(x.verdict == DIAGNOSIS_FAIL);
            cr_expect(x.failing == cases[i].failing, "%d", x.failing);
            cr_expect_str_eq(x.feature, cases[i].feature);
            cr_expect_str_eq(x.text, cases[i].text);
        }
    }
}

static void turned_estimate(mpfr_ptr weight, const struct forest *f, int tree,
                            const void *context) {
    cut_estimate(weight, f, tree, context);
    mpfr_neg(weight, weight, MPFR_RNDN);
}

/* Two faults at once: neither explains all, so the first deviation is told. */
Test(diagnosis, what_explains_the_result_alone_is_not_the_diagnosis) {
    const struct cut_edge edge = {TREE_Q, TREE_Q};
    const struct made_weights w = {cut_result, turned_estimate, &edge};
    diagnosing_make(&w);
    diagnosing_find("velocity-implicit-euler");
    cr_expect(x.verdict == DIAGNOSIS_FAIL);
    cr_expect(!x.fault.found, "%s", x.text);
    cr_expect(strstr(x.text, "the first deviation is q[q] = 1/4, not 3/4") != NULL, "%s",
              x.text);
}

/* The result is right, and the estimate no multiple of anything. */
Test(diagnosis, a_sign_lost_in_the_estimate_of_a_table_is_named) {
    enum known_variant variant;
    struct tableau t;
    cr_assert(known_build(&t, known_find("dormand-prince", &variant), KNOWN_AS_IT_IS) ==
              0);
    int last = t.stages - 1;
    double right = mpq_get_d(t.eq[last]);
    mpq_neg(t.eq[last], t.eq[last]);
    mpq_neg(t.ev[last], t.ev[last]);
    made_of_tableau(&e, FOREST_MECHANICAL, 4, 0, &t);
    diagnosing_find("dormand-prince");
    cr_expect(x.verdict == DIAGNOSIS_FAIL);
    cr_expect_str_eq(x.fault.id, "coefficient-e7");
    cr_expect(fabs(x.fault.size + 2 * right) < 1e-14, "%g", x.fault.size);
}

/* Semi-explicit Euler, velocities implicit, with k sweeps: trees of v nodes up to height k
 * are 1, q nodes on them, too. The number of trees that are then wrong is known. */
static int v_height(const struct forest *f, int tree) {
    const struct tree *t = &f->tree[tree];
    int highest = 0;
    for (int i = 0; i < t->children; i++) {
        int below = f->tree[t->child[i]].colour == TREE_Q ? -1 : v_height(f, t->child[i]);
        if (below < 0)
            return -1;
        highest = below > highest ? below : highest;
    }
    return highest + 1;
}

static void sweeps(mpfr_ptr weight, const struct forest *f, int tree,
                   const void *context) {
    const struct tree *t = &f->tree[tree];
    const int k = *(const int *)context;
    int height = v_height(f, tree);
    if (t->colour == TREE_Q)
        height = t->children == 0 ? 1 : t->children == 1 ? v_height(f, t->child[0]) : -1;
    if (t->colour == TREE_Q && t->children == 1 && f->tree[t->child[0]].colour == TREE_Q)
        height = -1;
    mpfr_set_si(weight, height >= 1 && height <= k, MPFR_RNDN);
}

Test(diagnosis, sweeps_that_end_too_soon_are_counted) {
    static const int failing[] = {0, 0, 8, 1};
    for (int k = 2; k <= 3; k++) {
        const struct made_weights w = {sweeps, NULL, &k};
        diagnosing_make(&w);
        diagnosing_find("semi-explicit-euler-velocity-implicit");
        cr_expect(x.failing == failing[k], "%d sweeps: %d", k, x.failing);
        cr_expect_str_eq(x.fault.id, "fixed-point-sweeps");
        cr_expect(x.fault.size == k);
        if (k == 3)
            cr_expect_str_eq(x.feature, "trees with a path v-v-v-v");
    }
}

Test(diagnosis, an_estimate_that_is_missing_is_told) {
    const struct made_weights w = {made_pair_result, NULL, NULL};
    diagnosing_make(&w);
    diagnosing_find("velocity-implicit-euler");
    cr_expect(strstr(x.text, "without an estimate") != NULL, "%s", x.text);
}

Test(diagnosis, an_unknown_expectation_is_refused) {
    made_evidence(&e, FOREST_PLAIN, 3, 0, &of_the_pair);
    cr_expect(diagnosis_find(&x, &e, "no-such-method", &d) != 0);
    cr_expect(strstr(d.text, "no-such-method") != NULL);
}
