/* Methods without a name.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/tests/diagnosis/diagnosing.h"

/* Weights of no method, alike on all probes: consistent, so there is nothing to fail. */
static void strange(mpfr_ptr weight, const struct forest *f, int tree,
                    const void *context) {
    mpfr_set_d(weight,
               f->tree[tree].order == 1 ? *(const double *)context
                                        : 1 / (1.37 + f->tree[tree].order),
               MPFR_RNDN);
}

/* As a method that keeps its Jacobian does, in trees of four nodes alone. */
Test(diagnosis_unknown, whose_memory_nobody_knows_is_told_what_to_declare) {
    for (int declared = 0; declared < 2; declared++) {
        const double leaf = 1;
        const struct made_weights w = {strange, NULL, &leaf};
        diagnosing_make(&w);
        const int last = e.forest.count - 1;
        mpfr_add_d(e.of[3].weights.result[last], e.of[3].weights.result[last], 1e-3,
                   MPFR_RNDN);
        cr_assert(evidence_compare(&e) == 0);
        e.may_remember = declared == 1;
        diagnosing_find(NULL);
        cr_expect((strstr(x.text, "declare \"memory\": true (gate --expect)") != NULL) ==
                      (declared == 0),
                  "%s", x.text);
    }
}

Test(diagnosis_unknown, an_unknown_method_passes_when_it_is_consistent) {
    for (int k = 0; k < 2; k++) {
        const double leaf = k == 0 ? 1 : 0.93;
        const struct made_weights w = {strange, NULL, &leaf};
        made_evidence(&e, FOREST_PLAIN, 4, 0, &w);
        diagnosing_find(NULL);
        cr_expect(x.verdict == (k == 0 ? DIAGNOSIS_PASS : DIAGNOSIS_FAIL));
        cr_expect(x.name.method == NULL && x.name_text[0] == '\0');
    }
}

/* Chains, bushes and towers of a step that is the exact solution's but for so much. */
static void make_nearly_exact(struct families *f, double off) {
    enum known_variant variant;
    struct tableau t;
    mpfr_t exact;
    cr_assert(
        known_build(&t, known_find("dormand-prince-853", &variant), KNOWN_AS_IT_IS) == 0);
    made_of_tableau(&e, FOREST_MECHANICAL, 5, 0, &t);
    made_families(f, &t);
    mpfr_init2(exact, 53);
    for (int k = 0; k < f->forest.count; k++) {
        judge_exact_flow(exact, &f->forest, k);
        mpfr_add_d(f->weights.result[k], exact, k % 2 == 0 ? off : -off, MPFR_RNDN);
    }
    mpfr_clear(exact);
    tableau_free(&t);
    e.families = f;
}

/* As of a solver that makes its own steps inside, to a tolerance. Seen to fail: SciPy's solve_ivp
 * was "Gragg's rule, smoothed, in 2, 6, 8, 12 and 16 steps, put together by the factors
 * 4.1439e-06 ...", which is as near to the exact solution. */
Test(diagnosis_unknown, what_is_the_exact_solution_as_far_as_is_seen_has_no_name) {
    struct families f;
    make_nearly_exact(&f, 3e-13);
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_PASS, "many steps of another method inside each");
    cr_expect(x.name.method == NULL && x.name_text[0] == '\0' && !x.fault.found, "%s",
              x.text);
    families_free(&f);
    make_nearly_exact(&f, 2e-11);
    diagnosing_find(NULL);
    cr_expect(strstr(x.text, "inside each") == NULL, "%s", x.text);
    cr_expect(strstr(x.text, "Gragg") == NULL && !x.fault.found, "%s", x.text);
    families_free(&f);
}

/* All methods of order 4 have the same weights of trees of up to four nodes: without larger
 * ones, or chains and bushes, there is no name. */
Test(diagnosis_unknown, has_no_name_where_nothing_tells_methods_of_the_order_apart) {
    struct families none = {.made = false, .why = {"it took too long"}};
    made_of_known(&e, FOREST_PLAIN, 4, 0, "gauss-6");
    e.families = &none;
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_PASS, "could not be taken: it took too long");
    cr_expect(x.name.method == NULL && x.expected == NULL, "%s", x.text);
    made_of_known(&e, FOREST_PLAIN, 4, 0, "gauss-4");
    e.families = &none;
    diagnosing_find("gauss-6");
    diagnosing_expect(DIAGNOSIS_PASS, "could not be taken: it took too long");
}

/* The chains and bushes of a known method, as if measured. */
static void make_families(struct families *f, enum forest_family family,
                          const char *key) {
    struct probe a = probe_standard('A', 0);
    enum known_variant variant = KNOWN_AS_IT_IS;
    struct judge_weights w;
    cr_assert(families_trees(f, family) == 0);
    f->judge = judge_make(&f->forest, &a, 0);
    cr_assert(judge_known(&w, &f->judge, known_find(key, &variant), variant) == 0);
    f->weights = (struct weights){.count = w.count, .result = w.result};
    f->made = true;
}

/* Nor has it the name of one of whose trees and nodes it has all, but not the chains: of those
 * with the nodes of Simpson's rule each has coefficients that are right and explain nothing.
 * Seen to fail: it was the classical Runge-Kutta method with a coefficient off by 0. */
Test(diagnosis_unknown, has_not_the_name_of_one_with_other_chains) {
    struct families f;
    made_of_known(&e, FOREST_PLAIN, 4, 0, "lobatto-3a-4");
    make_families(&f, FOREST_PLAIN, "lobatto-3a-4");
    f.has_nodes = true;
    f.nodes.count = 3;
    for (int i = 0; i < 3; i++)
        f.nodes.node[i] = i / 2.0;
    e.families = &f;
    diagnosing_find(NULL);
    cr_expect(x.name.method != NULL && strcmp(x.name.method->name, "lobatto-3a-4") == 0,
              "%s", x.text);
    diagnosis_free(&x);
    mpfr_set_d(f.weights.result[f.chain[5]], 0.5, MPFR_RNDN);
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_PASS, "No known method has these weights");
}

/* Where trees of five nodes are not taken, methods of order 4 differ in chains, bushes or
 * towers: of Gill's and the classical one in towers alone. Lobatto's pair has those of IIIB, and is
 * another in trees of five nodes with positions among them. */
Test(diagnosis_unknown, tells_methods_of_order_4_from_each_other_without_larger_trees) {
    for (const struct known_method *m = known_methods(); m->name != NULL; m++) {
        struct families f;
        if (m->order < 4 || strcmp(m->name, "lobatto-3a-3b-4") == 0)
            continue;
        made_of_known(&e, FOREST_MECHANICAL, 4, 0, m->name);
        make_families(&f, FOREST_MECHANICAL, m->name);
        e.families = &f;
        diagnosing_find(NULL);
        cr_expect(x.name.method == m, "%s: %s", m->name, x.text);
    }
    struct families gills;
    made_of_known(&e, FOREST_PLAIN, 4, 0, "gill");
    make_families(&gills, FOREST_PLAIN, "gill");
    e.families = &gills;
    diagnosing_find("runge-kutta-4");
    cr_expect(x.verdict == DIAGNOSIS_FAIL && x.beyond == gills.tower[2], "%s", x.text);
}

/* Single precision scatters so much that no tree fails, and still has chains of its own. */
Test(diagnosis_unknown, what_differs_in_chains_alone_has_no_first_deviation) {
    struct families f;
    made_of_known(&e, FOREST_PLAIN, 4, 0, "ssp-43");
    for (int i = 0; i < e.forest.count; i++)
        mpfr_mul_d(e.of[1].weights.result[i], e.of[1].weights.result[i], 1 + 1e-8,
                   MPFR_RNDN);
    cr_assert(evidence_compare(&e) == 0);
    cr_assert(e.scatter > 0);
    make_families(&f, FOREST_PLAIN, "ssp-43");
    mpfr_set_d(f.weights.result[f.chain[5]], 0.5, MPFR_RNDN);
    e.families = &f;
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_NOT_A_METHOD, "No known method has these weights");
}
