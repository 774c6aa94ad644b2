/* Numbers of a Rosenbrock method that are wrong, in either of its forms, and numbers of an estimate
 * that are exchanged.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/fingerprint/known/known_table.h"
#include "harness/fingerprint/trees/rationals.h"
#include "harness/tests/made_evidence.h"

static struct evidence e;
static struct families f;
static struct diagnosis x;

/* What is found of a table; `times`: what it multiplies F_t by; NULL: the sums of gamma's rows. */
static void find_of_table(const struct known_table *table, const char *const *times) {
    struct tableau t;
    struct diagnostic d;
    cr_assert(known_table_read(&t, table) == 0);
    if (times != NULL)
        t.gamma_time = rationals_alloc((size_t)t.stages);
    for (int i = 0; i < t.stages && times != NULL; i++)
        mpq_set_str(t.gamma_time[i], times[i], 10);
    made_of_tableau(&e, FOREST_MECHANICAL, 4, 0, &t);
    made_families(&f, &t);
    e.families = &f;
    cr_assert(diagnosis_find(&x, &e, NULL, &d) == 0);
    tableau_free(&t);
}

static void expect_fault(const char *said) {
    cr_expect(x.verdict == DIAGNOSIS_FAIL && strstr(x.text, said) != NULL, "%s: %s", said,
              x.text);
    diagnosis_free(&x);
    families_free(&f);
    evidence_free(&e);
}

/* RODAS3 with gamma_31 = 1/4 for -1/4, the factors of F_t being right. */
Test(table_faults, a_wrong_gamma_of_a_rosenbrock_method_is_named) {
    static const char *const times[] = {"1/2", "3/2", "0", "0"};
    find_of_table(
        &(struct known_table){.stages = 4,
                              .a = "; ; 1; 3/4 -1/4 1/2",
                              .gamma = "1/2; 1 1/2; 1/4 -1/4 1/2; 1/12 1/12 -2/3 1/2",
                              .b = "5/6 -1/6 -1/6 1/2",
                              .other = "3/4 -1/4 1/2"},
        times);
    expect_fault("RODAS3 of order 3(2), with gamma31 = 1/4.");
}

/* RODAS3 as it is programmed, with c_43 = 8/3 for -8/3. With the row (-1/4, -1/4, 1/2) of G that is
 * 16/3 G_44 times this row in G's last one, and 16/3 b_4 times it in b. */
Test(table_faults, a_sign_in_the_form_without_products_is_named) {
    static const char *const times[] = {"1/2", "3/2", "0", "0"};
    find_of_table(
        &(struct known_table){.stages = 4,
                              .a = "; ; 1; 3/4 -1/4 1/2",
                              .gamma = "1/2; 1 1/2; -1/4 -1/4 1/2; -7/12 -7/12 2/3 1/2",
                              .b = "1/6 -5/6 7/6 1/2",
                              .other = "3/4 -1/4 1/2"},
        times);
    expect_fault("RODAS3 of order 3(2), with c43 (of the form without products with J) = "
                 "8/3.");
}

/* RODAS3 without F_t in its second stage. */
Test(table_faults, a_wrong_factor_of_the_derivative_by_time_is_named) {
    static const char *const times[] = {"1/2", "0", "0", "0"};
    find_of_table(
        &(struct known_table){.stages = 4,
                              .a = "; ; 1; 3/4 -1/4 1/2",
                              .gamma = "1/2; 1 1/2; -1/4 -1/4 1/2; 1/12 1/12 -2/3 1/2",
                              .b = "5/6 -1/6 -1/6 1/2",
                              .other = "3/4 -1/4 1/2"},
        times);
    expect_fault("RODAS3 of order 3(2), with the factor of F_t in stage 2 = 0.");
}

/* RODAS, of which a released library has the fourth factor with the other sign, so that it is of
 * order 1 where rates depend on the time. */
Test(table_faults, a_sign_of_a_factor_of_rodas_is_named) {
    static const char *const times[] = {"1/4",       "-1043/10000", "1035/10000",
                                        "362/10000", "0",           "0"};
    find_of_table(&known_rodas4, times);
    expect_fault("RODAS of order 4(3), with the factor of F_t in stage 4 = 0.0362,");
}

/* Bogacki's and Shampine's pair: 7/24 1/4 1/3 1/8 are compared with 2/9 1/3 4/9 0, so that e is
 * -5/72 1/12 1/9 -1/8. */
Test(table_faults, exchanged_numbers_of_an_estimate_are_told) {
    static const struct {
        const char *other, *said;
    } cases[] = {{"7/24 1/3 1/4 1/8",
                  ", with the weights 2 and 3 exchanged of the method "
                  "that its estimate compares with."},
                 {"7/24 2/9 13/36 1/8", ", with e2 and e3 exchanged."}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        find_of_table(&(struct known_table){.stages = 4,
                                            .a = "; 1/2; 0 3/4; 2/9 1/3 4/9",
                                            .b = "2/9 1/3 4/9",
                                            .other = cases[k].other},
                      NULL);
        expect_fault(cases[k].said);
    }
}
