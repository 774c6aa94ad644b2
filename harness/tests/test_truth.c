/* Truth, closed forms, and how well numbers agree.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/solution/truth.h"
#include "harness/studies/vector.h"
#include "harness/tests/models.h"

/* exp(-1): OEIS A068985. */
static const char exp_minus_one[] =
    "3.6787944117144232159552377016146086744581113103176e-01";

static json_t *truth_of(const char *text, int digits) {
    struct model *m = model_from(text);
    mpfr_t time[1];
    mpfr_init2(time[0], 300);
    mpfr_set_ui(time[0], 1, MPFR_RNDN);
    struct truth_request r = {m, 1, vector_const(time), digits, NULL, NULL};
    json_t *document;
    enum ref_status status = truth_find(&r, &document);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    mpfr_clear(time[0]);
    model_free(m);
    return document;
}

static const json_t *entry_of(const json_t *document) {
    return json_array_get(json_object_get(document, "truth"), 0);
}

static const char *first_z(const json_t *entry) {
    const json_t *state = json_object_get(entry, "state");
    return json_string_value(json_array_get(json_object_get(state, "z"), 0));
}

Test(truth, without_a_formula_it_is_the_converged_solution) {
    json_t *document = truth_of("state z = 1\nz' = -z\n", 40);
    const json_t *entry = entry_of(document);
    cr_expect_str_eq(json_string_value(json_object_get(entry, "grade")), "converged");
    cr_expect(strncmp(first_z(entry), exp_minus_one, 2 + 38) == 0, "%s", first_z(entry));
    cr_expect(json_number_value(json_object_get(entry, "digits")) >= 40);
    cr_expect(json_object_get(entry, "digits_agreeing_with_taylor") == NULL);
    json_decref(document);
}

Test(truth, with_a_formula_it_is_the_formula_and_the_taylor_solution_agrees) {
    json_t *document = truth_of("state z = 1\nz' = -z\nsolution z = exp(-t)\n", 40);
    const json_t *entry = entry_of(document);
    cr_expect_str_eq(json_string_value(json_object_get(entry, "grade")), "closed-form");
    cr_expect(strncmp(first_z(entry), exp_minus_one, 2 + 38) == 0, "%s", first_z(entry));
    double agreeing =
        json_number_value(json_object_get(entry, "digits_agreeing_with_taylor"));
    cr_expect(agreeing >= 40 && agreeing < 1000, "%g", agreeing);
    json_decref(document);
}

Test(truth, a_wrong_formula_shows_in_the_agreement) {
    json_t *document =
        truth_of("state z = 1\nz' = -z\nsolution z = exp(-t)*(1 + 1e-7*t)\n", 40);
    double agreeing = json_number_value(
        json_object_get(entry_of(document), "digits_agreeing_with_taylor"));
    cr_expect(agreeing >= 6 && agreeing <= 7, "%g", agreeing);
    json_decref(document);
}

Test(truth, published_values_are_compared_at_their_own_time) {
    json_t *document = truth_of("state z = 1\nz' = -z\n"
                                "published \"A table\" at 1 { z = 0.36788 digits 5 }\n",
                                30);
    const json_t *published = json_array_get(json_object_get(document, "published"), 0);
    double agreeing = json_number_value(json_object_get(published, "digits_agreeing"));
    cr_expect(agreeing >= 5 && agreeing <= 6, "%g",
              agreeing); /* it is rounded up by 1.5e-6 */
    json_decref(document);
}

Test(truth, published_values_of_another_time_are_left_out) {
    json_t *document = truth_of("state z = 1\nz' = -z\n"
                                "published \"A table\" at 2 { z = 0.13534 digits 5 }\n",
                                30);
    cr_expect(json_array_size(json_object_get(document, "published")) == 0);
    json_decref(document);
}

/* The Taylor solution through a pole cannot be had; the formula beyond it can. */
Test(truth, a_formula_stands_alone_where_there_is_no_taylor_solution) {
    json_t *document = truth_of("state z = 2\nz' = z^2\nsolution z = 2/(1 - 2*t)\n", 20);
    const json_t *entry = entry_of(document);
    cr_expect_str_eq(json_string_value(json_object_get(entry, "grade")), "closed-form");
    cr_expect(strncmp(first_z(entry), "-2.000000000", 12) == 0, "%s", first_z(entry));
    cr_expect(json_object_get(entry, "digits_agreeing_with_taylor") == NULL);
    cr_expect(json_is_null(json_object_get(document, "run")));
    json_decref(document);
}
