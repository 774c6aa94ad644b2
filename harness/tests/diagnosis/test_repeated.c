/* Methods that make a known one several times inside a step. Tables by hand.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/fingerprint/known/known_table.h"
#include "harness/tests/diagnosis/diagnosing.h"

static void expect(const struct known_table *table, const char *said) {
    struct tableau t;
    struct families f;
    cr_assert(known_table_read(&t, table) == 0);
    made_of_tableau(&e, FOREST_MECHANICAL, 4, 0, &t);
    made_families(&f, &t);
    e.families = &f;
    diagnosing_find(NULL);
    cr_expect(strstr(x.text, said) != NULL, "%s: %s", said, x.text);
    cr_expect((strstr(said, "equal steps") == NULL) ==
                  (strstr(x.text, "equal steps") == NULL),
              "%s", x.text);
    diagnosis_free(&x);
    families_free(&f);
    evidence_free(&e);
    tableau_free(&t);
}

#define THIRDS .b = "1/3 1/3 1/3"
#define BEFORE "; 1/3; 1/3 1/3"
#define AND_OWN "1/3; 1/3 1/3; 1/3 1/3 1/3"

/* v_k = v_{k-1} + h/3 f(q_{k-1}, v_{k-1}), q_k = q_{k-1} + h/3 N(q_{k-1}) v_k */
#define SYMPLECTIC                                                                       \
    .part[TABLEAU_QQ] = BEFORE, .part[TABLEAU_QV] = AND_OWN, .part[TABLEAU_VQ] = BEFORE, \
    .part[TABLEAU_VV] = BEFORE

/* Seen to fail: they had no name; one step less in the powers of the chains; towers and other trees
 * not compared, so that symplectic Euler was explicit Euler. */
Test(repeated, equal_steps_of_a_known_method_are_named) {
    expect(&(struct known_table){.stages = 3, .a = BEFORE, THIRDS},
           "This is 3 equal steps of explicit Euler.");
    expect(&(struct known_table){.stages = 3, .a = AND_OWN, THIRDS},
           "This is 3 equal steps of backward Euler.");
    expect(&(struct known_table){.stages = 3, SYMPLECTIC, .c = "0 1/3 2/3", THIRDS},
           "This is 3 equal steps of semi-explicit Euler, velocities first");
}

Test(repeated, others_are_not) {
    expect(&(struct known_table){.stages = 3, SYMPLECTIC, .c = "0 0 0", THIRDS},
           "No known method has these weights");
    expect(&(struct known_table){.stages = 3, .a = "; 1/2; 1/2 1/4", .b = "1/2 1/4 1/4"},
           "No known method has these weights");
}
