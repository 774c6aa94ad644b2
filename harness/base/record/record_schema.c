/* The schema of records (JSON Schema, draft 2020-12), and whether a document is of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/record/record.h"

static const char *const type_names[] = {
    [RECORD_TEXT] = "string",  [RECORD_NUMBER] = "number", [RECORD_WHOLE] = "integer",
    [RECORD_FLAG] = "boolean", [RECORD_WORD] = "string",   [RECORD_ARRAY] = "array",
    [RECORD_OBJECT] = "object"};

static bool may_be_null(const struct record_field *f) {
    return f->may_be_null || f->type == RECORD_NUMBER;
}

static json_t *object_schema(const struct record *r);

static json_t *field_schema(const struct record_field *f) {
    const char *type = type_names[f->type];
    json_t *schema =
        f->of != NULL && f->type == RECORD_OBJECT ? object_schema(f->of) : json_object();
    json_object_set_new(schema, "type",
                        may_be_null(f) ? json_pack("[s, s]", type, "null")
                                       : json_string(type));
    json_object_set_new(schema, "description", json_string(f->meaning));
    if (f->of != NULL && f->type == RECORD_ARRAY)
        json_object_set_new(schema, "items", object_schema(f->of));
    if (f->unit != NULL)
        json_object_set_new(schema, "unit", json_string(f->unit));
    for (int i = 0; f->type == RECORD_WORD && f->words[i] != NULL; i++) {
        if (i == 0)
            json_object_set_new(schema, "enum", json_array());
        json_array_append_new(json_object_get(schema, "enum"), json_string(f->words[i]));
    }
    return schema;
}

static json_t *object_schema(const struct record *r) {
    json_t *properties = json_object(), *required = json_array();
    for (const struct record_field *f = r->field; f->key != NULL; f++) {
        json_object_set_new(properties, f->key, field_schema(f));
        if (!f->may_lack)
            json_array_append_new(required, json_string(f->key));
    }
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:b}", "title", r->name, "description",
                     r->meaning, "type", "object", "properties", properties, "required",
                     required, "additionalProperties", 0);
}

json_t *record_schema(const struct record *r) {
    json_t *schema =
        json_pack("{s:s}", "$schema", "https://json-schema.org/draft/2020-12/schema");
    json_t *about = object_schema(r);
    json_object_update(schema, about);
    json_decref(about);
    return schema;
}

static bool is_word(const struct record_field *f, const json_t *value) {
    const char *text = json_string_value(value);
    for (int i = 0; text != NULL && f->words[i] != NULL; i++)
        if (strcmp(f->words[i], text) == 0)
            return true;
    return false;
}

static bool is_of_type(const struct record_field *f, const json_t *value) {
    if (json_is_null(value))
        return may_be_null(f);
    switch (f->type) {
    case RECORD_TEXT: return json_is_string(value);
    case RECORD_NUMBER: return json_is_number(value);
    case RECORD_WHOLE: return json_is_integer(value);
    case RECORD_FLAG: return json_is_boolean(value);
    case RECORD_WORD: return is_word(f, value);
    case RECORD_ARRAY: return json_is_array(value);
    case RECORD_OBJECT: break;
    }
    return json_is_object(value);
}

static int check_field(const struct record *r, const struct record_field *f,
                       const json_t *value, struct diagnostic *d) {
    size_t i;
    json_t *item;
    int failed = 0;
    if (value == NULL)
        return f->may_lack ? 0 : message_set(d, "%s: '%s' is missing", r->name, f->key);
    if (!is_of_type(f, value))
        return message_set(d, "%s: '%s' is no %s", r->name, f->key, type_names[f->type]);
    if (f->of == NULL || json_is_null(value))
        return 0;
    if (f->type == RECORD_OBJECT)
        return record_check(f->of, value, d);
    json_array_foreach(value, i, item) {
        failed = failed ? failed : record_check(f->of, item, d);
    }
    return failed;
}

int record_check(const struct record *r, const json_t *object, struct diagnostic *d) {
    const char *key;
    json_t *value;
    size_t known = 0;
    if (!json_is_object(object))
        return message_set(d, "%s: no object", r->name);
    for (const struct record_field *f = r->field; f->key != NULL; f++) {
        if (check_field(r, f, json_object_get(object, f->key), d))
            return -1;
        known += json_object_get(object, f->key) != NULL;
    }
    if (known == json_object_size(object))
        return 0;
    json_object_foreach((json_t *)object, key, value) {
        const struct record_field *f = r->field;
        while (f->key != NULL && strcmp(f->key, key) != 0)
            f++;
        if (f->key == NULL)
            return message_set(d, "%s: '%s' is no member of it", r->name, key);
    }
    return 0;
}
