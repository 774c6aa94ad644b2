/* Bencher Metric Format, version 0 (bencher.dev/docs/reference/bencher-metric-format): an object
 * of benchmarks, each an object of measures {"value", "lower_value"?, "upper_value"?}. Its
 * measure "latency" is a time in nanoseconds; other measures are made by their names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/results/results_count.h"
#include "harness/speed/exchange/exchange_formats.h"

/* The same quantity by our name and by theirs, with its unit. */
static const struct measure {
    const char *quantity, *measure, *unit;
} measures[] = {
    {"time", "latency", "ns"},
    {"ratio", "paired-ratio", ""},
    {"throughput", "throughput", "operations/s"},
};
enum { measure_count = sizeof measures / sizeof *measures };

static int append_measure(json_t *document, const char *name, const char *measure,
                          const json_t *metric, struct diagnostic *d) {
    const char *quantity = measure, *unit = "";
    if (!json_is_number(json_object_get(metric, "value")))
        return message_set(d, "%s, %s: has no \"value\"", name, measure);
    for (int i = 0; i < measure_count; i++)
        if (strcmp(measures[i].measure, measure) == 0) {
            quantity = measures[i].quantity;
            unit = measures[i].unit;
        }
    json_t *entry = exchange_entry(
        document, name, quantity, unit, json_number_in(metric, "value"),
        json_number_in(metric, "lower_value"), json_number_in(metric, "upper_value"));
    json_object_set(entry, "metric", (json_t *)metric);
    return 0;
}

int bencher_import(json_t *documents, const char *text, size_t length,
                   const struct exchange_about *about, struct diagnostic *d) {
    const char *name, *measure;
    json_t *its, *metric, *source = exchange_read(text, length, d);
    int failed = source == NULL;
    if (!failed && !json_is_object(source))
        failed = message_set(d, "is no Bencher Metric Format of version 0: not a JSON "
                                "object");
    json_t *document = exchange_document("bencher", about);
    json_object_foreach(source, name, its) {
        if (!failed && !json_is_object(its))
            failed = message_set(d, "%s: is no object of measures", name);
        json_object_foreach(its, measure, metric) {
            if (!failed)
                failed = append_measure(document, name, measure, metric, d);
        }
    }
    json_array_append_new(documents, document);
    json_decref(source);
    return failed;
}

static json_t *number_or_none(const json_t *value, const char *key) {
    json_t *number = json_object_get(value, key);
    return json_is_number(number) ? json_incref(number) : NULL;
}

json_t *bencher_export(struct history *h, const struct exchange_choice *c) {
    json_t *all = json_object(), *value, *values = exchange_values(h, c);
    size_t i;
    json_array_foreach(values, i, value) {
        const char *name = results_text(value, "name");
        const char *measure = results_text(value, "quantity");
        json_t *kept = json_object_get(json_object_get(value, "record"), "metric");
        for (int k = 0; k < measure_count; k++)
            if (strcmp(measures[k].quantity, measure) == 0)
                measure = measures[k].measure;
        if (json_object_get(all, name) == NULL)
            json_object_set_new(all, name, json_object());
        if (kept == NULL)
            kept =
                json_pack("{s:O, s:o*, s:o*}", "value", json_object_get(value, "value"),
                          "lower_value", number_or_none(value, "low"), "upper_value",
                          number_or_none(value, "high"));
        else
            json_incref(kept);
        json_object_set_new(json_object_get(all, name), measure, kept);
    }
    json_decref(values);
    return all;
}
