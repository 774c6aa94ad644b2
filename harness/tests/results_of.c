/* Looking things up among results in tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/results_of.h"

#include <math.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/results/check.h"
#include "harness/results/result.h"
#include "harness/results/result_list.h"
#include "harness/integrators/opener.h"
#include "problems/base/status.h"

struct study own_study(struct model *m) {
    return (struct study){.model = m,
                          .method = "velocity-implicit-euler",
                          .open_subject = open_own_subject,
                          .effort = STUDY_GATE};
}

int study_as_json(study_function *study, const struct study *s, json_t *results,
                  struct diagnostic *d) {
    struct results list = {.count = 0};
    int failed = study(s, &list, d);
    cr_assert(json_array_extend(results, results_tell(&list)) == 0);
    return failed;
}

const char *text_in(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "(none)";
}

double number_in(const json_t *object, const char *key) {
    const json_t *number = json_object_get(object, key);
    return json_is_number(number) ? json_number_value(number) : NAN;
}

json_t *study_results(study_function *study, const struct study *s) {
    struct diagnostic d = {""};
    json_t *results = json_array();
    cr_assert(study_as_json(study, s, results, &d) == 0, "%s", d.text);
    return results;
}

json_t *find_result(const json_t *results, const char *arithmetic, const char *quantity) {
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        if (strcmp(text_in(result, "arithmetic"), arithmetic) == 0 &&
            strcmp(text_in(result, "quantity"), quantity) == 0)
            return result;
    }
    cr_assert(false, "no result about %s in %s", quantity, arithmetic);
    return NULL;
}

void expect_explained(const json_t *document, size_t least) {
    struct results results = {.count = 0};
    struct diagnostic d = {""};
    cr_assert(results_read(&results, json_object_get(document, "results"), &d) == 0, "%s",
              d.text);
    RESULTS_FOREACH(&results, r) {
        cr_expect(strcmp(check_of(r).study, "*") != 0, "%s %s", r->study, r->quantity);
        cr_expect(strcmp(r->grade, "none") == 0 ||
                      strcmp(check_grade(r->grade), check_grade("none")) != 0,
                  "%s", r->grade);
    }
    cr_expect(results.count > least);
}

void expect_no_alarm(const json_t *results) {
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        const char *verdict = text_in(result, "verdict");
        bool required = json_is_true(json_object_get(result, "required"));
        bool alarm =
            required ? strcmp(verdict, "pass") != 0 : strcmp(verdict, "fail") == 0;
        cr_expect(!alarm, "%s, %s in %s: %s (%.17g): %s", text_in(result, "model"),
                  text_in(result, "quantity"), text_in(result, "arithmetic"), verdict,
                  number_in(result, "value"), text_in(result, "reason"));
    }
}
