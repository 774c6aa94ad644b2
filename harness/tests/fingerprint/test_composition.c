/* The composition law, on weights of which two steps are known in closed form.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/fingerprint/trees/composition.h"
#include "harness/tests/closed_weights.h"
#include "ref/vector.h"

enum { bits = 128 };
static const double allowed = 1e-35;

struct case_of {
    struct forest f;
    mpfr_t *a, *b, *product, *size, *expected;
};

static struct case_of begin(enum forest_family family, int order) {
    struct case_of c = {{0}, NULL, NULL, NULL, NULL, NULL};
    cr_assert(forest_all(&c.f, family, order) == 0);
    c.a = vector_alloc(c.f.count, bits);
    c.b = vector_alloc(c.f.count, bits);
    c.product = vector_alloc(c.f.count, bits);
    c.size = vector_alloc(c.f.count, bits);
    c.expected = vector_alloc(c.f.count, bits);
    return c;
}

static void expect_product(const struct case_of *c) {
    for (int i = 0; i < c->f.count; i++) {
        char *name = forest_text(&c->f, i);
        double is = mpfr_get_d(c->product[i], MPFR_RNDN);
        double meant = mpfr_get_d(c->expected[i], MPFR_RNDN);
        mpfr_sub(c->product[i], c->product[i], c->expected[i], MPFR_RNDN);
        cr_expect(fabs(mpfr_get_d(c->product[i], MPFR_RNDN)) <= allowed, "%s: %g, not %g",
                  name, is, meant);
    }
}

/* The exact flow of h twice is that of 2 h: 2^|t| / gamma. */
Test(composition, of_the_exact_flow_is_the_flow_of_twice_the_time) {
    for (int family = FOREST_PLAIN; family <= FOREST_MECHANICAL; family++) {
        struct case_of c = begin((enum forest_family)family, 5);
        mpz_t density;
        mpz_init(density);
        for (int i = 0; i < c.f.count; i++) {
            forest_density(density, &c.f, i);
            mpfr_set_z(c.a[i], density, MPFR_RNDN);
            mpfr_ui_div(c.a[i], 1, c.a[i], MPFR_RNDN);
            mpfr_mul_2si(c.expected[i], c.a[i], c.f.tree[i].order, MPFR_RNDN);
        }
        cr_assert(composition_weights(c.product, c.size, &c.f, vector_const(c.a),
                                      vector_const(c.a), false) == 0);
        expect_product(&c);
    }
}

/* Two steps of backward Euler, by their own closed rule; and the second step's estimate. */
Test(composition, of_backward_euler_and_its_estimate_is_what_two_steps_are) {
    struct case_of c = begin(FOREST_MECHANICAL, 4);
    mpq_t x;
    mpq_init(x);
    for (int i = 0; i < c.f.count; i++) {
        closed_backward_euler(x, &c.f, i, 2, 2);
        mpfr_set_q(c.a[i], x, MPFR_RNDN);
        mpfr_ui_sub(c.b[i], 1, c.a[i], MPFR_RNDN);
        closed_backward_euler(x, &c.f, i, 2, 4);
        mpfr_set_q(c.expected[i], x, MPFR_RNDN);
    }
    cr_assert(composition_weights(c.product, c.size, &c.f, vector_const(c.a),
                                  vector_const(c.a), false) == 0);
    expect_product(&c);
    for (int i = 0; i < c.f.count; i++) {
        closed_pair_estimate(x, &c.f, i, 2);
        mpfr_set_q(c.expected[i], x, MPFR_RNDN);
    }
    cr_assert(composition_weights(c.product, c.size, &c.f, vector_const(c.a),
                                  vector_const(c.b), true) == 0);
    expect_product(&c);
}

Test(composition, needs_every_tree_that_cutting_leaves) {
    struct case_of c = begin(FOREST_PLAIN, 3);
    int leaf = 0, tower, deep;
    leaf = forest_add(&c.f, TREE_V, 0, 0, &leaf);
    tower = forest_add(&c.f, TREE_V, 0, 1, &leaf);
    const int children[4] = {tower, tower, tower, tower};
    deep = forest_add(&c.f, TREE_V, 0, 4, children);
    cr_assert(deep >= 0);
    mpfr_t *w = vector_alloc(c.f.count, bits), *p = vector_alloc(c.f.count, bits);
    cr_expect(composition_weights(p, w, &c.f, vector_const(w), vector_const(w), false) !=
              0);
}
