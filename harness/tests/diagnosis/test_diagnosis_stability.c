/* What stability functions tell of methods without a name. Tables by hand.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/fingerprint/fingerprint_parts.h"
#include "harness/fingerprint/known/known_table.h"
#include "harness/tests/diagnosis/diagnosing.h"

static struct families f;

static void make(const struct known_table *table) {
    struct tableau t;
    cr_assert(known_table_read(&t, table) == 0);
    made_of_tableau(&e, FOREST_MECHANICAL, 4, 0, &t);
    made_families(&f, &t);
    e.families = &f;
    tableau_free(&t);
}

static void expect(enum diagnosis_verdict verdict, const char *said) {
    diagnosing_find(NULL);
    diagnosing_expect(verdict, said);
    diagnosis_free(&x);
    families_free(&f);
    evidence_free(&e);
}

/* Backward Euler's stage with the sign of A turned; midpoint steps of 3/2 h and -1/2 h; two
 * stages of the first kind, so that the pole is double. Seen to fail: they passed. */
Test(diagnosis_stability, a_pole_where_solutions_decay_fails) {
    make(&(struct known_table){.stages = 1, .a = "-1", .b = "1"});
    expect(DIAGNOSIS_FAIL, "has a pole at z = -1,");
    make(&(struct known_table){.stages = 2, .a = "3/4; 3/2 -1/4", .b = "3/2 -1/2"});
    expect(DIAGNOSIS_FAIL, "has a pole at z = -4,");
    make(&(struct known_table){.stages = 2, .a = "-1/4; 1/2 -1/4", .b = "1/2 1/2"});
    expect(DIAGNOSIS_FAIL, "has a pole at z = -4,");
}

/* Order 3 asks for one, here at the nodes -1/3 and 3/5: b_2 = (1/2 - c_1)/(c_2 - c_1), a_21 = 1/(6
 * b_2 (c_2 - c_1)). Seen to fail: it failed. */
Test(diagnosis_stability, a_pole_of_a_method_of_order_3_is_not_blamed) {
    make(&(struct known_table){.stages = 2, .a = "-1/3; 1/5 2/5", .b = "3/28 25/28"});
    cr_assert(f.has_stability && fabs(f.stability.denominator[1] + 1. / 15) < 1e-9);
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_PASS, "No known method has these weights");
    cr_expect(strstr(x.text, "pole") == NULL, "%s", x.text);
}

/* Equal equations with another result; and Radau's with his. Seen to fail: a gap of one order; the
 * degrees of numerator and denominator exchanged. */
Test(diagnosis_stability, a_denominator_of_higher_order_is_told) {
    make(&(struct known_table){
        .stages = 2, .a = "1/4 1/4-1/6r3; 1/4+1/6r3 1/4", .b = "1/3 2/3"});
    expect(DIAGNOSIS_PASS, "R(z) is that of order 4, and the numerator leaves 1");
    make(&(struct known_table){.stages = 2, .a = "5/12 -1/12; 3/4 1/4", .b = "1/2 1/2"});
    expect(DIAGNOSIS_PASS, "R(z) is that of order 3, and the numerator leaves 1");
}

/* Alexander's method with 239/1000 for 1 - 1/sqrt(2), and with 2929/10000. */
Test(diagnosis_stability, an_implicit_method_of_order_1_that_is_not_stable_is_told) {
    make(&(struct known_table){
        .stages = 2, .a = "239/1000; 761/1000 239/1000", .b = "761/1000 239/1000"});
    expect(DIAGNOSIS_PASS, "It solves equations, is of order 1, and is not A-stable");
    make(&(struct known_table){.stages = 2, .a = "2/5; 3/5 2/5", .b = "3/5 2/5"});
    diagnosing_find(NULL);
    cr_expect(strstr(x.text, "A-stable") == NULL && strstr(x.text, "R(z)") == NULL, "%s",
              x.text);
}

/* A drift of h/2, v by a theta method with theta = 3/10 and the forces at h/2, a drift of h/2. Seen
 * to fail: explicit Euler was said to do. */
Test(diagnosis_stability, one_of_order_2_where_forces_depend_on_positions_is_not_told) {
    make(&(struct known_table){.stages = 2,
                               .part[TABLEAU_QQ] = "; 1/2",
                               .part[TABLEAU_QV] = "; 7/10 3/10",
                               .part[TABLEAU_VQ] = "1/2; 1/2",
                               .part[TABLEAU_VV] = "; 7/10 3/10",
                               .c = "1/2 1/2",
                               .bq = "1/2 1/2",
                               .bv = "7/10 3/10"});
    cr_assert(f.has_stability && !f.stability.a_stable);
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_PASS, "No known method has these weights");
    cr_expect(strstr(x.text, "A-stable") == NULL, "%s", x.text);
}

/* Chains of (e^(r z) - 1)/r; r = 1 is the exact solution's. Seen to fail: it passed. */
Test(diagnosis_stability, an_exponential_of_another_jacobian_fails) {
    for (int same = 0; same < 2; same++) {
        double chain = 1;
        make(&(struct known_table){.stages = 2, .a = "; 1/3", .b = "1/2 1/2"});
        for (int k = 1; k <= FAMILIES_CHAINS; k++) {
            mpfr_set_d(f.weights.result[f.chain[k - 1]], chain, MPFR_RNDN);
            chain *= (same ? 1 : 0.5) / (k + 1);
        }
        f.has_stability = false;
        expect(same ? DIAGNOSIS_PASS : DIAGNOSIS_FAIL,
               same ? "No known" : "It is exponential, with 0.5 times the Jacobian");
    }
}

/* All poles of RODAS's are at z = 4. What has the same expansion to few digits has others. Seen to
 * fail: it was told as R(z). */
Test(diagnosis_stability, a_function_that_fits_to_few_digits_is_not_told) {
    make(&known_rodas4);
    struct fingerprint told = {.order = 4};
    cr_assert(f.has_stability);
    cr_expect(f.stability.is_rough, "%s", f.stability.text);
    diagnosing_find(NULL);
    cr_assert(fingerprint_set_families(&told, &x, &f) == 0);
    cr_expect(!told.has_stability);
}
