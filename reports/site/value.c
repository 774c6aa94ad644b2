/* SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "reports/text.h"

const char *value_text(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

double value_number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    if (json_is_number(value))
        return json_number_value(value);
    const char *text = json_string_value(value);
    char *end = NULL;
    double number = text != NULL ? strtod(text, &end) : NAN;
    return text != NULL && *text != '\0' && *end == '\0' ? number : NAN;
}

/* log10 |m 10^e| = log10 |m| + e, where strtod would have underflowed. */
static double log_of_decimal(const char *text) {
    char *end = NULL;
    const char *e = strpbrk(text, "eE");
    double exponent = e != NULL ? strtod(e + 1, &end) : 0;
    double mantissa = strtod(text, &end);
    if (e == NULL || (isfinite(mantissa) && mantissa != 0))
        return mantissa != 0 ? log10(fabs(mantissa)) : NAN;
    char head[64];
    size_t length = (size_t)(e - text);
    if (length >= sizeof head)
        length = sizeof head - 1;
    memcpy(head, text, length);
    head[length] = '\0';
    mantissa = strtod(head, &end);
    return mantissa != 0 ? log10(fabs(mantissa)) + exponent : NAN;
}

double value_log(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    if (text != NULL)
        return log_of_decimal(text);
    double number = value_number(object, key);
    return number != 0 ? log10(fabs(number)) : NAN;
}

bool value_has(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return value != NULL && !json_is_null(value);
}

bool value_is(const json_t *object, const char *key, const char *word) {
    return strcmp(value_text(object, key), word) == 0;
}

void value_set(json_t *object, const char *key, const char *text) {
    json_object_set_new(object, key, json_string(text));
}

void value_count(json_t *object, const char *key, json_int_t count) {
    json_object_set_new(object, key, json_integer(count));
}

void value_add(json_t *object, const char *key, json_int_t more) {
    value_count(object, key, json_integer_value(json_object_get(object, key)) + more);
}

void value_words(json_t *object) {
    json_t *words = json_array();
    for (const char *at = value_text(object, "name"); *at != '\0';) {
        size_t length = strcspn(at, "/-._");
        length += at[length] != '\0';
        json_array_append_new(words, json_stringn(at, length));
        at += length;
    }
    json_object_set_new(object, "words", words);
}

void value_date(json_t *object, const char *key, double seconds, const char *format) {
    char text[64];
    struct tm parts;
    const time_t whole = seconds >= 0 && seconds < 1e11 ? (time_t)seconds : -1;
    if (whole >= 0 && gmtime_r(&whole, &parts) != NULL &&
        strftime(text, sizeof text, format, &parts) > 0)
        value_set(object, key, text);
}

void value_commit(json_t *object, const char *key, const json_t *build) {
    enum { LETTERS = 12 };
    char text[LETTERS + 1];
    snprintf(text, sizeof text, "%s", value_text(build, "commit"));
    value_set(object, key, text);
}

void value_mark(json_t *object, const char *mark) {
    value_set(object, "mark", mark);
    value_set(object, "sign",
              strcmp(mark, "fail") == 0   ? "\xE2\x9C\x95"
              : strcmp(mark, "pass") == 0 ? "\xE2\x9C\x93"
                                          : "?");
}

int value_rank(const json_t *object) {
    return value_is(object, "mark", "fail")   ? 0
           : value_is(object, "mark", "open") ? 1
           : value_is(object, "mark", "pass") ? 2
                                              : 3;
}

void value_copy(json_t *to, const json_t *from, const char *keys) {
    for (size_t length; (length = text_word(&keys)) > 0; keys += length)
        json_object_setn(to, keys, length, json_object_getn(from, keys, length));
}

json_t *value_find(const json_t *list, const char *key, const char *word) {
    for (size_t i = 0; i < json_array_size(list); i++)
        if (value_is(json_array_get(list, i), key, word))
            return json_array_get(list, i);
    return NULL;
}

void value_list(json_t *list, const json_t *object) {
    json_t *value;
    const char *name;
    json_object_foreach((json_t *)object, name, value) {
        if (!json_is_object(value) && !json_is_array(value))
            json_array_append_new(list,
                                  json_pack("{s:s, s:O}", "name", name, "value", value));
    }
}

json_t *value_members(const json_t *object) {
    json_t *list = json_array(), *value;
    const char *name;
    json_object_foreach((json_t *)object, name, value) {
        json_array_append(list, value);
    }
    return list;
}

json_t *value_those(const json_t *list, const char *key, const char *word) {
    json_t *those = json_array();
    for (size_t i = 0; i < json_array_size(list); i++)
        if (value_is(json_array_get(list, i), key, word))
            json_array_append(those, json_array_get(list, i));
    return those;
}

/* By merging its halves. */
json_t *value_sorted(const json_t *list,
                     int (*compare)(const json_t *one, const json_t *other)) {
    const size_t count = json_array_size(list), middle = count / 2;
    json_t *half[] = {json_array(), json_array()}, *sorted = json_array();
    size_t at[] = {0, 0};
    for (size_t i = 0; i < count; i++)
        json_array_append(half[i >= middle], json_array_get(list, i));
    for (size_t k = 0; k < 2 && count > 2; k++) {
        json_t *raw = half[k];
        half[k] = value_sorted(raw, compare);
        json_decref(raw);
    }
    for (size_t i = 0; i < count; i++) {
        json_t *one = json_array_get(half[0], at[0]);
        json_t *other = json_array_get(half[1], at[1]);
        bool is_first = other == NULL || (one != NULL && compare(one, other) <= 0);
        json_array_append(sorted, is_first ? one : other);
        at[!is_first]++;
    }
    json_decref(half[0]);
    json_decref(half[1]);
    return sorted;
}

size_t value_cut(json_t *list, size_t most) {
    size_t gone = 0;
    for (; json_array_size(list) > most; gone++)
        json_array_remove(list, json_array_size(list) - 1);
    return gone;
}

json_t *value_array(json_t *object, const char *key) {
    if (!json_is_array(json_object_get(object, key)))
        json_object_set_new(object, key, json_array());
    return json_object_get(object, key);
}

json_t *value_object(json_t *object, const char *key) {
    if (!json_is_object(json_object_get(object, key)))
        json_object_set_new(object, key, json_object());
    return json_object_get(object, key);
}
