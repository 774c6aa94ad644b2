/* The members of JSON objects, with defaults for what is absent.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/json.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

void json_complain(struct json_reader *reader, const char *key, const char *expected) {
    if (reader->failed) {
        return;
    }
    reader->failed = true;
    if (reader->list) {
        text_format(reader->why, "%s[%d].", reader->list, reader->index);
    }
    text_format(reader->why, "%s: expected %s", key, expected);
}

static const json_t *find_member(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_null(value) ? NULL : value;
}

const char *json_text(struct json_reader *reader, const json_t *object, const char *key) {
    const json_t *value = find_member(object, key);
    if (value && !json_is_string(value)) {
        json_complain(reader, key, "a text");
    }
    return json_is_string(value) ? json_string_value(value) : "";
}

const char *json_needed_text(struct json_reader *reader, const json_t *object,
                             const char *key) {
    const char *s = json_text(reader, object, key);
    if (s[0] == '\0') {
        json_complain(reader, key, "a text that is not empty");
    }
    return s;
}

double json_number(struct json_reader *reader, const json_t *object, const char *key) {
    const json_t *value = find_member(object, key);
    if (json_is_number(value)) {
        return json_number_value(value);
    }
    const char *s = json_is_string(value) ? json_string_value(value) : "";
    char *end = NULL;
    double x = strtod(s, &end);
    if (value && (end == s || *end != '\0')) {
        json_complain(reader, key, "a number");
    }
    return value ? x : NAN;
}

bool json_flag(struct json_reader *reader, const json_t *object, const char *key) {
    const json_t *value = find_member(object, key);
    if (value && !json_is_boolean(value)) {
        json_complain(reader, key, "true or false");
    }
    return json_is_true(value);
}

int json_count(struct json_reader *reader, const json_t *object, const char *key) {
    const json_t *value = find_member(object, key);
    json_int_t count = json_integer_value(value);
    if (value && (!json_is_integer(value) || count < 0 || count > INT_MAX)) {
        json_complain(reader, key, "a number of things");
        return 0;
    }
    return (int)count;
}

double json_loose_number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    const char *s = json_is_string(value) ? json_string_value(value) : "";
    char *end = NULL;
    double x = strtod(s, &end);
    return json_is_number(value) ? json_number_value(value) : end == s ? NAN : x;
}

const char *json_loose_text(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_string(value) ? json_string_value(value) : "";
}
