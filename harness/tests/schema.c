/* A small validator for JSON Schema (draft 7, sections 6 and 8.3): type, const, enum, minimum,
 * minItems, required, properties, additionalProperties, items, oneOf, $ref to a definition.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/schema.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>

struct validator {
    const json_t *root;
    char place[512];
    char *why;
    size_t size;
};

static bool validate(struct validator *v, const json_t *schema, const json_t *value);

static bool refuse(struct validator *v, const char *keyword) {
    snprintf(v->why, v->size, "%.300s: %.60s", v->place, keyword);
    return false;
}

static bool has_type(const json_t *value, const char *name) {
    if (strcmp(name, "number") == 0)
        return json_is_number(value);
    if (strcmp(name, "boolean") == 0)
        return json_is_boolean(value);
    static const char *const names[] = {
        [JSON_OBJECT] = "object",   [JSON_ARRAY] = "array", [JSON_STRING] = "string",
        [JSON_INTEGER] = "integer", [JSON_NULL] = "null",
    };
    size_t type = json_typeof(value);
    return type < sizeof names / sizeof *names && names[type] != NULL &&
           strcmp(names[type], name) == 0;
}

static bool has_a_type(const json_t *value, const json_t *types) {
    size_t i;
    json_t *name;
    if (json_is_string(types))
        return has_type(value, json_string_value(types));
    json_array_foreach(types, i, name) {
        if (has_type(value, json_string_value(name)))
            return true;
    }
    return false;
}

static bool is_among(const json_t *value, const json_t *values) {
    size_t i;
    json_t *one;
    json_array_foreach(values, i, one) {
        if (json_equal(one, value))
            return true;
    }
    return false;
}

static bool has_all(const json_t *value, const json_t *keys) {
    size_t i;
    json_t *key;
    json_array_foreach(keys, i, key) {
        if (json_is_object(value) &&
            json_object_get(value, json_string_value(key)) == NULL)
            return false;
    }
    return true;
}

/* A member or an item, whose place is told below the present one. */
static bool validate_inside(struct validator *v, const json_t *schema,
                            const json_t *value, const char *name) {
    size_t length = strlen(v->place);
    snprintf(v->place + length, sizeof v->place - length, "/%.60s", name);
    bool accepted = validate(v, schema, value);
    v->place[length] = '\0';
    return accepted;
}

static bool validate_members(struct validator *v, const json_t *schema,
                             const json_t *value) {
    const json_t *properties = json_object_get(schema, "properties");
    const json_t *others = json_object_get(schema, "additionalProperties");
    const char *key;
    json_t *member;
    json_object_foreach((json_t *)value, key, member) {
        const json_t *its = json_object_get(properties, key);
        its = its != NULL ? its : others;
        if (json_is_false(its))
            return refuse(v, key);
        if (json_is_object(its) && !validate_inside(v, its, member, key))
            return false;
    }
    return true;
}

static bool validate_items(struct validator *v, const json_t *schema,
                           const json_t *value) {
    const json_t *its = json_object_get(schema, "items");
    size_t i;
    json_t *item;
    json_array_foreach(value, i, item) {
        char name[24];
        snprintf(name, sizeof name, "%zu", i);
        if (its != NULL && !validate_inside(v, its, item, name))
            return false;
    }
    return true;
}

static const json_t *follow(const struct validator *v, const json_t *reference) {
    static const char where[] = "#/definitions/";
    const char *text = json_string_value(reference);
    cr_assert(strncmp(text, where, strlen(where)) == 0, "%s", text);
    const json_t *found =
        json_object_get(json_object_get(v->root, "definitions"), text + strlen(where));
    cr_assert(found != NULL, "%s", text);
    return found;
}

/* Whether just one of the schemas accepts the value. */
static bool is_one_of(struct validator *v, const json_t *schemas, const json_t *value) {
    size_t i;
    json_t *schema;
    int accepted = 0;
    json_array_foreach(schemas, i, schema) {
        accepted += validate(v, schema, value);
    }
    return accepted == 1;
}

static bool keyword_accepts(struct validator *v, const char *keyword, const json_t *rule,
                            const json_t *value) {
    static const char *const elsewhere[] = {
        "$schema",    "title", "description",         "definitions",
        "properties", "items", "additionalProperties"};
    if (strcmp(keyword, "$ref") == 0)
        return validate(v, follow(v, rule), value);
    if (strcmp(keyword, "type") == 0)
        return has_a_type(value, rule);
    if (strcmp(keyword, "oneOf") == 0)
        return is_one_of(v, rule, value);
    if (strcmp(keyword, "const") == 0)
        return json_equal(rule, value);
    if (strcmp(keyword, "enum") == 0)
        return is_among(value, rule);
    if (strcmp(keyword, "required") == 0)
        return has_all(value, rule);
    if (strcmp(keyword, "minimum") == 0)
        return !json_is_number(value) ||
               json_number_value(value) >= json_number_value(rule);
    if (strcmp(keyword, "minItems") == 0)
        return !json_is_array(value) ||
               json_array_size(value) >= (size_t)json_integer_value(rule);
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (strcmp(keyword, elsewhere[i]) == 0)
            return true;
    cr_assert(false, "unknown keyword %s", keyword);
    return false;
}

static bool validate(struct validator *v, const json_t *schema, const json_t *value) {
    const char *keyword;
    json_t *rule;
    json_object_foreach((json_t *)schema, keyword, rule) {
        if (!keyword_accepts(v, keyword, rule, value))
            return v->why[0] != '\0' ? false : refuse(v, keyword);
    }
    return validate_members(v, schema, value) && validate_items(v, schema, value);
}

int schema_accepts(const json_t *schema, const json_t *value, char *why, size_t size) {
    struct validator v = {.root = schema, .place = "", .why = why, .size = size};
    why[0] = '\0';
    return validate(&v, schema, value);
}
