/* Results as the other parts of the program read them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/results/result.h"
#include "harness/results/result_list.h"
#include "harness/tests/models.h"
#include "harness/tests/results_of.h"
#include "problems/model.h"

static json_t *append_one(struct model *m, const struct result *r) {
    const struct study s = {.model = m, .method = "velocity-implicit-euler"};
    struct results list = {.count = 0};
    cr_assert(result_append(&list, &s, r, "%s after %d", "found", 7) == 0);
    json_t *results = results_tell(&list);
    cr_assert(json_array_size(results) == 1);
    return results;
}

Test(result, has_every_field_that_is_promised) {
    struct model *m = model_from("state z = 1\nz' = -z\n");
    const struct result r = {.arithmetic = "double",
                             .study = "order",
                             .quantity = "order",
                             .component = "q[1]",
                             .value = 0.1 + 0.2,
                             .low = 0.25,
                             .high = 0.5,
                             .expected = 1,
                             .tolerance = 0.02,
                             .verdict = VERDICT_FAIL,
                             .grade = "converged",
                             .required = true};
    json_t *results = append_one(m, &r), *object = json_array_get(results, 0);
    cr_assert(strcmp(text_in(object, "model"), m->name) == 0);
    cr_assert(strcmp(text_in(object, "method"), "velocity-implicit-euler") == 0);
    cr_assert(strcmp(text_in(object, "arithmetic"), "double") == 0);
    cr_assert(strcmp(text_in(object, "study"), "order") == 0);
    cr_assert(strcmp(text_in(object, "quantity"), "order:q[1]") == 0);
    cr_assert(strcmp(text_in(object, "component"), "q[1]") == 0);
    cr_assert(json_real_value(json_object_get(object, "value")) == 0.1 + 0.2);
    cr_assert(json_real_value(json_object_get(object, "low")) == 0.25);
    cr_assert(json_real_value(json_object_get(object, "high")) == 0.5);
    cr_assert(json_real_value(json_object_get(object, "expected")) == 1);
    cr_assert(json_real_value(json_object_get(object, "tolerance")) == 0.02);
    cr_assert(strcmp(text_in(object, "verdict"), "fail") == 0);
    cr_assert(strcmp(text_in(object, "grade"), "converged") == 0);
    cr_assert(json_is_true(json_object_get(object, "required")));
    cr_assert(strcmp(text_in(object, "reason"), "found after 7") == 0);
    cr_assert(json_is_array(json_object_get(object, "points")));
}

/* What is at most its bound passes; its interval has no lower end. */
Test(result, what_is_held_to_a_bound_has_its_value_and_the_bound) {
    static const struct {
        double value;
        enum verdict verdict;
    } cases[] = {{0.25, VERDICT_PASS}, {1.375, VERDICT_PASS}, {1.5, VERDICT_FAIL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct result r = result_begin(NULL, "gap", "double", "error");
        result_hold(&r, cases[i].value, 1.375);
        cr_expect_eq(r.value, cases[i].value);
        cr_expect_eq(r.high, cases[i].value);
        cr_expect(isnan(r.low));
        cr_expect_eq(r.expected, 0);
        cr_expect_eq(r.tolerance, 1.375);
        cr_expect_eq(r.verdict, cases[i].verdict);
    }
}

Test(result, writes_what_is_no_number_as_null) {
    struct model *m = model_from("state z = 1\nz' = -z\n");
    const struct result r = {.arithmetic = "double",
                             .study = "order",
                             .quantity = "order",
                             .value = NAN,
                             .low = -INFINITY,
                             .high = INFINITY,
                             .expected = NAN,
                             .grade = "none",
                             .points = json_pack("[i]", 5)};
    json_t *results = append_one(m, &r), *object = json_array_get(results, 0);
    const char *const keys[] = {"value", "low", "high", "expected"};
    for (int k = 0; k < 4; k++)
        cr_assert(json_is_null(json_object_get(object, keys[k])), "%s", keys[k]);
    cr_assert(json_is_false(json_object_get(object, "required")));
    cr_assert(json_object_get(object, "component") == NULL);
    cr_assert(strcmp(text_in(object, "quantity"), "order") == 0);
    cr_assert(json_array_size(json_object_get(object, "points")) == 1);
}

Test(result, is_required_of_smooth_models_that_are_not_stiff) {
    static const struct {
        const char *text;
        bool required;
    } TABLE[] = {{"state z = 1\nz' = -z\n", true},
                 {"tags smooth, stiff\nstate z = 1\nz' = -z\n", false},
                 {"state z = 1\nz' = -max(z, 0)\n", false}};
    for (size_t i = 0; i < sizeof TABLE / sizeof TABLE[0]; i++) {
        struct model *m = model_from(TABLE[i].text);
        cr_assert(result_is_required(m) == TABLE[i].required, "row %zu", i);
    }
}
