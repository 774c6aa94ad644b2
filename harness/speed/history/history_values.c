/* The values of a record, which series are made of: times, cycles, counts and ratios.
 *
 * A comparison's ratio is new / old = 1 + change, with the interval exp(ln(ratio) +- half).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "harness/speed/history/history_sql.h"

/* If it is a value, and its quantity is not there yet. */
static void insert(struct history *h, long long row, const char *quantity,
                   const char *unit, double value, double low, double high) {
    if (isfinite(value))
        history_do(h, "INSERT OR IGNORE INTO value VALUES (?, ?, ?, ?, ?, ?)", "ittrrr",
                   row, quantity, unit, value, low, high);
}

/* An object {"value", "low", "high"}. */
static void insert_interval(struct history *h, long long row, const char *quantity,
                            const char *unit, const json_t *interval) {
    insert(h, row, quantity, unit, json_number_in(interval, "value"),
           json_number_in(interval, "low"), json_number_in(interval, "high"));
}

/* The members of an object that are numbers: counts, or so many bytes. */
static void insert_counts(struct history *h, long long row, const json_t *counts) {
    const char *key;
    json_t *count;
    json_object_foreach((json_t *)counts, key, count)
        insert(h, row, key, strstr(key, "bytes") != NULL ? "bytes" : "count",
               json_number_in(counts, key), NAN, NAN);
}

/* Where the ratio itself is given, it is not made anew from its change, which rounds. */
static void insert_ratio(struct history *h, long long row, const json_t *comparison) {
    double ratio = json_number_in(comparison, "ratio");
    if (!isfinite(ratio))
        ratio = 1 + json_number_in(comparison, "change");
    double half = json_number_in(comparison, "half");
    insert(h, row, "ratio", "", ratio, ratio * exp(-half), ratio * exp(half));
}

/* Whether the two builds of a comparison are those that it names: not one build twice, to test
 * the procedure. */
static bool is_about_builds(const json_t *document) {
    const char *kind = results_text(document, "kind");
    return strcmp(kind, "self") != 0 && strcmp(kind, "injected") != 0 &&
           !json_is_true(json_object_get(document, "same_file"));
}

void history_insert_values(struct history *h, long long row, const json_t *document,
                           const json_t *record) {
    static const char *const intervals[][3] = {
        {"ns", "time", "ns"}, {"cycles", "cycles", "cycles"}, {"floor", "floor", ""}};
    const char *list = history_list(document);
    if (strcmp(list, "measurements") == 0) {
        for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++)
            insert_interval(h, row, intervals[i][1], intervals[i][2],
                            json_object_get(record, intervals[i][0]));
        insert_counts(h, row, json_object_get(record, "instructions"));
        insert_counts(h, row, json_object_get(record, "counters"));
    }
    if (strcmp(list, "comparisons") == 0 && is_about_builds(document))
        insert_ratio(h, row, record);
    if (strcmp(list, "entries") == 0)
        insert_interval(h, row, results_text(record, "quantity"),
                        results_text(record, "unit"), record);
}
