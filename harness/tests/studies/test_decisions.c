/* Decisions kept and compared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/decisions.h"

#include <math.h>

#include <criterion/criterion.h>

#include "ref/ref.h"

static struct pair_decision made(enum pair_decision_kind kind, int outcome, double value,
                                 double limit) {
    return (struct pair_decision){kind, outcome, 0.37, 0.013, value, limit};
}

static void keep(struct decisions *d, enum pair_decision_kind kind, int outcome,
                 double value, double limit) {
    struct pair_decision x = made(kind, outcome, value, limit);
    decisions_keep(d, &x);
}

Test(decisions, are_kept_in_their_order_however_many_there_are) {
    struct decisions d = {.count = 0};
    for (int k = 0; k < 1000; k++)
        keep(&d, k % 3 ? PAIR_DECISION_NEWTON : PAIR_DECISION_ERROR, k % 2, k, 1.37);
    cr_assert(d.count == 1000 && !d.lost);
    for (int k = 0; k < 1000; k++)
        cr_expect(d.decision[k].value == k);
    cr_expect(decisions_count(&d, PAIR_DECISION_ERROR, DECISIONS_ANY) == 334);
    cr_expect(decisions_count(&d, PAIR_DECISION_ERROR, 1) == 167);
    cr_expect(decisions_count(&d, PAIR_DECISION_NEWTON, 0) == 333);
    cr_expect(decisions_count(&d, PAIR_DECISION_TRIAL, DECISIONS_ANY) == 0);
    decisions_clear(&d);
    cr_expect(d.count == 0 && d.decision == NULL);
}

Test(decisions, of_the_reference_become_those_of_the_same_name) {
    static const struct {
        enum ref_decision_kind from;
        enum pair_decision_kind to;
    } TABLE[] = {{REF_DECISION_NEWTON, PAIR_DECISION_NEWTON},
                 {REF_DECISION_TRIAL, PAIR_DECISION_TRIAL},
                 {REF_DECISION_ATTEMPT, PAIR_DECISION_ATTEMPT},
                 {REF_DECISION_ERROR, PAIR_DECISION_ERROR},
                 {REF_DECISION_STEP, PAIR_DECISION_STEP}};
    struct decisions d = {.count = 0};
    for (int k = 0; k < 5; k++) {
        const struct ref_decision x = {TABLE[k].from, k, 0.1, 0.2, 0.3, 0.4};
        decisions_keep_reference(&d, &x);
        const struct pair_decision *y = &d.decision[k];
        cr_expect(y->kind == TABLE[k].to && y->outcome == k);
        cr_expect(y->t == 0.1 && y->h == 0.2 && y->value == 0.3 && y->limit == 0.4);
    }
}

/* Each entry differs from {NEWTON, 1, 0.01, 0.05} or, for steps, {STEP, 1, 0.02,
 * 0.01}. */
Test(decisions, differ_in_kind_outcome_limit_and_chosen_size_but_not_in_value) {
    static const struct {
        struct pair_decision one, other;
        bool differs;
    } TABLE[] = {
        {{PAIR_DECISION_NEWTON, 1, 0, 1, 0.01, 0.05},
         {PAIR_DECISION_ERROR, 1, 0, 1, 0.01, 0.05},
         true},
        {{PAIR_DECISION_NEWTON, 1, 0, 1, 0.01, 0.05},
         {PAIR_DECISION_NEWTON, 0, 0, 1, 0.01, 0.05},
         true},
        {{PAIR_DECISION_NEWTON, 1, 0, 1, 0.01, 0.05},
         {PAIR_DECISION_NEWTON, 1, 0, 1, 0.01, 0.0500001},
         true},
        {{PAIR_DECISION_NEWTON, 1, 0, 1, 0.01, 0.05},
         {PAIR_DECISION_NEWTON, 1, 0, 1, 0.02, 0.05},
         false},
        {{PAIR_DECISION_NEWTON, 1, 0, 1, 0.01, 0.05},
         {PAIR_DECISION_NEWTON, 1, 0, 1, 1e-16, 10 * 0x1p-52},
         false},
        {{PAIR_DECISION_NEWTON, 0, 0, 1, 0.01, 0.05},
         {PAIR_DECISION_NEWTON, 0, 0, 1, 0.01, 10 * 0x1p-52},
         true},
        {{PAIR_DECISION_STEP, 1, 0, 1, 0.02, 0.01},
         {PAIR_DECISION_STEP, 1, 0, 1, 0.0178, 0.01},
         true},
        {{PAIR_DECISION_STEP, 1, 0, 1, 0.02, 0.01},
         {PAIR_DECISION_STEP, 1, 0, 1, 0.02001, 0.01},
         false},
        {{PAIR_DECISION_TRIAL, 2, 0, 1, NAN, NAN},
         {PAIR_DECISION_TRIAL, 2, 0, 1, 0, 0},
         false},
    };
    for (size_t k = 0; k < sizeof TABLE / sizeof TABLE[0]; k++) {
        struct decisions a = {.count = 0}, b = {.count = 0};
        keep(&a, PAIR_DECISION_ATTEMPT, 1, NAN, NAN);
        keep(&b, PAIR_DECISION_ATTEMPT, 1, 0, 0);
        decisions_keep(&a, &TABLE[k].one);
        decisions_keep(&b, &TABLE[k].other);
        cr_expect(decisions_first_difference(&a, &b) == (TABLE[k].differs ? 1 : -1),
                  "row %zu", k);
        cr_expect(decisions_first_difference(&b, &a) == (TABLE[k].differs ? 1 : -1),
                  "row %zu", k);
    }
}

Test(decisions, differ_where_one_of_the_two_ends) {
    struct decisions a = {.count = 0}, b = {.count = 0};
    keep(&a, PAIR_DECISION_TRIAL, 1, NAN, NAN);
    keep(&a, PAIR_DECISION_ATTEMPT, 1, NAN, NAN);
    keep(&b, PAIR_DECISION_TRIAL, 1, NAN, NAN);
    cr_expect(decisions_first_difference(&a, &b) == 1);
    cr_expect(decisions_first_difference(&b, &a) == 1);
    cr_expect(decisions_first_difference(&b, &b) == -1);
}

Test(decisions, have_the_margin_by_which_they_were_taken) {
    struct pair_decision x = made(PAIR_DECISION_NEWTON, 1, 0.03, 0.04);
    cr_expect(fabs(decisions_margin(&x) - 0.25) < 1e-15);
    x.value = 0.05;
    cr_expect(fabs(decisions_margin(&x) - 0.25) < 1e-15);
}
