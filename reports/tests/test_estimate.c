/* Errors and estimates of the same steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "reports/estimate.h"

static struct report_result list[2] = {
    {.study = "gap", .quantity = "error-order", .arithmetic = "double"},
    {.study = "gap", .quantity = "estimate-order", .arithmetic = "double"},
};
static const struct results all = {.models = 1, .count = 2, .result = list};

static void read_pairs(struct estimate_pairs *pairs, const char *errors,
                       const char *estimates) {
    json_t *error = json_loads(errors, 0, NULL),
           *estimate = json_loads(estimates, 0, NULL);
    list[0].points = error;
    list[1].points = estimate;
    cr_assert(error && estimate && estimate_read(pairs, &all, 0));
    json_decref(error);
    json_decref(estimate);
}

#define POINT(t, h, value)                                                               \
    "{\"t\": " #t ", \"h\": " #h ", \"value\": " #value ", \"used\": true}"

Test(estimate, points_of_the_same_step_are_paired) {
    struct estimate_pairs pairs;
    read_pairs(
        &pairs,
        "[" POINT(0.3, 0.1, 2e-3) "," POINT(0.3, 0.2, 8e-3) "," POINT(0.7, 0.1, 1e-3) "]",
        "[" POINT(0.7, 0.1, 4e-3) "," POINT(0.3, 0.2, 8e-3) "," POINT(0.3, 0.4, 1) "]");
    cr_assert_eq(pairs.count, 2);
    cr_assert(fabs(pairs.pair[0].error - log10(8e-3)) < 1e-12);
    cr_assert(fabs(pairs.pair[0].estimate - log10(8e-3)) < 1e-12);
    cr_assert(fabs(pairs.pair[1].error - log10(1e-3)) < 1e-12);
    cr_assert(fabs(pow(10, estimate_quantile(&pairs, 0)) - 1) < 1e-12);
    cr_assert(fabs(pow(10, estimate_quantile(&pairs, 1)) - 4) < 1e-12);
    estimate_free(&pairs);
}

Test(estimate, steps_that_are_not_used_are_left_out) {
    struct estimate_pairs pairs;
    read_pairs(&pairs,
               "[{\"h\": 0.1, \"error\": 1, \"used\": true}, {\"h\": 0.2, \"error\": 2, "
               "\"used\": true}, {\"h\": 0.4, \"error\": 3, \"used\": false}]",
               "[{\"h\": 0.1, \"error\": 1, \"used\": false}, {\"h\": 0.2, \"error\": 7, "
               "\"used\": true}, {\"h\": 0.4, \"error\": 3, \"used\": true}]");
    cr_assert_eq(pairs.count, 1);
    cr_assert(fabs(pow(10, estimate_quantile(&pairs, 0)) - 3.5) < 1e-12);
    estimate_free(&pairs);
}

Test(estimate, a_quantile_stands_between_the_ends) {
    struct estimate_pairs pairs;
    read_pairs(&pairs, "[" POINT(1, 0.1, 1) "," POINT(2, 0.1, 1) "," POINT(3, 0.1, 1) "]",
               "[" POINT(1, 0.1, 0.2) "," POINT(2, 0.1, 37) "," POINT(3, 0.1, 1.9) "]");
    cr_assert(fabs(pow(10, estimate_quantile(&pairs, 0.5)) - 1.9) < 1e-9);
    estimate_free(&pairs);
}

Test(estimate, without_points_there_are_no_pairs) {
    struct estimate_pairs pairs;
    read_pairs(&pairs, "[]", "[]");
    cr_assert_eq(pairs.count, 0);
    cr_assert(isnan(estimate_quantile(&pairs, 0.5)));
    estimate_free(&pairs);
    cr_assert(estimate_read(&pairs, &all, 7));
    cr_assert_eq(pairs.count, 0);
    estimate_free(&pairs);
}
