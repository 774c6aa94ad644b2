/* The table of verdicts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/base/verdict.h"

static const struct {
    bool trusted;
    double low, high;
    enum verdict verdict;
} TABLE[] = {
    /* Expected 2 -+ 0.25: all numbers are exact in binary. */
    {true, 1.875, 2.125, VERDICT_PASS},
    {true, 1.75, 2.25, VERDICT_PASS},
    {true, 2, 2, VERDICT_PASS},
    {true, 1.5, 1.625, VERDICT_FAIL},
    {true, 2.5, 3, VERDICT_FAIL},
    {true, 1.625, 1.875, VERDICT_NOT_ASYMPTOTIC},
    {true, 2.125, 2.375, VERDICT_NOT_ASYMPTOTIC},
    {true, 1, 3, VERDICT_NOT_ASYMPTOTIC},
    {true, 1.5, 1.75, VERDICT_NOT_ASYMPTOTIC},
    {true, NAN, 2, VERDICT_NOT_ASYMPTOTIC},
    {true, 2, NAN, VERDICT_NOT_ASYMPTOTIC},
    {true, -INFINITY, INFINITY, VERDICT_NOT_ASYMPTOTIC},
    {true, 2.125, 1.875, VERDICT_NOT_ASYMPTOTIC},
    {false, 2, 2, VERDICT_NOT_ASYMPTOTIC},
    {false, 3, 3, VERDICT_NOT_ASYMPTOTIC},
};

Test(verdict, is_two_sided_and_three_valued) {
    for (size_t i = 0; i < sizeof TABLE / sizeof TABLE[0]; i++)
        cr_assert(verdict_two_sided(TABLE[i].trusted, TABLE[i].low, TABLE[i].high, 2,
                                    0.25) == TABLE[i].verdict,
                  "row %zu", i);
}

Test(verdict, never_passes_a_value_that_is_not_a_number) {
    cr_assert(verdict_at_least(NAN, 30) == VERDICT_FAIL);
    cr_assert(verdict_at_most(NAN, 1) == VERDICT_FAIL);
    cr_assert(verdict_two_sided(true, NAN, NAN, 2, 0.25) == VERDICT_NOT_ASYMPTOTIC);
}

Test(verdict, of_one_bound_includes_the_bound) {
    cr_assert(verdict_at_least(30, 30) == VERDICT_PASS);
    cr_assert(verdict_at_least(29.9, 30) == VERDICT_FAIL);
    cr_assert(verdict_at_most(1, 1) == VERDICT_PASS);
    cr_assert(verdict_at_most(1.1, 1) == VERDICT_FAIL);
}

Test(verdict, of_two_is_the_worse_one) {
    const enum verdict order[] = {VERDICT_PASS, VERDICT_NOT_ASYMPTOTIC, VERDICT_FAIL};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            cr_assert(verdict_worse(order[i], order[k]) == order[i > k ? i : k]);
    }
}

Test(verdict, has_the_names_that_results_bear) {
    cr_assert(strcmp(verdict_text(VERDICT_PASS), "pass") == 0);
    cr_assert(strcmp(verdict_text(VERDICT_FAIL), "fail") == 0);
    cr_assert(strcmp(verdict_text(VERDICT_NOT_ASYMPTOTIC), "not-asymptotic") == 0);
}
