/* Recipes: what sub-steps make of the trees, against closed rules.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/fingerprint/trees/recipe.h"
#include "harness/tests/closed_weights.h"

enum { bits = 128 };
static const double allowed = 1e-35;

struct recipe_case {
    struct forest f;
    struct recipe r;
    struct recipe_weights w;
};

static struct recipe_case begin(enum recipe_form form, bool doubled) {
    struct recipe_case c = {{0}, {0}, {0}};
    cr_assert(forest_all(&c.f, FOREST_MECHANICAL, 4) == 0);
    recipe_init(&c.r, form, doubled, bits);
    cr_assert(recipe_weights_alloc(&c.w, c.f.count, bits) == 0);
    return c;
}

static void expect_weight(const struct forest *f, int tree, mpfr_ptr is,
                          mpq_srcptr meant) {
    char *name = forest_text(f, tree);
    double value = mpfr_get_d(is, MPFR_RNDN);
    mpfr_sub_q(is, is, meant, MPFR_RNDN);
    cr_expect(fabs(mpfr_get_d(is, MPFR_RNDN)) <= allowed, "%s: %g, not %g", name, value,
              mpq_get_d(meant));
}

Test(recipe, the_pair_has_the_weights_of_its_closed_rule) {
    struct recipe_case c = begin(RECIPE_IMPLICIT_EULER, true);
    mpq_t s;
    mpq_init(s);
    cr_assert(recipe_weights(&c.w, &c.r, &c.f) == 0);
    for (int i = 0; i < c.f.count; i++) {
        closed_backward_euler(s, &c.f, i, 2, 2);
        expect_weight(&c.f, i, c.w.result[i], s);
        closed_pair_estimate(s, &c.f, i, 1);
        expect_weight(&c.f, i, c.w.estimate[i], s);
    }
}

typedef int closed_rule(const struct forest *f, int tree);

Test(recipe, single_steps_have_the_weights_of_their_closed_rules) {
    static const struct {
        enum recipe_form form;
        closed_rule *rule;
    } cases[] = {{RECIPE_EXPLICIT_EULER, closed_explicit_euler},
                 {RECIPE_GAMING, closed_gaming},
                 {RECIPE_POSITION_IMPLICIT, closed_position_implicit},
                 {RECIPE_VELOCITY_IMPLICIT, closed_velocity_implicit},
                 {RECIPE_MIDPOINT, NULL}};
    mpq_t w;
    mpq_init(w);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct recipe_case c = begin(cases[k].form, false);
        cr_assert(recipe_weights(&c.w, &c.r, &c.f) == 0);
        for (int i = 0; i < c.f.count; i++) {
            if (cases[k].rule == NULL)
                closed_midpoint(w, &c.f, i);
            else
                mpq_set_si(w, cases[k].rule(&c.f, i), 1);
            expect_weight(&c.f, i, c.w.result[i], w);
        }
    }
}

static int height(const struct forest *f, int tree) {
    int highest = 0;
    for (int i = 0; i < f->tree[tree].children; i++) {
        int below = height(f, f->tree[tree].child[i]);
        highest = below > highest ? below : highest;
    }
    return 1 + highest;
}

/* k fixed-point iterations from zero make the trees of height up to k right, and leave the
 * others at 0; a tree of height 1 with time leaves needs one. */
Test(recipe, fixed_point_iterations_make_trees_right_up_to_their_height) {
    for (int k = 1; k <= 4; k++) {
        struct recipe_case c = begin(RECIPE_IMPLICIT_EULER, false);
        c.r.iteration = RECIPE_FIXED_POINT;
        c.r.iterations = k;
        cr_assert(recipe_weights(&c.w, &c.r, &c.f) == 0);
        for (int i = 0; i < c.f.count; i++)
            cr_expect(mpfr_cmp_si(c.w.result[i], height(&c.f, i) <= k ? 1 : 0) == 0,
                      "%d iterations, tree %d", k, i);
    }
}

/* Newton's iterations make k towers v, v[v^2], v[v[v^2]^2] right, and chains at once. */
Test(recipe, newton_iterations_make_as_many_towers_right) {
    for (int kind = RECIPE_NEWTON; kind <= RECIPE_NEWTON_LAGGED; kind++)
        for (int k = 1; k <= 3; k++) {
            struct recipe_case c = begin(RECIPE_IMPLICIT_EULER, false);
            int tower = 0, chain, none = 0;
            tower = chain = forest_add(&c.f, TREE_V, 0, 0, &none);
            int towers[5] = {tower}, chains[5] = {chain};
            for (int n = 1; n < 5; n++) {
                const int two[2] = {towers[n - 1], towers[n - 1]};
                towers[n] = forest_add(&c.f, TREE_V, 0, 2, two);
                chains[n] = forest_add(&c.f, TREE_V, 0, 1, &chains[n - 1]);
            }
            recipe_weights_free(&c.w);
            cr_assert(recipe_weights_alloc(&c.w, c.f.count, bits) == 0);
            c.r.iteration = (enum recipe_iteration)kind;
            c.r.iterations = k;
            cr_assert(recipe_weights(&c.w, &c.r, &c.f) == 0);
            for (int n = 0; n < 5; n++) {
                double is = mpfr_get_d(c.w.result[towers[n]], MPFR_RNDN);
                cr_expect((is == 1) == (n < k), "%d iterations: tower %d is %g", k, n,
                          is);
                cr_expect(mpfr_cmp_ui(c.w.result[chains[n]], 1) == 0);
            }
        }
}

/* N of the iteration before: one lagged iteration sees N at the start, q[q] stays 0. */
Test(recipe, lagged_iterations_renew_the_map_one_late) {
    struct recipe_case c = begin(RECIPE_IMPLICIT_EULER, false);
    c.r.iteration = RECIPE_NEWTON_LAGGED;
    for (int k = 1; k <= 3; k++) {
        c.r.iterations = k;
        cr_assert(recipe_weights(&c.w, &c.r, &c.f) == 0);
        for (int i = 0; i < c.f.count; i++) {
            char *name = forest_text(&c.f, i);
            double is = mpfr_get_d(c.w.result[i], MPFR_RNDN);
            if (strcmp(name, "q[q]") == 0)
                cr_expect(is == (k >= 2), "%s: %g", name, is);
            if (strcmp(name, "q[q,v]") == 0)
                cr_expect(is == (k >= 2), "%s: %g", name, is);
            if (strcmp(name, "q[q[q]]") == 0)
                cr_expect(is == (k >= 3), "%s: %g", name, is);
        }
    }
}
