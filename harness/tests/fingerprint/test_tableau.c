/* Weights of tableaux against closed rules, a table worked out by hand, and identities
 * between methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/fingerprint/trees/tableau.h"
#include "harness/tests/closed_weights.h"
#include "harness/tests/fingerprint/theta.h"

enum { ORDER = 5 };

static struct tableau tableau_of(const char *name) {
    enum known_variant variant = KNOWN_AS_IT_IS;
    struct tableau t;
    const struct known_method *m = known_find(name, &variant);
    cr_assert(m != NULL, "%s", name);
    cr_assert(known_build(&t, m, variant) == 0);
    return t;
}

static struct weights_q weights_of(const struct tableau *t, const struct forest *f) {
    struct weights_q w;
    cr_assert(tableau_weights(&w, t, f) == 0 && w.count == f->count);
    return w;
}

static struct weights_q weights_by_name(const char *name, const struct forest *f) {
    struct tableau t = tableau_of(name);
    return weights_of(&t, f);
}

static struct forest mechanical_forest(int order) {
    struct forest f;
    cr_assert(forest_all(&f, FOREST_MECHANICAL, order) == 0);
    return f;
}

static void expect_equal(mpq_srcptr found, mpq_srcptr expected, const struct forest *f,
                         int tree, const char *what) {
    if (mpq_equal(found, expected))
        return;
    char *text = forest_text(f, tree);
    cr_expect_fail("%s, %s: %s, not %s", what, text, mpq_get_str(NULL, 10, found),
                   mpq_get_str(NULL, 10, expected));
}

Test(tableau, gives_the_pair_the_weights_of_its_recursion) {
    static const char *const name[] = {"velocity-implicit-euler", "implicit-euler",
                                       "backward-euler:doubled"};
    struct forest f = mechanical_forest(ORDER);
    mpq_t expected;
    mpq_init(expected);
    for (int k = 0; k < 3; k++) {
        struct weights_q w = weights_by_name(name[k], &f);
        cr_assert(w.estimate != NULL);
        for (int t = 0; t < f.count; t++) {
            closed_backward_euler(expected, &f, t, 2, 2);
            expect_equal(w.result[t], expected, &f, t, "small");
            closed_pair_estimate(expected, &f, t, 1);
            expect_equal(w.estimate[t], expected, &f, t, "big - small");
            mpq_add(expected, w.result[t], w.estimate[t]);
            cr_expect(mpq_cmp_ui(expected, 1, 1) == 0, "big is 1");
        }
    }
}

/* tree, 1/gamma, small, est, gap = small - 1/gamma - est: worked out by hand. */
static const char *const PAIR[][5] = {
    {"v", "1", "1", "0", "0"},
    {"v[v]", "1/2", "3/4", "1/4", "0"},
    {"v[v^2]", "1/3", "5/8", "3/8", "-1/12"},
    {"v[v[v]]", "1/6", "1/2", "1/2", "-1/6"},
    {"v[v^3]", "1/4", "9/16", "7/16", "-1/8"},
    {"v[v,v[v]]", "1/8", "7/16", "9/16", "-1/4"},
    {"v[v[v^2]]", "1/12", "3/8", "5/8", "-1/3"},
    {"v[v[v[v]]]", "1/24", "5/16", "11/16", "-5/12"},
};
enum { ROWS = sizeof PAIR / sizeof PAIR[0] };

static int find_by_text(const struct forest *f, const char *wanted) {
    int found = -1;
    for (int t = 0; t < f->count && found < 0; t++) {
        char *text = forest_text(f, t);
        found = strcmp(text, wanted) == 0 ? t : -1;
    }
    cr_assert(found >= 0, "%s", wanted);
    return found;
}

Test(tableau, gives_the_pair_the_numbers_worked_out_by_hand) {
    struct forest f;
    mpz_t density;
    mpq_t expected, exact;
    mpz_init(density);
    mpq_inits(expected, exact, NULL);
    cr_assert(forest_all(&f, FOREST_PLAIN, 4) == 0);
    struct weights_q w = weights_by_name("velocity-implicit-euler", &f);
    for (int i = 0; i < ROWS; i++) {
        int t = find_by_text(&f, PAIR[i][0]);
        forest_density(density, &f, t);
        mpq_set_z(exact, density);
        mpq_inv(exact, exact);
        mpq_set_str(expected, PAIR[i][1], 10);
        expect_equal(exact, expected, &f, t, "exact");
        mpq_set_str(expected, PAIR[i][2], 10);
        expect_equal(w.result[t], expected, &f, t, "small");
        mpq_set_str(expected, PAIR[i][3], 10);
        expect_equal(w.estimate[t], expected, &f, t, "estimate");
        mpq_sub(exact, w.result[t], exact);
        mpq_sub(exact, exact, w.estimate[t]);
        mpq_set_str(expected, PAIR[i][4], 10);
        expect_equal(exact, expected, &f, t, "gap");
    }
}

/* Methods whose weights are 0 and 1. */
struct rule {
    const char *name;
    int (*weight)(const struct forest *f, int tree);
};

static int one(const struct forest *f, int tree) {
    (void)f;
    (void)tree;
    return 1;
}

Test(tableau, gives_methods_of_one_evaluation_the_weights_of_their_rules) {
    static const struct rule rule[] = {
        {"backward-euler", one},
        {"bdf1", one},
        {"explicit-euler", closed_explicit_euler},
        {"semi-explicit-euler-gaming", closed_gaming},
        {"semi-explicit-euler-position-implicit", closed_position_implicit},
        {"semi-explicit-euler-velocity-implicit", closed_velocity_implicit},
    };
    struct forest f = mechanical_forest(ORDER);
    mpq_t expected;
    mpq_init(expected);
    for (size_t k = 0; k < sizeof rule / sizeof rule[0]; k++) {
        struct weights_q w = weights_by_name(rule[k].name, &f);
        for (int t = 0; t < f.count; t++) {
            mpq_set_si(expected, rule[k].weight(&f, t), 1);
            expect_equal(w.result[t], expected, &f, t, rule[k].name);
        }
    }
    struct weights_q w = weights_by_name("implicit-midpoint", &f);
    for (int t = 0; t < f.count; t++) {
        closed_midpoint(expected, &f, t);
        expect_equal(w.result[t], expected, &f, t, "midpoint");
    }
}

/* 1/parts of a step by one method, the rest by another. */
static struct tableau one_after_another(const char *first, unsigned long parts,
                                        const char *second) {
    struct tableau a = tableau_of(first), b = tableau_of(second), both;
    mpq_t share, rest;
    mpq_inits(share, rest, NULL);
    mpq_set_ui(share, 1, parts);
    mpq_set_ui(rest, parts - 1, parts);
    cr_assert(tableau_compose(&both, &a, share, &b, rest) == 0);
    return both;
}

static void expect_same(const struct weights_q *a, const char *name,
                        const struct forest *f) {
    struct weights_q b = weights_by_name(name, f);
    for (int t = 0; t < f->count; t++)
        expect_equal(a->result[t], b.result[t], f, t, name);
}

/* Explicit, then implicit is the trapezoid rule, or another theta method; implicit, then
 * explicit the midpoint rule. */
Test(tableau, composes_eulers_methods_to_trapezoid_midpoint_and_theta) {
    static const struct {
        const char *first;
        unsigned long parts;
        const char *second, *is;
    } row[] = {{"explicit-euler", 2, "backward-euler", "trapezoid"},
               {"backward-euler", 2, "explicit-euler", "implicit-midpoint"},
               {"explicit-euler", 3, "backward-euler", "theta-2/3"},
               {"explicit-euler", 4, "backward-euler", "theta-3/4"}};
    struct forest f = mechanical_forest(ORDER);
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        struct tableau both =
            one_after_another(row[k].first, row[k].parts, row[k].second);
        struct weights_q w = weights_of(&both, &f);
        expect_same(&w, row[k].is, &f);
    }
}

/* Half a step with velocities first, half a step with positions first, both explicit, are a
 * step of velocity Verlet where N = I (Hairer, Lubich, Wanner, I.3.1), and so are two and two,
 * though the one tableau has the same weights for q and v, the other has not. */
Test(tableau, doubles_a_method_whose_positions_and_velocities_have_other_weights) {
    struct forest f;
    cr_assert(forest_all(&f, FOREST_NYSTROM, ORDER) == 0);
    struct tableau verlet = one_after_another("semi-explicit-euler-gaming", 2,
                                              "semi-explicit-euler-position-first"),
                   doubled;
    struct weights_q w = weights_of(&verlet, &f);
    expect_same(&w, "velocity-verlet", &f);
    weights_q_free(&w);
    cr_assert(tableau_doubled(&doubled, &verlet, 2) == 0);
    w = weights_of(&doubled, &f);
    expect_same(&w, "velocity-verlet:doubled", &f);
}

/* The Stoermer-Verlet method is half a step with velocities implicit, then its adjoint, half a
 * step with positions implicit (Hairer, Lubich, Wanner, VI.3), where f sees the time of the
 * positions that it sees: t0 in the first one. */
Test(tableau, composes_symplectic_euler_and_its_adjoint_to_stoermer_verlet) {
    struct forest f = mechanical_forest(ORDER);
    struct tableau a = tableau_of("semi-explicit-euler-velocity-implicit");
    struct tableau b = tableau_of("semi-explicit-euler-position-implicit"), both;
    mpq_t half;
    mpq_init(half);
    mpq_set_ui(half, 1, 2);
    mpq_set_ui(a.c[0], 0, 1);
    cr_assert(tableau_compose(&both, &a, half, &b, half) == 0);
    struct weights_q w = weights_of(&both, &f);
    expect_same(&w, "stoermer-verlet", &f);
}

Test(tableau, theta_is_between_eulers_methods) {
    static const struct {
        long numerator;
        unsigned long denominator;
        const char *name;
    } is[] = {{0, 1, "explicit-euler"},
              {1, 1, "backward-euler"},
              {1, 2, "trapezoid"},
              {2, 3, "theta-2/3"},
              {200, 237, "ndf1"}};
    struct forest f = mechanical_forest(4);
    mpq_t theta;
    mpq_init(theta);
    for (size_t k = 0; k < sizeof is / sizeof is[0]; k++) {
        struct tableau t;
        mpq_set_si(theta, is[k].numerator, is[k].denominator);
        cr_assert(tableau_theta(&t, theta) == 0);
        struct weights_q w = weights_of(&t, &f);
        cr_expect(w.estimate == NULL);
        expect_same(&w, is[k].name, &f);
    }
}

/* The chain of 5 nodes has the coefficient of z^5 of R(z) = (1 + z/2 + z^2/12) / (1 - z/2 +
 * z^2/12), which is 1/144 (Hairer, Wanner, IV.3); bushes have those of the quadrature, sum
 * b_i c_i^4 = 7/36, irrational nodes and all. */
Test(tableau, finds_the_rational_weights_of_irrational_coefficients) {
    struct forest f;
    mpq_t expected;
    mpq_init(expected);
    cr_assert(forest_all(&f, FOREST_PLAIN, ORDER) == 0);
    struct tableau gauss = tableau_of("gauss-4");
    cr_expect(gauss.approximate);
    tableau_free(&gauss);
    struct weights_q w = weights_by_name("gauss-4", &f);
    int chain = find_by_text(&f, "v[v[v[v[v]]]]"), bush = find_by_text(&f, "v[v^4]");
    mpq_set_ui(expected, 1, 144);
    expect_equal(w.result[chain], expected, &f, chain, "chain");
    mpq_set_ui(expected, 7, 36);
    expect_equal(w.result[bush], expected, &f, bush, "bush");
}

/* How far double is from the fraction, of what it may be at most. */
static double share_of_bound(const double *in_double, int count, mpq_t *exact) {
    double most = 0;
    mpq_t off;
    mpq_init(off);
    for (int k = 0; k < count; k++) {
        mpq_set_d(off, in_double[k]);
        mpq_sub(off, off, exact[k]);
        if (mpq_sgn(off) != 0)
            most = fmax(most, fabs(mpq_get_d(off)) / in_double[count + k]);
    }
    mpq_clear(off);
    return most;
}

/* Seen to fail: a sixteenth of a rounding for each stage; the first node for each; sums of what is
 * not positive in the bounds. */
Test(tableau, weights_in_double_are_within_their_bounds) {
    struct forest f;
    double most = 0;
    cr_assert(forest_all(&f, FOREST_MECHANICAL, 3) == 0);
    double *in_double = calloc((size_t)f.count * 4, sizeof *in_double);
    for (const struct known_method *m = known_methods(); m->name != NULL; m++)
        for (int v = 0; v < KNOWN_EXTRAPOLATED; v++) {
            struct weights_q exact;
            struct tableau t;
            if (!known_has_variant(m, (enum known_variant)v))
                continue;
            cr_assert(known_build(&t, m, (enum known_variant)v) == 0);
            cr_assert(tableau_weights(&exact, &t, &f) == 0);
            cr_assert(tableau_doubles(in_double, in_double + 2 * f.count, &t, &f) == 0);
            const double share = share_of_bound(in_double, f.count, exact.result);
            cr_expect(share <= 1, "%s: %g", m->name, share);
            most = fmax(most, share);
            if (exact.estimate != NULL)
                cr_expect(
                    share_of_bound(in_double + 2 * f.count, f.count, exact.estimate) <= 1,
                    "%s", m->name);
            for (int k = 0; k < f.count && t.stages <= 4; k++)
                cr_expect(in_double[f.count + k] < 1e-12, "%s: tree %d", m->name, k);
            weights_q_free(&exact);
            tableau_free(&t);
        }
    cr_expect(most > 1e-3, "%g", most); /* they are not all far too large */
    free(in_double);
    forest_free(&f);
}
