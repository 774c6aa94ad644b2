/* Steps against the law of a method with memory are compared where the law says what they are.
 *
 * Seen to fail: with a law that is held against states which it does not speak of.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/studies/steps/study_steps.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/results_of.h"

/* The generalised-alpha method with rho = 4/5, as a fingerprint tells it. */
static json_t *alpha_fingerprint(void) {
    return json_pack("{s:{s:s, s:{s:f, s:f, s:f, s:f, s:b}}}", "law", "title",
                     "the generalised-alpha method", "alpha", "alpha_m", 1 / 3.0,
                     "alpha_f", 4 / 9.0, "beta", 100 / 324.0, "gamma", 11 / 18.0,
                     "mixes_forces", 0);
}

static size_t count_results(struct model *m) {
    struct study s = own_study(m);
    struct diagnostic d = {""};
    json_t *results = json_array(), *fingerprint = alpha_fingerprint();
    s.foreign = true;
    s.fingerprint = fingerprint;
    cr_assert(study_as_json(study_steps_law, &s, results, &d) == 0, "%s", d.text);
    size_t count = json_array_size(results);
    json_decref(results);
    json_decref(fingerprint);
    model_free(m);
    return count;
}

/* q' = v alone; one with another state; one with q' = N(q) v. */
Test(study_steps_law, says_nothing_of_models_that_it_is_not_about) {
    cr_expect(count_results(catalogue_model("pendulum")) == 1);
    cr_expect(count_results(catalogue_model("smd_work")) == 0);
    cr_expect(count_results(catalogue_model("heavy_top")) == 0);
}
