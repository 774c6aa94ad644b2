/* Naming each known method from its own weights.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/fingerprint/name/name.h"
#include "harness/tests/made_evidence.h"
#include "harness/tests/fingerprint/theta.h"
#include "ref/vector.h"

/* Methods that are the same as far as the trees go may be named for each other. */
static bool is_same(const struct evidence *e, const struct name *n) {
    struct judge_weights w;
    cr_assert(judge_known(&w, &e->judge, n->method, n->variant) == 0);
    return judge_all(&e->judge, evidence_result(e), vector_const(w.result)) &&
           (evidence_estimate(e) == NULL) == (w.estimate == NULL) &&
           (w.estimate == NULL ||
            judge_all(&e->judge, evidence_estimate(e), vector_const(w.estimate)));
}

Test(name, every_known_method_is_named_from_its_own_weights) {
    for (const struct known_method *m = known_methods(); m->name != NULL; m++)
        for (int v = 0; v < KNOWN_VARIANTS; v++) {
            char key[NAME_TEXT];
            struct evidence e;
            struct name n;
            if (!known_has_variant(m, (enum known_variant)v))
                continue;
            name_key(key, m, (enum known_variant)v);
            made_of_known(&e, FOREST_MECHANICAL, v == 0 ? 4 : 3, 0, key);
            cr_assert(name_find(&n, &e, NULL) == 0);
            cr_expect(n.method != NULL && n.estimate_too, "%s is not named", key);
            cr_expect(n.method != NULL && is_same(&e, &n), "%s is named %s", key,
                      n.method != NULL ? n.method->name : "nothing");
        }
}

Test(name, the_preferred_one_of_equal_methods_is_taken) {
    struct evidence e;
    struct name n;
    made_of_known(&e, FOREST_MECHANICAL, 4, 0, "implicit-euler");
    cr_assert(name_find(&n, &e, "implicit-euler") == 0);
    cr_expect_str_eq(n.method->name, "implicit-euler");
    cr_assert(name_find(&n, &e, "heun") == 0);
    cr_expect_str_eq(n.method->name, "velocity-implicit-euler");
}

/* 4 (big - small): the result is the pair's, the estimate is not. */
static void four_times(mpfr_ptr weight, const struct forest *f, int tree,
                       const void *context) {
    made_pair_estimate(weight, f, tree, context);
    mpfr_mul_ui(weight, weight, 4, MPFR_RNDN);
}

Test(name, a_result_with_another_estimate_is_named_as_doubled) {
    const struct made_weights w = {made_pair_result, four_times, NULL};
    struct evidence e;
    struct name n;
    char title[NAME_TEXT], key[NAME_TEXT];
    made_evidence(&e, FOREST_PLAIN, 5, 0, &w);
    cr_assert(name_find(&n, &e, NULL) == 0);
    cr_assert(n.method != NULL);
    cr_expect(!n.estimate_too);
    name_title(title, n.method, n.variant);
    name_key(key, n.method, n.variant);
    cr_expect_str_eq(title, "backward Euler in two half steps");
    cr_expect_str_eq(key, "backward-euler:doubled");
}

/* 1 / (1 + number of nodes): no method's. */
static void strange(mpfr_ptr weight, const struct forest *f, int tree,
                    const void *context) {
    (void)context;
    mpfr_set_d(weight, f->tree[tree].order == 1 ? 1 : 1 / (1.37 + f->tree[tree].order),
               MPFR_RNDN);
}

Test(name, what_is_unknown_has_no_name) {
    const struct made_weights w = {strange, NULL, NULL};
    struct evidence e;
    struct name n;
    made_evidence(&e, FOREST_MECHANICAL, 3, 0, &w);
    cr_assert(name_find(&n, &e, NULL) == 0);
    cr_expect(n.method == NULL);
}

/* One tree of the largest off by twice what is allowed. */
static void nearly(mpfr_ptr weight, const struct forest *f, int tree,
                   const void *context) {
    made_pair_result(weight, f, tree, context);
    if (tree == f->count - 1)
        mpfr_add_d(weight, weight, 0x1p-43, MPFR_RNDN);
}

Test(name, one_tree_that_is_off_is_enough) {
    const struct made_weights w = {nearly, made_pair_estimate, NULL};
    struct evidence e;
    struct name n;
    made_evidence(&e, FOREST_MECHANICAL, 4, 0, &w);
    cr_assert(name_find(&n, &e, NULL) == 0);
    cr_expect(n.method == NULL);
    cr_assert(name_nearest(&n, &e) == 0);
    cr_expect_str_eq(n.method->name, "velocity-implicit-euler");
    cr_expect(n.nearest_equal > 90);
}

/* A theta method: nearly all weights are others than the trapezoid rule's, by 0.6 % at most. */
Test(name, a_method_with_every_weight_off_a_little_is_like_its_neighbour) {
    static const char *const thetas[] = {"499/1000", "437/1000"};
    for (int i = 0; i < 2; i++) {
        struct tableau t;
        struct evidence e;
        struct name n;
        mpq_t theta;
        mpq_init(theta);
        mpq_set_str(theta, thetas[i], 10);
        cr_assert(tableau_theta(&t, theta) == 0);
        made_of_tableau(&e, FOREST_PLAIN, 4, 0, &t);
        cr_assert(name_nearest(&n, &e) == 0 && n.method != NULL);
        cr_expect((i == 0) == n.is_like, "%s", thetas[i]);
        if (i == 0)
            cr_expect_str_eq(n.method->name, "trapezoid");
    }
}

/* Through order 4 all methods of order 5 are the same; their chains and bushes are not. */
Test(name, methods_of_high_order_are_told_apart_beyond_the_trees) {
    static const char *const keys[] = {"cash-karp", "dormand-prince", "fehlberg-54",
                                       "radau-2a-5"};
    for (int i = 0; i < 4; i++) {
        enum known_variant variant;
        struct evidence e;
        struct families f;
        struct judge_weights w;
        struct name n;
        const struct known_method *m = known_find(keys[i], &variant);
        made_of_known(&e, FOREST_MECHANICAL, 4, 0, keys[i]);
        cr_assert(families_trees(&f, FOREST_MECHANICAL) == 0);
        f.judge = judge_make(&f.forest, &e.of[0].probe, 0);
        cr_assert(judge_known(&w, &f.judge, m, variant) == 0);
        f.weights = (struct weights){.count = f.forest.count, .result = w.result};
        f.made = true;
        e.families = &f;
        cr_assert(name_find(&n, &e, NULL) == 0);
        cr_assert(n.method != NULL, "%s", keys[i]);
        cr_expect_str_eq(n.method->name, keys[i]);
        families_free(&f);
        w.result = NULL;
    }
}
