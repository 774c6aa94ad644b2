/* What results come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/results_count.h"

#include <stdio.h>
#include <string.h>

#include "harness/results/result.h"

const char *results_text(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

bool results_text_is(const json_t *object, const char *key, const char *text) {
    return strcmp(results_text(object, key), text) == 0;
}

bool result_is_accepted(const struct result *result) {
    return result->accepted[0] != '\0';
}

bool result_fails(const struct result *result) {
    if (result->verdict == VERDICT_PASS || result_is_accepted(result))
        return false;
    return result->required || result->verdict == VERDICT_FAIL;
}

bool result_fails_undecided(const struct result *result) {
    return result_fails(result) && result->verdict != VERDICT_FAIL;
}

#define UNDECIDED "undecided where a pass is required"

const char result_undecided_words[] = UNDECIDED;

const char *result_before_reason(const struct result *result) {
    return result_fails_undecided(result) ? UNDECIDED ": " : "";
}

void results_count_tell_undecided(char *text, size_t size,
                                  const struct results_count *count) {
    text[0] = '\0';
    if (count->failed_undecided > 0)
        snprintf(text, size, " (%d of them " UNDECIDED ")", count->failed_undecided);
}

void results_count_add(struct results_count *count, const struct result *result) {
    count->all++;
    count->passed += result->verdict == VERDICT_PASS;
    count->failed += result_fails(result);
    count->failed_undecided += result_fails_undecided(result);
    count->not_asymptotic += result->verdict == VERDICT_NOT_ASYMPTOTIC;
    count->accepted += result_is_accepted(result);
}

struct results_count results_count(const struct results *results) {
    struct results_count count = {0};
    RESULTS_FOREACH(results, result) {
        results_count_add(&count, result);
    }
    return count;
}
