/* Numbers of a table that are wrong, or have few digits, where nobody has said what is meant.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/tests/diagnosis/diagnosing.h"
#include "harness/tests/fingerprint/theta.h"

/* Heun's method with a number of its table changed, and nobody says that it is Heun's. What
 * costs it its order is a fault. */
static void find_heun(int stage, double time, double shift) {
    enum known_variant variant;
    struct tableau t;
    cr_assert(known_build(&t, known_find("heun", &variant), KNOWN_AS_IT_IS) == 0);
    mpq_set_d(t.c[stage], time);
    mpq_t change;
    mpq_init(change);
    mpq_set_d(change, shift);
    for (int i = 0; i < 2; i++) {
        (i == 0 ? mpq_add : mpq_sub)(t.bq[i], t.bq[i], change);
        (i == 0 ? mpq_add : mpq_sub)(t.bv[i], t.bv[i], change);
    }
    mpq_clear(change);
    made_of_tableau(&e, FOREST_MECHANICAL, 4, 0, &t);
    diagnosing_find(NULL);
}

Test(diagnosis_coefficients, a_time_that_costs_an_unasked_method_its_order_is_named) {
    static const struct {
        int stage;
        double time;
        const char *said;
    } wrong[] = {{0, 1, "c1 = 1"},
                 {1, 0.625, "c2 = 5/8"},
                 {1, 0, "stages taken at the time of the start"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        find_heun(wrong[i].stage, wrong[i].time, 0);
        diagnosing_expect(DIAGNOSIS_FAIL, wrong[i].said);
        cr_expect_str_eq(x.expected->name, "heun");
    }
}

/* Large coefficients round as much: it keeps its order. */
Test(diagnosis_coefficients, what_may_be_rounding_costs_no_order) {
    find_heun(1, 1 + 0x1p-48, 0);
    cr_expect(x.failing == 0 && x.verdict == DIAGNOSIS_PASS, "%s", x.text);
    cr_expect(x.name.method != NULL, "%s", x.text);
}

/* In the time rounding may make 1e-14; in weights and nodes of the states 2e-15. */
Test(diagnosis_coefficients, wrong_last_digits_are_a_fault_of_the_method_that_is_meant) {
    static const double off[][2] = {{0, 4e-15}, {0x1p-44, 0}};
    for (int i = 0; i < 2; i++) {
        find_heun(1, 1 + off[i][0], off[i][1]);
        diagnosing_expect(DIAGNOSIS_FAIL, "Heun's method of order 2");
    }
}

/* Somebody has chosen theta; not one of many digits, and below 1/2 nobody would. */
Test(diagnosis_coefficients, a_theta_of_few_digits_is_a_choice) {
    static const struct {
        long theta, of;
        enum diagnosis_verdict verdict;
        const char *said;
    } cases[] = {{55, 100, DIAGNOSIS_PASS, "the theta method with theta = 11/20"},
                 {51, 100, DIAGNOSIS_PASS, "the theta method with theta = 51/100"},
                 {501, 1000, DIAGNOSIS_PASS, "the theta method with theta = 501/1000"},
                 {45, 100, DIAGNOSIS_FAIL, "theta = 0.45"},
                 {5000123, 10000000, DIAGNOSIS_FAIL, "theta = 0.5"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct tableau t;
        mpq_t theta;
        mpq_init(theta);
        mpq_set_si(theta, cases[k].theta, (unsigned long)cases[k].of);
        mpq_canonicalize(theta);
        cr_assert(tableau_theta(&t, theta) == 0);
        made_of_tableau(&e, FOREST_MECHANICAL, 4, 0, &t);
        diagnosing_find(NULL);
        diagnosing_expect(cases[k].verdict, cases[k].said);
    }
}

/* A pair of order 5(4) that nobody has named, with one coefficient off by a thousandth: within 1
 * % of order 4, and of order 1. Twice the estimate's share of a stage is no fault of the result. */
Test(diagnosis_coefficients, what_misses_its_order_by_little_has_a_wrong_coefficient) {
    enum known_variant variant = KNOWN_AS_IT_IS;
    const struct known_method *m = known_find("butcher-5", &variant);
    for (int wrong = 0; wrong < 2; wrong++) {
        struct tableau t;
        mpq_t more;
        mpq_init(more);
        mpq_set_si(more, 1, 1000);
        cr_assert(known_build(&t, m, variant) == 0);
        for (int part = 0; part < TABLEAU_PARTS && wrong; part++)
            for (int k = 0; k < 2;
                 k++) { /* two rows, which no single coefficient explains */
                mpq_ptr a = t.a[part][(3 + k) * t.stages];
                mpq_add(a, a, more);
            }
        made_of_tableau(&e, FOREST_MECHANICAL, 4, 0, &t);
        diagnosing_find(NULL);
        if (wrong)
            diagnosing_expect(DIAGNOSIS_FAIL, "almost of order 4");
        else
            diagnosing_expect(DIAGNOSIS_PASS, "");
    }
}

/* The result is Bogacki's and Shampine's; what is compared with it has one weight that is wrong. */
Test(diagnosis_coefficients,
     a_pair_with_an_estimate_of_lower_order_has_a_wrong_coefficient) {
    enum known_variant variant = KNOWN_AS_IT_IS;
    struct tableau t;
    mpq_t more;
    mpq_init(more);
    mpq_set_si(more, 1, 100);
    cr_assert(known_build(&t, known_find("bogacki-shampine", &variant), variant) == 0);
    mpq_add(t.ev[1], t.ev[1], more);
    mpq_add(t.eq[1], t.eq[1], more);
    made_of_tableau(&e, FOREST_MECHANICAL, 4, 0, &t);
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_FAIL,
                      "Bogacki's and Shampine's pair of order 3(2), with");
}

/* Two coefficients off together: no single fault, and consistent. */
Test(diagnosis_coefficients, an_unknown_method_is_told_with_its_nearest) {
    find_heun(1, 1, 0.00390625);
    cr_expect(x.verdict == DIAGNOSIS_PASS && x.is_nearest);
    cr_expect(strstr(x.text, "The nearest is Heun's method") != NULL, "%s", x.text);
    cr_expect(strstr(x.text, "by 3.9e-03 at most") != NULL, "%s", x.text);
}
