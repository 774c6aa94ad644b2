/* Acceptances: which failing results they are about, and which of them are about none.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/glob.h"
#include "harness/base/record/record.h"
#include "harness/gate/expect.h"
#include "harness/results/result.h"
#include "harness/results/results_count.h"

/* The quantity of a study that crashed, hung or refused. */
static const char whole_study[] = "study";

static bool is_about(const struct acceptance *a, const struct result *result) {
    const char *quantity = result->quantity;
    bool is_whole = strcmp(quantity, whole_study) == 0;
    return (is_whole ? strcmp(a->quantity, whole_study) == 0
                     : glob_matches(a->quantity, quantity)) &&
           glob_matches(a->study, result->study) &&
           glob_matches(a->model, result->model) &&
           glob_matches(a->method, result->method) && glob_matches(a->mode, result->mode);
}

/* Whether a deviation is one of the size that is known. What has neither a value nor a high end is
 * of no size. */
static bool is_within(const struct acceptance *a, const struct result *result) {
    double value = result->value;
    if (isinf(a->at_least) && isinf(a->at_most))
        return true;
    if (isnan(value))
        value = result->high;
    return value >= a->at_least && value <= a->at_most;
}

void expect_accept(struct expect *e, struct results *results) {
    for (size_t i = 0; i < results->count; i++) {
        struct result *result = &results->item[i];
        for (int k = 0; k < e->acceptances && result_fails(result); k++) {
            struct acceptance *a = &e->acceptance[k];
            if (!is_about(a, result) || !is_within(a, result))
                continue;
            a->matches++;
            record_set_text(&result->accepted, a->reason);
        }
    }
}

/* Whether the study, the model and the method of the acceptance are among the results. */
static bool was_studied(const struct acceptance *a, const struct results *results) {
    RESULTS_FOREACH(results, result) {
        if (glob_matches(a->study, result->study) &&
            glob_matches(a->model, result->model) &&
            glob_matches(a->method, result->method))
            return true;
    }
    return false;
}

void expect_unused(const struct expect *e, struct results *results, bool required) {
    for (int k = 0; k < e->acceptances; k++) {
        const struct acceptance *a = &e->acceptance[k];
        if (a->matches > 0 || (!required && !was_studied(a, results)))
            continue;
        struct result r = result_of_failure("expect", "expect", "");
        r.quantity = "acceptance";
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
        r.required = required;
        results_add(results, &r,
                    "%s:%d: nothing that fails is accepted by study '%s', quantity "
                    "'%s', model '%s' (%s)",
                    e->path, a->line, a->study, a->quantity, a->model, a->reason);
    }
}
