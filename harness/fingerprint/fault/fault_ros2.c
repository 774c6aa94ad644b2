/* Verwer's Rosenbrock method ROS2 with any gamma (Verwer, Spee, Blom, Hundsdorfer, SIAM J. Sci.
 * Comput. 20 (1999)): of order 2, with
 *
 *     R(z) = (1 + (1 - 2 gamma) z + (1/2 - 2 gamma + gamma^2) z^2) / (1 - gamma z)^2,
 *
 * whose |denominator|^2 - |numerator|^2 on the imaginary axis is
 *
 *     (gamma^2 - n) (gamma^2 + n) y^4,  n = 1/2 - 2 gamma + gamma^2,
 *     gamma^2 - n = 2 (gamma - 1/4),    gamma^2 + n = 2 (gamma - 1/2)^2,
 *
 * so that it is A-stable from gamma = 1/4 on, and L-stable where n = 0.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/laws/fraction.h"
#include "harness/fingerprint/trees/composition.h"
#include "ref/vector.h"

enum { STAGES = 2 };

/* Those of the names: with few digits they are meant. */
static const char small_key[] = "ros2-small", large_key[] = "ros2";
static const double few_digits = 1e-3, least_a_stable = 0.25, few_roundings = 1e-13;

/* The weight of v[v[v^2]] is gamma/2: that of its node with two children is 1 in the second stage,
 * and 0 in the first. */
static int find_tree(const struct forest *f) {
    const int leaf = composition_lookup(f, TREE_V, 0, 0, NULL);
    const int two[] = {leaf, leaf};
    const int bush = leaf < 0 ? -1 : composition_lookup(f, TREE_V, 0, 2, two);
    return bush < 0 ? -1 : composition_lookup(f, TREE_V, 0, 1, &bush);
}

static int make_tableau(struct tableau *t, double gamma) {
    if (tableau_init(t, STAGES, false))
        return -1;
    for (int part = 0; part < TABLEAU_PARTS; part++)
        mpq_set_ui(t->a[part][STAGES], 1, 1);
    mpq_set_d(t->gamma[0], gamma);
    mpq_set_d(t->gamma[STAGES], -2 * gamma);
    mpq_set_d(t->gamma[STAGES + 1], gamma);
    mpq_set_ui(t->c[1], 1, 1);
    for (int i = 0; i < STAGES; i++) {
        mpq_set_ui(t->bq[i], 1, 2);
        mpq_set_ui(t->bv[i], 1, 2);
    }
    return 0;
}

/* As gamma is that of one weight, all others are judged more widely. */
static int is_ros2(bool *is, const struct evidence *e, const struct known_method *m,
                   double gamma) {
    const struct judge wide = judge_printed_wide(&e->judge, m);
    struct judge_weights w = {0};
    struct tableau t;
    int failed = make_tableau(&t, gamma) || judge_tableau(&w, &wide, &t);
    *is = !failed && judge_all(&wide, evidence_result(e), vector_const(w.result));
    judge_weights_free(&w);
    tableau_free(&t);
    return failed;
}

int fault_find_ros2(struct fault *fault, char name[FAULT_TEXT],
                    const struct evidence *e) {
    char number[FRACTION_TEXT];
    enum known_variant variant;
    bool is = false;
    const int tree = find_tree(&e->forest);
    *fault = (struct fault){.found = false, .size = NAN};
    if (tree < 0)
        return 0;
    const double gamma = 2 * mpfr_get_d(evidence_result(e)[tree], MPFR_RNDN);
    const double small = 1 - sqrt(0.5), large = 1 + sqrt(0.5);
    const char *key = gamma < (small + large) / 2 ? small_key : large_key;
    if (fabs(gamma) <= few_digits) /* Heun's method, in whichever digits */
        return 0;
    if (fabs(gamma - small) <= few_digits || fabs(gamma - large) <= few_digits)
        return 0;
    if (is_ros2(&is, e, known_find(key, &variant), gamma))
        return -1;
    if (!is)
        return 0;
    fraction_print_rough(number, gamma, few_roundings);
    fault->found = gamma < least_a_stable - few_roundings;
    if (!fault->found) {
        snprintf(
            name, FAULT_TEXT,
            "Verwer's Rosenbrock method ROS2 with gamma = %s, which makes it A-stable, "
            "not L-stable as 1 - 1/sqrt(2) and 1 + 1/sqrt(2) do",
            number);
        return 0;
    }
    snprintf(fault->id, sizeof fault->id, "ros2-unstable");
    snprintf(fault->base_key, sizeof fault->base_key, "%s", key);
    snprintf(
        fault->text, sizeof fault->text,
        "Verwer's Rosenbrock method ROS2 with gamma = %s, which is below 1/4, so that it "
        "is not A-stable",
        number);
    return 0;
}
