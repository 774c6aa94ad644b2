/* What results come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/results.h"

const char *results_text(const json_t *result, const char *key) {
    const char *text = json_string_value(json_object_get(result, key));
    return text == NULL ? "" : text;
}

static bool has_verdict(const json_t *result, const char *verdict) {
    return strcmp(results_text(result, "verdict"), verdict) == 0;
}

bool results_fails(const json_t *result) {
    bool required = json_is_true(json_object_get(result, "required"));
    if (has_verdict(result, "pass"))
        return false;
    return required || !has_verdict(result, "not-asymptotic");
}

struct results_count results_count(const json_t *results) {
    struct results_count count = {0};
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        count.all++;
        count.passed += has_verdict(result, "pass");
        count.failed += results_fails(result);
        count.not_asymptotic += has_verdict(result, "not-asymptotic");
    }
    return count;
}
