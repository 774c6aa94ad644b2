/* What is told of methods without a name that pass, and may be wrong all the same.
 *
 * Seen to fail: each sentence, with what says it taken out; the sound ones, with orders that are
 * asked for lowered by one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/fingerprint/known/known_table.h"
#include "harness/tests/made_evidence.h"

static struct diagnosis x;

/* x of a table, which passes. */
static void find_of_table(const struct known_table *table) {
    struct evidence e;
    struct families f;
    struct tableau t;
    struct diagnostic d;
    cr_assert(known_table_read(&t, table) == 0);
    made_of_tableau(&e, FOREST_MECHANICAL, 4, 0, &t);
    made_families(&f, &t);
    e.families = &f;
    cr_assert(diagnosis_find(&x, &e, NULL, &d) == 0);
    cr_expect(x.verdict == DIAGNOSIS_PASS, "%s", x.text);
    tableau_free(&t);
    families_free(&f);
    evidence_free(&e);
}

static void expect_said(const struct known_table *table, const char *said) {
    find_of_table(table);
    cr_expect(strstr(x.text, said) != NULL, "%s: %s", said, x.text);
    diagnosis_free(&x);
}

#define GAUSS_2 .stages = 2, .a = "1/4 1/4-1/6r3; 1/4+1/6r3 1/4"
#define GAUSS_3                                                                          \
    .stages = 3, .a = "5/36 2/9-1/15r15 5/36-1/30r15; 5/36+1/24r15 2/9 5/36-1/24r15; "   \
                      "5/36+1/30r15 2/9+1/15r15 5/36"

/* Kutta's methods of order 3 with the weights 1/6, 1/3, 1/2. */
#define KUTTA_3 .stages = 3, .a = "; 3/5-1/10r6; -1/15-2/45r6 2/3+1/9r6"

/* One of order 3 with the nodes 0, 2/5, 4/5. */
#define ORDER_3 .stages = 3, .a = "; 2/5; -1/5 1", .b = "1/6 5/12 5/12"

Test(hints, a_weight_at_another_node_is_told) {
    expect_said(
        &(struct known_table){GAUSS_2, .b = "1/4 3/4"},
        "With the weight 0.25 moved from its node at 0.788675 to that at 0.211325, "
        "its quadrature formula would be of order 4, not 1.");
}

Test(hints, exchanged_weights_are_told) {
    expect_said(
        &(struct known_table){KUTTA_3, .b = "1/3 1/6 1/2"},
        "With the weights of its nodes at 0.355051 and 0 exchanged, its quadrature "
        "formula would be of order 3, not 1.");
}

Test(hints, a_moved_node_is_told) {
    expect_said(
        &(struct known_table){
            .stages = 2, .a = "1/4-1/12r3 1/4-1/12r3; 1/4 1/4", .b = "1/2 1/2"},
        "With its node at 0.5 moved to 0.788675, its quadrature formula would be of "
        "order 4, not 1.");
}

Test(hints, other_weights_at_the_nodes_of_gauss_are_told) {
    expect_said(
        &(struct known_table){GAUSS_3, .b = "1/3 1/3 1/3"},
        "Its nodes are those of a formula of order 6, but not its weights: with "
        "0.277778, 0.444444 and 0.277778 its quadrature formula would be of order 6, "
        "not 2.");
}

Test(hints, a_coefficient_with_the_wrong_sign_is_told) {
    expect_said(
        &(struct known_table){.stages = 3,
                              .a = "; 3/5-1/10r6; 19/15+8/45r6 -2/3-1/9r6",
                              .b = "1/6 1/3 1/2"},
        "The weight of q[q[q]] is -1/6, the exact solution's with the sign turned, "
        "and that alone leaves it order 2");
}

/* A coefficient of ORDER_3 that is off by 2 %. */
Test(hints, nodes_that_would_do_for_one_order_more_are_told) {
    expect_said(
        &(struct known_table){
            .stages = 3, .a = "; 2/5; -11/50 51/50", .b = "1/6 5/12 5/12"},
        "Its nodes and weights would do for order 3; what its stages take leaves it "
        "order 2.");
}

/* The classical Runge-Kutta method by N(q) at explicit Euler's positions. */
Test(hints, an_order_that_is_lost_where_positions_turn_is_told) {
    static const char *const a = "; 1/2; 0 1/2; 0 0 1";
    expect_said(
        &(struct known_table){.stages = 4,
                              .part[TABLEAU_QQ] = "; 1/2; 1/2; 1",
                              .part[TABLEAU_QV] = a,
                              .part[TABLEAU_VQ] = a,
                              .part[TABLEAU_VV] = a,
                              .c = "0 1/2 1/2 1",
                              .b = "1/6 1/3 1/3 1/6"},
        "It is of order 4 where N does not depend on q, and of order 2 where it does");
}

/* The same by forces at explicit Euler's velocities. */
Test(hints, an_order_that_is_lost_where_forces_depend_on_velocities_is_told) {
    static const char *const a = "; 1/2; 0 1/2; 0 0 1";
    expect_said(&(struct known_table){.stages = 4,
                                      .part[TABLEAU_QQ] = a,
                                      .part[TABLEAU_QV] = a,
                                      .part[TABLEAU_VQ] = a,
                                      .part[TABLEAU_VV] = "; 1/2; 1/2; 1",
                                      .c = "0 1/2 1/2 1",
                                      .b = "1/6 1/3 1/3 1/6"},
                "It is of order 4 where f does not depend on v, and of order 2 where it "
                "does.");
}

Test(hints, an_estimate_that_is_of_no_sound_formula_is_told) {
    expect_said(&(struct known_table){ORDER_3, .other = "1/2 1/2 1/2"},
                "Its estimate is not 0 at constant rates");
    expect_said(
        &(struct known_table){ORDER_3, .other = "2/3 1/3"},
        "Its estimate compares it with a formula of order 1, 2 less than its own.");
}

/* Radau's weights, by hand, for the nodes 1/3 and 1, of order 3, exchanged: a change that has no
 * number to choose and gains two orders. */
Test(hints, two_orders_by_an_exchange_are_no_accident) {
    expect_said(
        &(struct known_table){.stages = 2, .a = "1/6 1/6; 1/2 1/2", .b = "1/4 3/4"},
        "With the weights of its nodes at 1 and 0.333333 exchanged, its quadrature "
        "formula would be of order 3, not 1.");
}

/* One number gains one order wherever it stands: the integral of t asks for no more. A second order
 * may come by accident, as where Radau's node 1 is at 9/10, or his nodes have equal weights. Seen
 * to fail: one order more taken for no accident. */
Test(hints, one_order_more_than_a_number_gains_may_be_an_accident) {
    static const struct known_table cases[] = {
        {.stages = 2, .a = "1/6 1/6; 9/20 9/20", .b = "3/4 1/4"},
        {.stages = 2, .a = "1/6 1/6; 1/2 1/2", .b = "1/2 1/2"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        find_of_table(&cases[i]);
        cr_expect(strstr(x.text, "formula would be") == NULL &&
                      strstr(x.text, "Its nodes are those") == NULL,
                  "%s", x.text);
        diagnosis_free(&x);
    }
}

/* Two equal Euler steps in another form; ORDER_3; and ORDER_3 with one of order 2 beside it. */
Test(hints, of_sound_methods_nothing_is_told) {
    static const struct known_table sound[] = {
        {.stages = 3, .a = "; 1/3; 1/3 1/3", .b = "1/3 1/3 1/3"},
        {ORDER_3},
        {ORDER_3, .other = "-1/4 5/4"}};
    for (size_t i = 0; i < sizeof sound / sizeof *sound; i++) {
        find_of_table(&sound[i]);
        cr_expect(strstr(x.text, "would") == NULL && strstr(x.text, "seems") == NULL &&
                      strstr(x.text, "Its estimate") == NULL &&
                      strstr(x.text, "It is of order") == NULL,
                  "%s", x.text);
        diagnosis_free(&x);
    }
}
