/* results.json, its top level.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/read.h"

#include <stdlib.h>
#include <string.h>

#include "reports/speed.h"

void results_free(struct results *r) {
    for (int i = 0; i < r->models; i++) {
        read_model_clear(&r->model[i]);
    }
    json_facts_free(r->fact, r->facts);
    read_card_clear(r);
    speed_free(r->speed);
    free(r->model);
    free(r->result);
    json_decref(r->document);
    *r = (struct results){0};
}

size_t read_count_objects(struct json_reader *reader, const json_t *array,
                          const char *key) {
    if (!json_is_array(array)) {
        json_complain(reader, key, "an array");
        return 0;
    }
    for (size_t i = 0; i < json_array_size(array); i++) {
        if (!json_is_object(json_array_get(array, i))) {
            json_complain(reader, key, "an array of objects");
            return 0;
        }
    }
    return json_array_size(array);
}

static void read_models(struct json_reader *reader, struct results *r) {
    const json_t *array = json_object_get(r->document, "models");
    size_t size = read_count_objects(reader, array, "models");
    r->model = calloc(size + 1, sizeof *r->model);
    if (!r->model) {
        json_complain(reader, "models", "more memory");
    }
    reader->list = "models";
    for (size_t i = 0; i < size && !reader->failed; i++) {
        reader->index = (int)i;
        read_model(reader, json_array_get(array, i), &r->model[r->models]);
        r->models++;
        if (results_find_model(r, r->model[i].name) != (int)i) {
            json_complain(reader, "name", "a name that no other model has");
        }
    }
    reader->list = NULL;
}

struct report_result *read_results(struct json_reader *reader, const json_t *array,
                                   const char *key, const struct results *r, int *count) {
    size_t size = read_count_objects(reader, array, key);
    struct report_result *result = calloc(size + 1, sizeof *result);
    *count = 0;
    if (!result) {
        json_complain(reader, key, "more memory");
        return NULL;
    }
    reader->list = key;
    for (size_t i = 0; i < size && !reader->failed; i++) {
        reader->index = (int)i;
        read_result(reader, json_array_get(array, i), r, &result[i]);
        ++*count;
    }
    reader->list = NULL;
    return result;
}

static void read_top(struct json_reader *reader, struct results *r) {
    if (!json_is_object(r->document)) {
        json_complain(reader, "the file", "one JSON object");
        return;
    }
    if (json_count(reader, r->document, "format") != RESULTS_FORMAT) {
        json_complain(reader, "format", "1, the only one that this version reads");
    }
    r->version = json_text(reader, r->document, "halfstep");
    r->method = json_text(reader, r->document, "method");
    r->command = json_text(reader, r->document, "command");
    r->seconds = json_number(reader, r->document, "seconds");
    r->fact = json_facts(reader, r->document, "machine", &r->facts);
}

/* A document about speed may have no results; where it has no models, its results are about
 * models that it does not describe, and are left out. */
static void allow_absent_lists(json_t *document) {
    if (!speed_is_in(document)) {
        return;
    }
    if (!json_object_get(document, "models")) {
        json_object_set_new(document, "models", json_array());
        json_object_set_new(document, "results", json_array());
    }
    if (!json_object_get(document, "results")) {
        json_object_set_new(document, "results", json_array());
    }
}

bool results_read(struct results *r, const char *path, struct text *why) {
    json_error_t error;
    struct json_reader reader = {.why = why};
    *r = (struct results){.document = json_load_file(path, 0, &error)};
    if (!r->document) {
        if (error.line > 0) {
            text_format(why, "%s:%d:%d: %s", path, error.line, error.column, error.text);
        } else {
            text_add(why, error.text);
        }
        return false;
    }
    text_format(why, "%s: ", path);
    allow_absent_lists(r->document);
    read_top(&reader, r);
    if (!reader.failed) {
        read_models(&reader, r);
    }
    if (!reader.failed) {
        const json_t *array = json_object_get(r->document, "results");
        r->result = read_results(&reader, array, "results", r, &r->count);
        results_merge_twins(r);
    }
    if (!reader.failed) {
        read_card(&reader, r);
    }
    if (!reader.failed && !speed_read(&r->speed, r->document)) {
        json_complain(&reader, "the file", "more memory");
    }
    if (reader.failed) {
        results_free(r);
        return false;
    }
    text_clear(why);
    return true;
}
