/* The values of a record, which series are made of: times, cycles, counts and ratios.
 *
 * A comparison's ratio is new / old = 1 + change, with the interval exp(ln(ratio) +- half).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "harness/speed/history/history_add.h"

/* Appends a value, if it is one and its quantity is not there yet. */
static void append(json_t *values, const char *quantity, const char *unit, double value,
                   double low, double high) {
    size_t i;
    json_t *other;
    if (!isfinite(value))
        return;
    json_array_foreach(values, i, other) {
        if (strcmp(results_text(other, "quantity"), quantity) == 0)
            return;
    }
    json_array_append_new(values, json_pack("{s:s, s:s, s:f, s:o, s:o}", "quantity",
                                            quantity, "unit", unit, "value", value, "low",
                                            json_number(low), "high", json_number(high)));
}

/* An object {"value", "low", "high"}. */
static void append_interval(json_t *values, const char *quantity, const char *unit,
                            const json_t *interval) {
    append(values, quantity, unit, json_number_in(interval, "value"),
           json_number_in(interval, "low"), json_number_in(interval, "high"));
}

/* The members of an object that are numbers: counts, or so many bytes. */
static void append_counts(json_t *values, const json_t *counts) {
    const char *key;
    json_t *count;
    json_object_foreach((json_t *)counts, key, count) {
        if (json_is_number(count))
            append(values, key, strstr(key, "bytes") != NULL ? "bytes" : "count",
                   json_number_value(count), NAN, NAN);
    }
}

/* Where the ratio itself is given, it is not made anew from its change, which rounds. */
static void append_ratio(json_t *values, const json_t *comparison) {
    double ratio = json_number_in(comparison, "ratio");
    if (!isfinite(ratio))
        ratio = 1 + json_number_in(comparison, "change");
    double half = json_number_in(comparison, "half");
    append(values, "ratio", "", ratio, ratio * exp(-half), ratio * exp(half));
}

/* Whether the two builds of a comparison are those that it names: not one build twice, to test
 * the procedure. */
static bool is_about_builds(const json_t *document) {
    const char *kind = results_text(document, "kind");
    return strcmp(kind, "self") != 0 && strcmp(kind, "injected") != 0 &&
           !json_is_true(json_object_get(document, "same_file"));
}

json_t *history_values(const json_t *document, const json_t *record) {
    const char *list = history_list(document);
    json_t *values = json_array();
    if (strcmp(list, "measurements") == 0) {
        append_interval(values, "time", "ns", json_object_get(record, "ns"));
        append_interval(values, "cycles", "cycles", json_object_get(record, "cycles"));
        append_interval(values, "floor", "", json_object_get(record, "floor"));
        append_interval(values, "peer", "", json_object_get(record, "peer"));
        append_counts(values, json_object_get(record, "instructions"));
        append_counts(values, json_object_get(record, "counters"));
    }
    if (strcmp(list, "comparisons") == 0 && is_about_builds(document))
        append_ratio(values, record);
    if (strcmp(list, "entries") == 0)
        append_interval(values, results_text(record, "quantity"),
                        results_text(record, "unit"), record);
    return values;
}
