/* What is compared: benchmarks by their names and workloads.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/program/run/results.h"
#include "harness/results/results_count.h"
#include "harness/speed/compare/compare.h"

json_t *compare_items(const struct benchmarks *b) {
    json_t *items = json_array();
    for (int i = 0; i < b->count; i++) {
        const struct benchmark *one = &b->benchmark[i];
        json_array_append_new(items, json_pack("{s:s, s:s, s:s, s:s, s:s, s:O}", "name",
                                               one->name, "model", one->model, "method",
                                               one->method, "mode", one->mode, "kind",
                                               one->kind, "workload", one->workload));
    }
    return items;
}

/* "MODEL/METHOD/MODE/KIND" taken apart. */
static json_t *make_item(const json_t *measurement) {
    static const char *const parts[] = {"model", "method", "mode", "kind"};
    const char *name = results_text(measurement, "name"), *rest = name;
    json_t *item = json_pack("{s:s, s:O}", "name", name, "workload",
                             json_object_get(measurement, "workload"));
    for (int i = 0; i < 4 && item != NULL; i++) {
        size_t length = strcspn(rest, "/");
        json_object_set_new(item, parts[i], json_stringn(rest, length));
        rest += length + (rest[length] == '/');
    }
    return item;
}

static bool is_among(const char *model, const struct model_names *models) {
    for (int i = 0; models != NULL && i < models->count; i++)
        if (strcmp(models->name[i], model) == 0)
            return true;
    return models == NULL || models->count == 0;
}

/* A method's forms are behind a point: "semi-explicit-euler.gaming". */
static bool is_of_method(const char *name, const char *method) {
    size_t length = method == NULL ? 0 : strlen(method);
    return method == NULL || (strncmp(name, method, length) == 0 &&
                              (name[length] == '\0' || name[length] == '.'));
}

json_t *compare_stored_items(const struct side *s, const struct model_names *models,
                             const char *method) {
    json_t *items = json_array();
    const json_t *all = json_object_get(s->stored, "measurements");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *measurement = json_array_get(all, i);
        if (!json_is_string(json_object_get(measurement, "name")) ||
            !json_is_object(json_object_get(measurement, "workload")))
            continue;
        json_t *item = make_item(measurement);
        if (is_among(results_text(item, "model"), models) &&
            is_of_method(results_text(item, "method"), method))
            json_array_append(items, item);
        json_decref(item);
    }
    return items;
}
