/* The study of pinned runs passes on the integrators as they are, and sees a counter,
 * a state or a decision that is another.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include <criterion/criterion.h>

#include "harness/integrators/subject.h"
#include "harness/integrators/opener.h"
#include "harness/results/result_list.h"
#include "harness/results/study.h"
#include "harness/studies/originals/pinned_calls.h"
#include "harness/studies/originals/pinned_run.h"
#include "harness/studies/originals/study_pinned.h"
#include "harness/tests/scratch.h"
#include "problems/catalogue.h"

static json_t *results_of(const char *model, const char *method) {
    struct catalogue *c;
    struct diagnostic d = {""};
    cr_assert(catalogue_open(&c, HALFSTEP_MODELS, &d) == PROBLEM_OK, "%s", d.text);
    const struct study s = {.method = method, .open_subject = open_own_subject};
    const struct model_names names = {.count = 1, .name = &model};
    const struct pinned_request request = {PINNED, c, &names};
    struct results list = {.count = 0};
    cr_assert(study_pinned(&s, &request, &list, &d) == 0, "%s", d.text);
    json_t *results = results_tell(&list);
    return results;
}

static void expect_pass(const char *model, const char *method) {
    json_t *results = results_of(model, method);
    const json_t *result = json_array_get(results, 0);
    cr_assert(json_array_size(results) == 1, "%s", model);
    cr_expect(strcmp(json_string_value(json_object_get(result, "verdict")), "pass") == 0,
              "%s, %s: %s", model, method,
              json_string_value(json_object_get(result, "reason")));
    cr_expect(json_number_value(json_object_get(result, "expected")) ==
              2 * pinned_count());
}

Test(pinned, the_integrators_as_they_are_pass, .timeout = 60) {
    expect_pass("pendulum_generic", "velocity-implicit-euler");
    expect_pass("heavy_top_generic", "velocity-implicit-euler");
    expect_pass("robertson", "implicit-euler");
}

Test(pinned, a_model_without_pinned_runs_has_no_results) {
    json_t *results = results_of("quadratic", "implicit-euler");
    cr_expect(json_array_size(results) == 0);
}

static json_t *outcome(void) {
    return json_pack("{s:i, s:f, s:[f,f], s:[f,f], s:[i,i], s:[f,f], s:{s:i, s:f}}",
                     "failed", 0, "t", 0.5, "state", 0.7, 1.3, "estimate", 1e-5, 2e-5,
                     "decisions", 3, 4, "limits", 0.1, 0.2, "statistics", "steps", 17,
                     "step", 0.25);
}

/* As the file has it: statistics without their names. */
static json_t *pinned(int steps, double step, double state, int decisions) {
    return json_pack("{s:i, s:f, s:[f,f], s:[f,f], s:[i,i], s:[f,f], s:[i,f]}", "failed",
                     0, "t", 0.5, "state", state, 1.3, "estimate", 1e-5, 2e-5,
                     "decisions", 3, decisions, "limits", 0.1, 0.2, "statistics", steps,
                     step);
}

static bool is_same(json_t *before) {
    struct diagnostic d = {""};
    json_t *found = outcome();
    bool same = pinned_same(found, before, &d);
    cr_expect(same == (d.text[0] == '\0'));
    return same;
}

Test(pinned, what_is_another_is_seen) {
    cr_expect(is_same(pinned(17, 0.25, 0.7, 4)));
    cr_expect(is_same(pinned(17, 0.25 * (1 + 1e-12), 0.7 * (1 - 1e-12), 4)));
    cr_expect(!is_same(pinned(18, 0.25, 0.7, 4)));
    cr_expect(!is_same(pinned(17, 0.25 * (1 + 1e-8), 0.7, 4)));
    cr_expect(!is_same(pinned(17, 0.25, 0.7 * (1 + 1e-8), 4)));
    cr_expect(!is_same(pinned(17, 0.25, 0.7, 5)));
    cr_expect(!is_same(json_pack("{s:b}", "refused", 1)));
}

Test(pinned, a_number_of_the_calls_that_is_another_is_seen) {
    struct diagnostic d = {""};
    json_t *found = json_pack("[f, f, n]", 1.5, 17.0, NULL);
    json_t *same = json_pack("[f, f, n]", 1.5 * (1 + 1e-12), 17.0, NULL);
    json_t *other = json_pack("[f, f, n]", 1.5 * (1 + 1e-7), 17.0, NULL);
    json_t *shorter = json_pack("[f, f]", 1.5, 17.0),
           *finite = json_pack("[f,f,f]", 1.5, 17.0, 0.0);
    cr_expect(pinned_calls_same(found, same, &d));
    cr_expect(!pinned_calls_same(found, other, &d));
    cr_expect(!pinned_calls_same(found, shorter, &d));
    cr_expect(!pinned_calls_same(found, finite, &d));
}

/* Of a file with nothing but the calls of one method, as they are or with one more. */
static json_t *results_of_calls(bool is_changed) {
    static const char method[] = "implicit-euler";
    struct scratch folder = scratch_make();
    struct catalogue *c;
    struct diagnostic d = {""};
    json_t *calls = study_pinned_record_calls();
    cr_assert(catalogue_open(&c, HALFSTEP_MODELS, &d) == PROBLEM_OK);
    if (is_changed)
        json_array_append_new(json_object_get(json_object_get(calls, method), "default"),
                              json_null());
    json_t *all = json_pack("{s:{}, s:o}", "runs", "calls", calls);
    char *path = scratch_write(&folder, "pinned.json", json_dumps(all, 0));
    const struct study s = {.method = method, .open_subject = open_own_subject};
    const struct pinned_request request = {path, c, NULL};
    struct results list = {.count = 0};
    const int failed = study_pinned(&s, &request, &list, &d);
    cr_assert(failed == 0, "%s", d.text);
    json_t *results = results_tell(&list);
    cr_assert(json_array_size(results) == 1);
    return json_array_get(results, 0);
}

Test(pinned, calls_of_each_mode_are_counted) {
    for (int is_changed = 0; is_changed < 2; is_changed++) {
        const json_t *result = results_of_calls(is_changed);
        const char *verdict = json_string_value(json_object_get(result, "verdict"));
        cr_expect_str_eq(verdict, is_changed ? "fail" : "pass");
        cr_expect_eq(json_number_value(json_object_get(result, "expected")), 2);
        cr_expect_eq(json_number_value(json_object_get(result, "value")), 2 - is_changed);
    }
}
