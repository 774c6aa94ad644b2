/* The order of results, and what they come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/results/results_count.h"

const char *results_text(const json_t *result, const char *key) {
    const char *text = json_string_value(json_object_get(result, key));
    return text == NULL ? "" : text;
}

static bool has_verdict(const json_t *result, const char *verdict) {
    return strcmp(results_text(result, "verdict"), verdict) == 0;
}

static bool is_accepted(const json_t *result) {
    return json_is_string(json_object_get(result, "accepted"));
}

bool results_fails(const json_t *result) {
    bool required = json_is_true(json_object_get(result, "required"));
    if (has_verdict(result, "pass") || is_accepted(result))
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
        count.accepted += is_accepted(result);
    }
    return count;
}

/* Appends those of results first .. end-1 that are about a method; NULL: about none of
 * these. */
static int append_of_method(json_t *arranged, const json_t *results, size_t first,
                            size_t end, const char *const *methods, const char *method) {
    int failed = 0;
    for (size_t i = first; i < end; i++) {
        json_t *result = json_array_get(results, i);
        const char *name = results_text(result, "method");
        int k = 0;
        while (methods[k] != NULL && strcmp(methods[k], name) != 0)
            k++;
        bool belongs = method != NULL ? strcmp(method, name) == 0 : methods[k] == NULL;
        if (belongs)
            failed |= json_array_append(arranged, result);
    }
    return failed;
}

json_t *results_by_method(const json_t *results, const char *const *methods) {
    json_t *arranged = json_array();
    size_t all = json_array_size(results), end;
    int failed = arranged == NULL;
    for (size_t first = 0; first < all && !failed; first = end) {
        const char *model = results_text(json_array_get(results, first), "model");
        for (end = first + 1; end < all; end++)
            if (strcmp(results_text(json_array_get(results, end), "model"), model) != 0)
                break;
        for (int k = 0; methods[k] != NULL; k++)
            failed |=
                append_of_method(arranged, results, first, end, methods, methods[k]);
        failed |= append_of_method(arranged, results, first, end, methods, NULL);
    }
    if (failed)
        json_decref(arranged);
    return failed ? NULL : arranged;
}
