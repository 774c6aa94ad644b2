/* Comparisons as results of studies, which reports and continuous-integration servers read.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "harness/speed/compare/compare.h"

static json_t *begin(const json_t *c, const char *quantity, const char *verdict) {
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:s}", "model",
                     results_text(c, "model"), "method", results_text(c, "method"),
                     "mode", results_text(c, "mode"), "arithmetic", "double", "study",
                     "compare", "quantity", quantity, "verdict", verdict, "required", 0,
                     "grade", "measured");
}

static bool is_about_time(const char *text) {
    static const char slower[] = "slower";
    return strncmp(text, slower, strlen(slower)) == 0;
}

/* The failures about the time, or the others, in one text. */
static json_t *join_failures(const json_t *c, bool time) {
    const json_t *failures = json_object_get(c, "failures");
    json_t *all = json_string("");
    for (size_t i = 0; i < json_array_size(failures); i++) {
        const char *text = json_string_value(json_array_get(failures, i));
        if (is_about_time(text) != time)
            continue;
        const char *before = json_string_value(all);
        json_t *joined = json_sprintf("%s%s%s", before, before[0] ? "; " : "", text);
        json_decref(all);
        all = joined;
    }
    return all;
}

static json_t *name_of(const json_t *c, const char *what) {
    return json_sprintf("%s:%s", what, results_text(c, "kind"));
}

static json_t *make_counted(const json_t *c) {
    json_t *quantity = name_of(c, "counted"), *why = join_failures(c, false);
    const bool fails = json_string_length(why) > 0;
    json_t *result = begin(c, json_string_value(quantity), fails ? "fail" : "pass");
    json_object_set_new(
        result, "value",
        json_number(json_number_in(json_object_get(c, "instructions"), "change")));
    json_object_set_new(
        result, "reason",
        fails ? json_incref(why)
              : json_sprintf("counters: %s", results_text(c, "counters_verdict")));
    json_decref(quantity);
    json_decref(why);
    return result;
}

/* What cannot be told, or was not measured, is undecided. */
static const char *time_verdict(const json_t *c, bool fails) {
    const char *verdict = results_text(c, "verdict");
    if (fails)
        return "fail";
    return strcmp(verdict, "cannot-tell") == 0 || strcmp(verdict, "not-measured") == 0
               ? "not-asymptotic"
               : "pass";
}

static json_t *make_time(const json_t *c) {
    json_t *quantity = name_of(c, "time"), *why = join_failures(c, true);
    const bool fails = json_string_length(why) > 0;
    double change = json_number_in(c, "change"), half = json_number_in(c, "half");
    json_t *result = begin(c, json_string_value(quantity), time_verdict(c, fails));
    json_object_set_new(result, "value", json_number(change));
    json_object_set_new(result, "low", json_number(change - half));
    json_object_set_new(result, "high", json_number(change + half));
    json_object_set_new(result, "reason",
                        fails ? json_incref(why)
                              : json_sprintf("%s%s%s", results_text(c, "verdict"),
                                             results_text(c, "reason")[0] ? ": " : "",
                                             results_text(c, "reason")));
    json_decref(quantity);
    json_decref(why);
    return result;
}

json_t *compare_results(const json_t *document) {
    const json_t *comparisons = json_object_get(document, "comparisons");
    json_t *results = json_array();
    for (size_t i = 0; i < json_array_size(comparisons); i++) {
        const json_t *c = json_array_get(comparisons, i);
        json_array_append_new(results, make_counted(c));
        json_array_append_new(results, make_time(c));
    }
    return results;
}
