/* Acceptances: which failing results they are about, and which of them are about none.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/glob.h"
#include "harness/base/json_number.h"
#include "harness/gate/expect.h"
#include "harness/gate/gate_result.h"
#include "harness/results/results_count.h"

/* The quantity of a study that crashed, hung or refused. */
static const char whole_study[] = "study";

static bool is_about(const struct acceptance *a, const json_t *result) {
    const char *quantity = results_text(result, "quantity");
    bool is_whole = strcmp(quantity, whole_study) == 0;
    return (is_whole ? strcmp(a->quantity, whole_study) == 0
                     : glob_matches(a->quantity, quantity)) &&
           glob_matches(a->study, results_text(result, "study")) &&
           glob_matches(a->model, results_text(result, "model")) &&
           glob_matches(a->method, results_text(result, "method")) &&
           glob_matches(a->mode, results_text(result, "mode"));
}

/* Whether a deviation is one of the size that is known. What has neither a value nor a high end is
 * of no size. */
static bool is_within(const struct acceptance *a, const json_t *result) {
    double value = json_number_in(result, "value");
    if (isinf(a->at_least) && isinf(a->at_most))
        return true;
    if (isnan(value))
        value = json_number_in(result, "high");
    return value >= a->at_least && value <= a->at_most;
}

void expect_accept(struct expect *e, json_t *results) {
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        for (int k = 0; k < e->acceptances && results_fails(result); k++) {
            struct acceptance *a = &e->acceptance[k];
            if (!is_about(a, result) || !is_within(a, result))
                continue;
            a->matches++;
            json_object_set_new(result, "accepted",
                                json_text(a->reason, strlen(a->reason)));
        }
    }
}

/* Whether the study, the model and the method of the acceptance are among the results. */
static bool was_studied(const struct acceptance *a, const json_t *results) {
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        if (glob_matches(a->study, results_text(result, "study")) &&
            glob_matches(a->model, results_text(result, "model")) &&
            glob_matches(a->method, results_text(result, "method")))
            return true;
    }
    return false;
}

void expect_unused(const struct expect *e, json_t *results, bool required) {
    for (int k = 0; k < e->acceptances; k++) {
        const struct acceptance *a = &e->acceptance[k];
        if (a->matches > 0 || (!required && !was_studied(a, results)))
            continue;
        json_array_append_new(
            results,
            gate_result(&(struct gate_finding){.study = "expect",
                                               .quantity = "acceptance",
                                               .verdict = VERDICT_NOT_ASYMPTOTIC,
                                               .required = required},
                        "%s:%d: nothing that fails is accepted by study '%s', quantity "
                        "'%s', model '%s' (%s)",
                        e->path, a->line, a->study, a->quantity, a->model, a->reason));
    }
}
