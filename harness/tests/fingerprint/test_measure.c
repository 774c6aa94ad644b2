/* Measured weights: of fast and of the reference against the closed rules of the pair, bit for
 * bit; of integrators written by hand against their tableaux; and of broken ones.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/fingerprint/measure/measure.h"
#include "harness/fingerprint/trees/tableau.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/opener.h"
#include "harness/integrators/subject_options.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/closed_weights.h"
#include "harness/tests/fingerprint/hand_written.h"
#include "problems/base/status.h"

enum { ORDER = 4, FAMILIES = 3, REFERENCE_BITS = 256 };

/* Units of the last place: what is allowed for in double, per weight of at most one, in the
 * standard basis and in the Hadamard basis. */
static const double UNIT = 0x1p-53, STANDARD = 16, HADAMARD = 64;

static struct forest forest_of(enum forest_family family, int order) {
    struct forest f;
    cr_assert(forest_all(&f, family, order) == 0);
    return f;
}

static struct weights measured(const struct bench *b, const struct forest *f,
                               enum forest_family family, const struct probe *p) {
    struct weights w;
    struct diagnostic d = {""};
    cr_assert(measure_weights(&w, b, f, family, p, &d) == 0, "%s", d.text);
    cr_assert(w.count == f->count);
    return w;
}

static double distance(mpfr_srcptr found, mpq_srcptr expected) {
    mpfr_t difference;
    mpfr_init2(difference, 2 * REFERENCE_BITS);
    mpfr_sub_q(difference, found, expected, MPFR_RNDN);
    double size = fabs(mpfr_get_d(difference, MPFR_RNDN));
    mpfr_clear(difference);
    return size;
}

/* The weights of some steps of the pair, each of two halves, by the closed rules. */
static void expect_pair(const struct weights *w, const struct forest *f, int steps,
                        double tolerance, const char *what) {
    mpq_t expected;
    mpq_init(expected);
    cr_assert(w->estimate != NULL);
    for (int t = 0; t < f->count; t++) {
        closed_backward_euler(expected, f, t, 2, 2 * steps);
        double size = fmax(1, fabs(mpq_get_d(expected)));
        double error = distance(w->result[t], expected);
        cr_expect(error <= tolerance * size, "%s: result, tree %d: %g", what, t, error);
        closed_pair_estimate(expected, f, t, steps);
        error = distance(w->estimate[t], expected);
        cr_expect(error <= tolerance * size, "%s: estimate, tree %d: %g", what, t, error);
    }
    mpq_clear(expected);
}

/* Both methods, both modes; full Newton with exact Jacobians, or reuse with differences. */
enum { SETTINGS = 8 };

static struct subject_options setting(int k) {
    struct subject_options options =
        measure_options(k & 1 ? "implicit-euler" : "velocity-implicit-euler");
    options.integrator.mode = k & 2 ? FAST_FAITHFUL : FAST_DEFAULT;
    if (k & 4) {
        options.integrator.newton = FAST_REUSE;
        options.integrator.jacobian = FAST_FORWARD_DIFFERENCES;
    }
    return options;
}

Test(measure, finds_the_pair_in_fast_bit_for_bit) {
    for (int k = 0; k < FAMILIES * SETTINGS; k++) {
        enum forest_family family = (enum forest_family)(k / SETTINGS);
        struct forest f = forest_of(family, ORDER);
        struct subject_options options = setting(k % SETTINGS);
        struct bench b = {.open_subject = open_own_subject, .options = &options};
        for (int i = 0; i < 4; i++) {
            struct probe p = probe_standard("AB"[i % 2], i / 2);
            struct weights w = measured(&b, &f, family, &p);
            cr_expect(w.halvings == 0);
            expect_pair(&w, &f, 1, 0, p.name);
            weights_free(&w);
        }
        forest_free(&f);
    }
}

Test(measure, finds_two_steps_of_fast_to_be_those_of_the_pair_in_a_row) {
    for (int k = 0; k < 4; k++) {
        struct forest f = forest_of(FOREST_MECHANICAL, ORDER);
        struct subject_options options = setting(k);
        struct bench b = {.open_subject = open_own_subject, .options = &options};
        struct probe p = probe_standard('D', 0);
        struct weights w = measured(&b, &f, FOREST_MECHANICAL, &p);
        expect_pair(&w, &f, 2, 0, "two steps");
        weights_free(&w);
        forest_free(&f);
    }
}

Test(measure, finds_the_pair_in_fast_in_the_hadamard_basis) {
    for (int k = 0; k < FAMILIES * 4; k++) {
        enum forest_family family = (enum forest_family)(k / 4);
        struct forest f = forest_of(family, ORDER);
        struct subject_options options = setting(k % 4);
        struct bench b = {.open_subject = open_own_subject, .options = &options};
        struct probe p = probe_standard('C', 0);
        struct weights w = measured(&b, &f, family, &p);
        expect_pair(&w, &f, 1, HADAMARD * UNIT, "Hadamard");
        weights_free(&w);
        forest_free(&f);
    }
}

Test(measure, takes_the_method_of_its_bench_when_there_are_no_options) {
    struct forest f = forest_of(FOREST_MECHANICAL, ORDER);
    struct bench b = {.open_subject = open_own_subject, .method = "implicit-euler"};
    struct probe p = probe_standard('A', 0);
    struct weights w = measured(&b, &f, FOREST_MECHANICAL, &p);
    expect_pair(&w, &f, 1, 0, "no options");
    cr_expect(mpfr_get_prec(w.result[0]) == 53);
    cr_expect(measure_options("implicit-euler").integrator.method == FAST_IMPLICIT_EULER);
    weights_free(&w);
    cr_expect(w.result == NULL && w.estimate == NULL);
    forest_free(&f);
}

Test(measure, finds_the_pair_in_the_reference_to_70_digits) {
    for (int k = 0; k < FAMILIES * 4; k++) {
        enum forest_family family = (enum forest_family)(k / 4);
        struct forest f = forest_of(family, ORDER);
        struct bench b = {.bits = REFERENCE_BITS};
        struct probe p = probe_standard("ABCD"[k % 4], 0);
        struct weights w = measured(&b, &f, family, &p);
        expect_pair(&w, &f, p.steps, 1e-70, p.name);
        cr_expect(mpfr_get_prec(w.result[0]) == REFERENCE_BITS);
        weights_free(&w);
        forest_free(&f);
    }
}

/* Towers, chains and bushes are forests like others: q_{k+1}' = q_k^2, y_{k+1}' = y_k^2. */
Test(measure, measures_any_list_of_trees) {
    struct forest f = {.count = 0};
    int q = forest_add(&f, TREE_Q, 0, 0, NULL), v = forest_add(&f, TREE_V, 0, 0, NULL);
    int chain = v;
    for (int k = 2; k <= 12; k++)
        chain = forest_add(&f, TREE_V, 0, 1, &chain);
    for (int k = 2; k <= 5; k++) {
        const int both[] = {q, q}, twice[] = {v, v};
        q = forest_add(&f, TREE_Q, 0, 2, both);
        v = forest_add(&f, TREE_V, 0, 2, twice);
    }
    cr_expect(f.tree[v].order == 31 && forest_add(&f, TREE_V, 12, 0, NULL) > 0);
    struct probe p = probe_standard('A', 0);
    struct bench b = {.open_subject = open_own_subject},
                 reference = {.bits = REFERENCE_BITS};
    struct weights w = measured(&b, &f, FOREST_MECHANICAL, &p);
    expect_pair(&w, &f, 1, STANDARD * UNIT, "towers in double");
    weights_free(&w);
    w = measured(&reference, &f, FOREST_MECHANICAL, &p);
    expect_pair(&w, &f, 1, 1e-70, "towers in the reference");
    weights_free(&w);
    forest_free(&f);
}

static int count_time_leaves(const struct forest *f, int tree) {
    const struct tree *root = &f->tree[tree];
    int leaves = root->time_leaves;
    for (int i = 0; i < root->children; i++)
        leaves += count_time_leaves(f, root->child[i]);
    return leaves;
}

/* How many weights are further from the tableau's than rounding explains: that of weights up
 * to one, and that of t0 + c h for each time leaf. */
static int count_wrong(const struct weights *w, const struct weights_q *expected,
                       const struct forest *f, const struct probe *p, double units) {
    int wrong = 0;
    for (int t = 0; t < f->count; t++) {
        double scale = UNIT * (1 + count_time_leaves(f, t) * fabs(p->t0 / p->h));
        double size = fmax(1, fabs(mpq_get_d(expected->result[t])));
        int off = !(distance(w->result[t], expected->result[t]) <= units * scale * size);
        if (w->estimate != NULL && expected->estimate != NULL)
            off = off ||
                  !(distance(w->estimate[t], expected->estimate[t]) <= units * scale);
        wrong += off;
    }
    return wrong;
}

static struct weights_q known_weights(const char *name, const struct forest *f) {
    enum known_variant variant = KNOWN_AS_IT_IS;
    struct tableau t;
    struct weights_q w;
    const struct known_method *m = known_find(name, &variant);
    cr_assert(m != NULL && known_build(&t, m, variant) == 0);
    cr_assert(tableau_weights(&w, &t, f) == 0);
    tableau_free(&t);
    return w;
}

/* What count_wrong finds in an integrator written by hand. */
static int wrong_by_hand(enum hand_method method, enum hand_fault fault,
                         const struct probe *p, double units) {
    static const char *const name[] = {"explicit-midpoint", "runge-kutta-4",
                                       "runge-kutta-merson",
                                       "semi-explicit-euler-gaming"};
    struct forest f = forest_of(FOREST_MECHANICAL, ORDER);
    struct hand_choice choice = {method, fault};
    struct bench b = {.open_subject = hand_open, .context = &choice};
    struct weights_q expected = known_weights(name[method], &f);
    struct weights w = measured(&b, &f, FOREST_MECHANICAL, p);
    cr_expect((w.estimate != NULL) == (method == HAND_MERSON));
    int wrong = count_wrong(&w, &expected, &f, p, units);
    weights_free(&w);
    weights_q_free(&expected);
    forest_free(&f);
    return wrong;
}

Test(measure, finds_integrators_written_by_hand_in_the_table) {
    for (int method = HAND_MIDPOINT; method <= HAND_GAMING; method++)
        for (const char *letter = "ABC"; *letter; letter++) {
            struct probe p = probe_standard(*letter, 0);
            int is_dyadic = method == HAND_MIDPOINT || method == HAND_GAMING;
            double units = *letter == 'C' ? HADAMARD : is_dyadic ? 0 : STANDARD;
            int wrong = wrong_by_hand((enum hand_method)method, HAND_SOUND, &p, units);
            cr_expect(wrong == 0, "method %d, probe %c: %d wrong", method, *letter,
                      wrong);
        }
}

Test(measure, needs_the_tolerance_it_has) {
    struct probe p = probe_standard('A', 0);
    cr_expect(wrong_by_hand(HAND_MERSON, HAND_SOUND, &p, 0) > 0);
}

/* Any h, S, t0 and signs, S h between 1/4 and 1. */
Test(measure, gives_no_false_alarm_on_random_probes) {
    gsl_rng *random = seeded_random();
    for (int k = 0; k < 100; k++) {
        struct probe p = {.name = "random", .steps = 1};
        p.h = exp2(-4 * gsl_rng_uniform(random));
        p.scale = exp2(-2 * gsl_rng_uniform(random)) / p.h;
        p.t0 = 2 * gsl_rng_uniform(random) - 1;
        p.signs = 1 + gsl_rng_get(random);
        enum hand_method method = (enum hand_method)(k % 4);
        int wrong = wrong_by_hand(method, HAND_SOUND, &p, STANDARD);
        cr_expect(wrong == 0, "%d: h %a S %a t0 %a signs %lu: %d wrong", k, p.h, p.scale,
                  p.t0, p.signs, wrong);
    }
    gsl_rng_free(random);
}

Test(measure, finds_fast_at_any_step_and_scale) {
    gsl_rng *random = seeded_random();
    struct forest f = forest_of(FOREST_MECHANICAL, ORDER);
    struct weights_q expected = known_weights("velocity-implicit-euler", &f);
    for (int k = 0; k < 40; k++) {
        struct subject_options options = setting(k % 4);
        struct bench b = {.open_subject = open_own_subject, .options = &options};
        struct probe p = {.name = "random", .steps = 1};
        p.h = exp2(-4 * gsl_rng_uniform(random));
        p.scale = exp2(-2 * gsl_rng_uniform(random)) / p.h;
        p.t0 = 2 * gsl_rng_uniform(random) - 1;
        p.signs = 1 + gsl_rng_get(random);
        struct weights w = measured(&b, &f, FOREST_MECHANICAL, &p);
        int wrong = count_wrong(&w, &expected, &f, &p, STANDARD);
        cr_expect(wrong == 0, "%d: h %a S %a t0 %a signs %lu: %d wrong", k, p.h, p.scale,
                  p.t0, p.signs, wrong);
        weights_free(&w);
    }
    weights_q_free(&expected);
    forest_free(&f);
    gsl_rng_free(random);
}

/* The second evaluation of the explicit midpoint rule sees the root's children as the first
 * one made them, which saw x0 and so has no children: only its own time leaves, whose time is
 * the beginning of the step, with weight 0. */
static int sees_the_time_in_midpoint(const struct forest *f, int tree, bool at_first) {
    const struct tree *root = &f->tree[tree];
    int leaves = root->time_leaves, possible = 1;
    for (int i = 0; i < root->children; i++) {
        const struct tree *child = &f->tree[root->child[i]];
        possible = possible && child->children == 0 && (at_first || child->order == 1);
        leaves += child->time_leaves;
    }
    return possible && leaves > 0;
}

Test(measure, finds_a_wrong_time_in_the_trees_with_time_leaves_and_no_others) {
    static const enum hand_fault fault[] = {HAND_TIME_LAGS, HAND_ELAPSED_TIME};
    struct forest f = forest_of(FOREST_MECHANICAL, ORDER);
    struct weights_q expected = known_weights("explicit-midpoint", &f);
    for (int k = 0; k < 2; k++) {
        struct hand_choice choice = {HAND_MIDPOINT, fault[k]};
        struct bench b = {.open_subject = hand_open, .context = &choice};
        struct probe p = probe_standard('A', 0);
        struct weights w = measured(&b, &f, FOREST_MECHANICAL, &p);
        for (int t = 0; t < f.count; t++)
            cr_expect((distance(w.result[t], expected.result[t]) != 0) ==
                          sees_the_time_in_midpoint(&f, t, fault[k] == HAND_ELAPSED_TIME),
                      "fault %d, tree %d", k, t);
        weights_free(&w);
    }
    weights_q_free(&expected);
    forest_free(&f);
}

/* b_2 = 1/3 off by 1e-14 of itself is 3.3e-15 in q and v, and half as much in the trees of two
 * nodes, which is less than 16 u = 1.8e-15. */
Test(measure, finds_a_coefficient_off_by_1e_14) {
    struct probe a = probe_standard('A', 0), b = probe_standard('B', 0);
    cr_expect(wrong_by_hand(HAND_RUNGE_KUTTA_4, HAND_COEFFICIENT, &a, STANDARD) == 2);
    cr_expect(wrong_by_hand(HAND_RUNGE_KUTTA_4, HAND_COEFFICIENT, &b, STANDARD) == 2);
}

/* Merson's estimate is negative or zero on every tree. */
Test(measure, finds_an_absolute_estimate_with_and_without_random_signs) {
    struct probe a = probe_standard('A', 0), b = probe_standard('B', 0);
    cr_expect(wrong_by_hand(HAND_MERSON, HAND_ABSOLUTE, &a, STANDARD) > 10);
    cr_expect(wrong_by_hand(HAND_MERSON, HAND_ABSOLUTE, &b, STANDARD) > 10);
}

Test(measure, finds_a_limit_on_components_in_the_hadamard_basis) {
    struct probe short_step = probe_standard('A', 3), c = probe_standard('C', 3);
    cr_expect(wrong_by_hand(HAND_MIDPOINT, HAND_SOUND, &c, HADAMARD) == 0);
    cr_expect(wrong_by_hand(HAND_MIDPOINT, HAND_CLIPPED, &short_step, STANDARD) == 0);
    c = probe_standard('C', 0);
    cr_expect(wrong_by_hand(HAND_MIDPOINT, HAND_CLIPPED, &c, HADAMARD) > 10);
}

Test(measure, halves_the_scale_until_the_step_succeeds) {
    struct forest f = forest_of(FOREST_MECHANICAL, 3);
    struct hand_choice choice = {HAND_MIDPOINT, HAND_SHORT_ONLY};
    struct bench b = {.open_subject = hand_open, .context = &choice};
    struct probe p = probe_standard('A', 0);
    struct weights_q expected = known_weights("explicit-midpoint", &f);
    struct weights w = measured(&b, &f, FOREST_MECHANICAL, &p);
    cr_expect(w.halvings == 2, "from S h = 1 to 1/4, not %d times", w.halvings);
    cr_expect(count_wrong(&w, &expected, &f, &p, 0) == 0);
    weights_free(&w);
    weights_q_free(&expected);
    forest_free(&f);
}

Test(measure, takes_an_estimate_that_is_nowhere_a_number_for_none) {
    struct forest f = forest_of(FOREST_MECHANICAL, 2);
    struct hand_choice choice = {HAND_MERSON, HAND_NO_ESTIMATE};
    struct bench b = {.open_subject = hand_open, .context = &choice};
    struct probe p = probe_standard('A', 0);
    struct weights w = measured(&b, &f, FOREST_MECHANICAL, &p);
    cr_expect(w.estimate == NULL && w.result != NULL && w.halvings == 0);
    weights_free(&w);
    forest_free(&f);
}

/* What is said of an integrator that makes no step. */
struct refusal {
    enum hand_fault fault;
    const char *says;
};

Test(measure, says_why_there_are_no_weights) {
    static const struct refusal refusal[] = {
        {HAND_NEVER, "the hand-written step failed"},
        {HAND_NOT_A_NUMBER, "the state after the step is not finite"},
        {HAND_ESTIMATE_LOST, "the error estimate of the step is not finite"},
        {HAND_STOPS_SHORT, "the step ended at 0.6875, not at 0.75"},
        {HAND_REFUSES, "refused"},
    };
    struct forest f = forest_of(FOREST_MECHANICAL, 2);
    struct probe p = probe_standard('A', 0);
    for (size_t k = 0; k < sizeof refusal / sizeof refusal[0]; k++) {
        struct hand_choice choice = {HAND_MERSON, refusal[k].fault};
        struct bench b = {.open_subject = hand_open, .context = &choice};
        struct weights w;
        struct diagnostic d = {""};
        cr_expect(measure_weights(&w, &b, &f, FOREST_MECHANICAL, &p, &d) != 0);
        cr_expect(strcmp(d.text, refusal[k].says) == 0, "%s", d.text);
        cr_expect(w.count == 0 && w.result == NULL && w.estimate == NULL);
        weights_free(&w);
    }
    forest_free(&f);
}
