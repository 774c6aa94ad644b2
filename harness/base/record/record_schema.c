/* The schema of records (JSON Schema, draft 7).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/record.h"

#include <string.h>

#include "harness/base/json_number.h"

static const char *const type_names[] = {
    [RECORD_TEXT] = "string",   [RECORD_NUMBER] = "number", [RECORD_WHOLE] = "integer",
    [RECORD_FLAG] = "boolean",  [RECORD_WORD] = "string",   [RECORD_ARRAY] = "array",
    [RECORD_OBJECT] = "object", [RECORD_LIST] = "array",    [RECORD_SECONDS] = "number",
    [RECORD_PART] = "object",   [RECORD_TEXTS] = "array",   [RECORD_NUMBERS] = "array",
    [RECORD_WHOLES] = "array",  [RECORD_MAP] = "object",    [RECORD_DECIMAL] = "number",
    [RECORD_DECIMALS] = "array"};

static bool may_be_null(const struct record_field *f) {
    return f->or_null || f->known != 0 || f->type == RECORD_SECONDS ||
           f->type == RECORD_DECIMAL || (f->type == RECORD_NUMBER && !f->not_negative);
}

/* "number", or ["number", "string", "null"]. */
static json_t *types_of(const struct record_field *f) {
    const char *type = type_names[f->type];
    if (!may_be_null(f))
        return json_string(type);
    json_t *types = json_pack("[s]", type);
    if (f->type == RECORD_DECIMAL)
        json_array_append_new(types, json_string("string"));
    json_array_append_new(types, json_string("null"));
    return types;
}

static json_t *object_schema(const struct record *r);

static json_t *field_schema(const struct record_field *f) {
    const bool is_object = f->type == RECORD_OBJECT || f->type == RECORD_PART;
    const char *items = f->type == RECORD_TEXTS     ? "string"
                        : f->type == RECORD_NUMBERS ? "number"
                        : f->type == RECORD_WHOLES  ? "integer"
                                                    : f->items;
    json_t *schema = f->of != NULL && is_object ? object_schema(f->of) : json_object();
    if (f->type != RECORD_VALUE)
        json_object_set_new(schema, "type", types_of(f));
    json_object_set_new(schema, "description",
                        json_sprintf("%s%s%s", f->meaning, f->unit != NULL ? ", in " : "",
                                     f->unit != NULL ? f->unit : ""));
    if (f->of != NULL && !is_object && f->type != RECORD_MAP)
        json_object_set_new(schema, "items", object_schema(f->of));
    if (items != NULL && strcmp(items, "number") == 0) /* null: it is not finite */
        json_object_set_new(schema, "items",
                            json_pack("{s:[s, s]}", "type", items, "null"));
    else if (items != NULL)
        json_object_set_new(schema, "items", json_pack("{s:s}", "type", items));
    if (f->not_negative)
        json_object_set_new(schema, "minimum", json_integer(0));
    for (int i = 0; f->words != NULL && f->words[i] != NULL; i++) {
        if (i == 0)
            json_object_set_new(schema, "enum", json_array());
        json_array_append_new(json_object_get(schema, "enum"), json_string(f->words[i]));
    }
    return schema;
}

/* Of a record that is one of several. */
static json_t *choice_schema(const struct record *r) {
    json_t *all = json_array();
    for (const struct record_field *f = r->field; f->key != NULL; f++)
        json_array_append_new(all, object_schema(f->of));
    return json_pack("{s:s, s:s, s:o}", "title", r->name, "description", r->meaning,
                     "oneOf", all);
}

static json_t *object_schema(const struct record *r) {
    if (r->field->type == RECORD_ONE_OF)
        return choice_schema(r);
    json_t *properties = json_object(), *required = json_array();
    for (const struct record_field *f = r->field; f->key != NULL; f++) {
        json_object_set_new(properties, f->key, field_schema(f));
        if (!f->may_lack && f->with == 0)
            json_array_append_new(required, json_string(f->key));
    }
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:b}", "title", r->name, "description",
                     r->meaning, "type", "object", "properties", properties, "required",
                     required, "additionalProperties", 0);
}

json_t *record_schema(const struct record *r) {
    json_t *schema =
        json_pack("{s:s}", "$schema", "http://json-schema.org/draft-07/schema#");
    json_object_update_new(schema, object_schema(r));
    return schema;
}

void record_print_schema(const struct record *r, FILE *out) {
    json_t *schema = record_schema(r);
    json_print(schema, out);
    json_decref(schema);
}
