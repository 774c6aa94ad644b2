/* Columns and tallies.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "reports/quantity.h"

enum { RESULTS = 9 };

static struct report_result list[RESULTS] = {
    {.model = 0,
     .study = "gap",
     .quantity = "gap-order",
     .arithmetic = "mpfr:512",
     .value = 3,
     .expected = 3,
     .verdict = VERDICT_PASS,
     .required = true},
    {.model = 0,
     .study = "odd",
     .quantity = "entropy",
     .arithmetic = "double",
     .value = 1.37,
     .expected = NAN,
     .verdict = VERDICT_NOT_ASYMPTOTIC},
    {.model = 0,
     .study = "order",
     .quantity = "order",
     .arithmetic = "mpfr:128",
     .value = 1,
     .expected = 1,
     .verdict = VERDICT_PASS,
     .required = true},
    {.model = 0,
     .study = "order",
     .quantity = "order:a",
     .component = "a",
     .arithmetic = "mpfr:128",
     .value = 0.5,
     .expected = 1,
     .verdict = VERDICT_FAIL},
    {.model = 1,
     .study = "order",
     .quantity = "order",
     .arithmetic = "double",
     .value = 0.9,
     .expected = 1,
     .verdict = VERDICT_NOT_ASYMPTOTIC,
     .required = true},
    {.model = 1,
     .study = "gap",
     .quantity = "gap-order",
     .arithmetic = "mpfr:256",
     .value = 2,
     .expected = 3,
     .verdict = VERDICT_FAIL,
     .required = true},
    {.model = 1,
     .study = "gap",
     .quantity = "error-constant",
     .arithmetic = "mpfr:256",
     .value = 3,
     .expected = 30,
     .verdict = VERDICT_FAIL,
     .required = true},
    {.model = 1,
     .study = "order",
     .quantity = "error-constant:order",
     .arithmetic = "mpfr:128",
     .value = 0,
     .expected = 0,
     .verdict = VERDICT_PASS},
    {.model = 1,
     .study = "gap",
     .quantity = "step-roundoff",
     .arithmetic = "double",
     .value = NAN,
     .expected = 0,
     .verdict = VERDICT_NOT_ASYMPTOTIC},
};

static const struct results all = {.models = 2, .count = RESULTS, .result = list};

Test(quantity, columns_are_in_the_order_of_presentation) {
    static const char *const expected[] = {
        "order-order-double", "order-order-mpfr",        "order-error-constant-mpfr",
        "gap-gap-order-mpfr", "gap-error-constant-mpfr", "gap-step-roundoff-double",
        "odd-entropy-double"};
    struct columns columns;
    cr_assert(columns_find(&all, &columns));
    cr_assert_eq(columns.count, (int)(sizeof expected / sizeof expected[0]));
    for (int i = 0; i < columns.count; i++) {
        struct text t = {0};
        column_identifier(&t, &columns.column[i]);
        cr_assert_str_eq(text_bytes(&t), expected[i]);
        text_clear(&t);
    }
    columns_free(&columns);
}

Test(quantity, a_column_holds_both_precisions_and_all_components) {
    struct columns columns;
    cr_assert(columns_find(&all, &columns));
    cr_assert_eq(tally_results(&all, -1, &columns.column[1]).count, 2);
    cr_assert_eq(tally_results(&all, -1, &columns.column[3]).count, 2);
    cr_assert_eq(tally_results(&all, 0, &columns.column[3]).count, 1);
    columns_free(&columns);
}

Test(quantity, a_tally_counts_and_finds_the_worst) {
    struct tally t = tally_results(&all, 1, NULL);
    cr_assert_eq(t.count, 5);
    cr_assert_eq(t.verdicts[VERDICT_PASS], 1);
    cr_assert_eq(t.verdicts[VERDICT_NOT_ASYMPTOTIC], 2);
    cr_assert_eq(t.verdicts[VERDICT_FAIL], 2);
    cr_assert_eq(t.stopping, 3);
    cr_assert_eq(t.worst, &list[6], "27 of 30 digits lacking is more than 1 of 3");
    cr_assert_null(tally_results(&all, 7, NULL).worst);
}

Test(quantity, what_stops_the_gate_is_worse_than_what_does_not) {
    cr_assert(result_is_worse(&list[4], &list[1]));
    cr_assert(result_is_worse(&list[3], &list[4]));
    cr_assert_not(result_is_worse(&list[4], &list[3]));
    cr_assert_not(result_is_worse(&list[0], &list[2]));
    cr_assert_not(result_is_worse(&list[2], &list[0]));
}

Test(quantity, only_required_verdicts_must_pass) {
    static const bool stops[RESULTS] = {false, false, false, true, true,
                                        true,  true,  false, false};
    for (int i = 0; i < RESULTS; i++) {
        cr_assert_eq(result_stops(&list[i]), stops[i], "result %d", i);
    }
}

Test(quantity, the_same_name_in_another_study_is_another_quantity) {
    cr_assert_eq(quantity_of(&list[6])->kind, QUANTITY_DIGITS);
    cr_assert_eq(quantity_of(&list[7])->kind, QUANTITY_DEVIATION);
    cr_assert_eq(quantity_of(&list[1])->kind, QUANTITY_NUMBER);
    cr_assert_null(quantity_of(&list[1])->label);
}
