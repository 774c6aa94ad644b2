/* github-action-benchmark: an array of {"name", "unit", "value", "range"?, "extra"?} for its
 * tool customSmallerIsBetter (README.md of benchmark-action/github-action-benchmark), and the
 * data.js that it keeps, a script "window.BENCHMARK_DATA = {...}" with "entries": {suite:
 * [{"commit": {"id", "timestamp"}, "date" (milliseconds), "benches": [...]}]}.
 *
 * It compares a value with the one before and knows no noise. So it is given what noise hardly
 * reaches, cycles of the processor and counts, and times only where there are no cycles.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/speed/history/calendar.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/results/results_count.h"
#include "harness/speed/exchange/exchange_formats.h"

static const double thousand = 1000; /* milliseconds in a second */
static const double hundred = 100;   /* per cent */
static const double most_whole = 1e15;

/* Half an interval from "+- 0.4", "± 0.4", "(+/- 7)" or "0.4 %"; NAN: it is none. */
static double read_range(const char *text, double value) {
    char *end;
    const char *digits = text + strcspn(text, "0123456789");
    double half = strtod(digits, &end);
    if (end == digits)
        return NAN;
    end += strspn(end, " ");
    return *end == '%' ? half / hundred * fabs(value) : half;
}

static int append_bench(json_t *document, const json_t *bench, const char *suite,
                        struct diagnostic *d) {
    const char *name = results_text(bench, "name");
    const json_t *number = json_object_get(bench, "value");
    if (name[0] == '\0' || !json_is_number(number))
        return message_set(d, "entry %zu has no \"name\" or no \"value\"",
                           json_array_size(json_object_get(document, "entries")) + 1);
    double value = json_number_value(number);
    double half = read_range(results_text(bench, "range"), value);
    json_t *entry = exchange_entry(document, name, "value", results_text(bench, "unit"),
                                   value, value - half, value + half);
    json_object_set(entry, "bench", (json_t *)bench);
    if (suite != NULL)
        json_object_set_new(entry, "suite", json_string(suite));
    return 0;
}

static int append_benches(json_t *documents, const json_t *benches, const char *suite,
                          const struct exchange_about *about, struct diagnostic *d) {
    size_t i;
    json_t *bench;
    json_t *document = exchange_document("github-action-benchmark", about);
    json_array_append_new(documents, document);
    json_array_foreach(benches, i, bench) {
        if (append_bench(document, bench, suite, d))
            return -1;
    }
    return 0;
}

/* One entry of data.js: a commit. */
static int append_commit(json_t *documents, const json_t *entry, const char *suite,
                         const struct exchange_about *about, struct diagnostic *d) {
    struct exchange_about its = *about;
    const json_t *commit = json_object_get(entry, "commit");
    const json_t *date = json_object_get(entry, "date");
    if (results_text(commit, "id")[0] != '\0')
        its.commit = results_text(commit, "id");
    if (calendar_read(&its.committed, results_text(commit, "timestamp")))
        its.committed = about->committed;
    if (json_is_number(date))
        its.taken = json_number_value(date) / thousand;
    return append_benches(documents, json_object_get(entry, "benches"), suite, &its, d);
}

static int append_suites(json_t *documents, const json_t *data,
                         const struct exchange_about *about, struct diagnostic *d) {
    const char *suite;
    size_t i;
    json_t *list, *entry, *suites = json_object_get(data, "entries");
    if (!json_is_object(suites))
        return message_set(d, "is neither a list of benchmarks nor a data.js: no "
                              "\"entries\"");
    json_object_foreach(suites, suite, list) {
        json_array_foreach(list, i, entry) {
            if (append_commit(documents, entry, suite, about, d))
                return -1;
        }
    }
    return 0;
}

int action_import(json_t *documents, const char *text, size_t length,
                  const struct exchange_about *about, struct diagnostic *d) {
    static const char start[] = "window.BENCHMARK_DATA";
    const char *object = text;
    if (strncmp(text, start, sizeof start - 1) == 0) {
        object += strcspn(text, "{");
        while (length > (size_t)(object - text) && text[length - 1] != '}')
            length--;
    }
    json_t *source = exchange_read(object, length - (size_t)(object - text), d);
    if (source == NULL)
        return -1;
    int failed = json_is_array(source) ? append_benches(documents, source, NULL, about, d)
                                       : append_suites(documents, source, about, d);
    json_decref(source);
    return failed;
}

static bool has_cycles(const json_t *values, const char *name) {
    size_t i;
    json_t *value;
    json_array_foreach(values, i, value) {
        if (results_text_is(value, "name", name) &&
            results_text_is(value, "quantity", "cycles"))
            return true;
    }
    return false;
}

static json_t *make_bench(const json_t *value) {
    char range[48];
    const char *quantity = results_text(value, "quantity");
    const char *baseline = results_text(value, "baseline");
    const double number = json_number_in(value, "value");
    const double low = json_number_in(value, "low"), high = json_number_in(value, "high");
    json_t *bench =
        json_pack("{s:o, s:s, s:o}", "name",
                  json_sprintf("%s/%s", results_text(value, "name"), quantity), "unit",
                  results_text(value, "unit"), "value",
                  fabs(number) < most_whole ? json_seconds(number) : json_number(number));
    if (isfinite(low)) {
        snprintf(range, sizeof range, "\xc2\xb1 %.3g", fmax(high - number, number - low));
        json_object_set_new(bench, "range", json_string(range));
    }
    if (baseline[0] != '\0')
        json_object_set_new(bench, "extra", json_sprintf("against %s", baseline));
    return bench;
}

json_t *action_export(struct history *h, const struct exchange_choice *c) {
    json_t *benches = json_array(), *value, *values = exchange_values(h, c);
    size_t i;
    json_array_foreach(values, i, value) {
        json_t *kept = json_object_get(json_object_get(value, "record"), "bench");
        if (kept != NULL)
            json_array_append(benches, kept);
        else if (!results_text_is(value, "quantity", "time") ||
                 !has_cycles(values, results_text(value, "name")))
            json_array_append_new(benches, make_bench(value));
    }
    json_decref(values);
    return benches;
}
