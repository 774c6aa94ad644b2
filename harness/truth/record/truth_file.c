/* Files of truths.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/input.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/truth/record/truth_file.h"
#include "harness/truth/record/truth_key.h"
#include "harness/truth/record/truth_record.h"
#include "problems/base/status.h"

enum { format = 1, checksum_room = 20 };

static const char format_key[] = "halfstep-truth", checksum_key[] = "checksum";

json_t *truth_file_begin(void) {
    return json_pack("{s:i, s:[], s:[]}", format_key, format, "models", "truths");
}

/* The place of a key among the models; that after the last one when it is not there. */
static size_t find_model(const json_t *document, const char *key) {
    const json_t *models = json_object_get(document, "models");
    size_t i = 0;
    for (; i < json_array_size(models); i++) {
        const char *other = json_string_value(json_array_get(models, i));
        if (other != NULL && strcmp(other, key) == 0)
            break;
    }
    return i;
}

int truth_file_add(json_t *document, const char *key, json_t *record) {
    json_t *models = json_object_get(document, "models");
    size_t place = find_model(document, key);
    int failed = record == NULL;
    if (place == json_array_size(models))
        failed |= json_array_append_new(models, json_string(key));
    failed |= json_object_set_new(record, "model", json_integer((json_int_t)place));
    failed |= json_array_append(json_object_get(document, "truths"), record);
    json_decref(record);
    return failed;
}

bool truth_file_find(struct truth_record *r, const json_t *document, const char *key,
                     const struct truth_query *w) {
    size_t i, place = find_model(document, key);
    json_t *record;
    json_array_foreach(json_object_get(document, "truths"), i, record) {
        const json_t *model = json_object_get(record, "model");
        if (json_is_integer(model) && json_integer_value(model) == (json_int_t)place &&
            truth_record_decode(r, record, w))
            return true;
    }
    return false;
}

/* The key of the model that a record of the document names; NULL: one that is not there. */
static const char *key_of(const json_t *document, const json_t *record) {
    const json_t *place = json_object_get(record, "model");
    const json_t *models = json_object_get(document, "models");
    if (!json_is_integer(place) || json_integer_value(place) < 0)
        return NULL;
    return json_string_value(json_array_get(models, (size_t)json_integer_value(place)));
}

bool truth_file_is_about(const json_t *document, const json_t *record, const char *key) {
    const char *other = key_of(document, record);
    return key != NULL && other != NULL && strcmp(other, key) == 0;
}

static bool all_name_models(const json_t *document) {
    size_t i;
    json_t *record;
    json_array_foreach(json_object_get(document, "truths"), i, record) {
        if (key_of(document, record) == NULL)
            return false;
    }
    return true;
}

/* text := the checksum of the document without the one in it. Nonzero: out of memory. */
static int find_checksum(char text[checksum_room], json_t *document) {
    json_t *rest = json_copy(document);
    json_object_del(rest, checksum_key);
    char *all = json_dumps(rest, JSON_NUMBER_FLAGS | JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(rest);
    if (all == NULL)
        return -1;
    snprintf(text, checksum_room, "%016" PRIx64, truth_hash(all));
    free(all);
    return 0;
}

static bool is_whole(json_t *document) {
    char found[checksum_room];
    const char *written = json_string_value(json_object_get(document, checksum_key));
    json_t *known = json_object_get(document, format_key);
    return written != NULL && json_is_integer(known) &&
           json_integer_value(known) == format && find_checksum(found, document) == 0 &&
           strcmp(found, written) == 0 && all_name_models(document);
}

json_t *truth_file_read(const char *path) {
    struct diagnostic ignored;
    json_t *document = input_json(path, JSON_REJECT_DUPLICATES, &ignored);
    if (document == NULL || is_whole(document))
        return document;
    json_decref(document);
    return NULL;
}

int truth_file_write(const char *path, json_t *document, struct diagnostic *d) {
    char checksum[checksum_room];
    if (find_checksum(checksum, document) ||
        json_object_set_new(document, checksum_key, json_string(checksum)))
        return message_set(d, "%s: cannot be written: out of memory", path);
    return output_write_json(path, document, d);
}
