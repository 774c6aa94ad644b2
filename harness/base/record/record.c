/* Records to JSON and back.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/base/record/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"

const struct record_field *record_field(const struct record *r, const char *key) {
    const struct record_field *f = r->field;
    while (strcmp(f->key, key) != 0)
        f++;
    return f;
}

static const void *place_of(const struct record_field *f, const void *item) {
    return (const char *)item + f->place;
}

static json_t *list_of(const struct record_field *f, const void *item) {
    return *(json_t *const *)place_of(f, item);
}

const char *record_text(const struct record_field *f, const void *item) {
    const void *place = place_of(f, item);
    if (f->type == RECORD_WORD)
        return f->words[*(const int *)place];
    const char *text = f->type == RECORD_TEXT ? *(const char *const *)place : NULL;
    return text != NULL ? text : "";
}

double record_number(const struct record_field *f, const void *item) {
    const void *place = place_of(f, item);
    switch (f->type) {
    case RECORD_NUMBER:
    case RECORD_SECONDS: return *(const double *)place;
    case RECORD_WHOLE: return (double)record_whole(f, item);
    case RECORD_FLAG: return *(const bool *)place;
    default: return NAN;
    }
}

long record_whole(const struct record_field *f, const void *item) {
    return *(const long *)place_of(f, item);
}

static bool is_empty(const struct record_field *f, const void *item) {
    switch (f->type) {
    case RECORD_TEXT: return record_text(f, item)[0] == '\0';
    case RECORD_WORD: return false;
    case RECORD_ARRAY:
    case RECORD_VALUE:
    case RECORD_OBJECT: return list_of(f, item) == NULL;
    case RECORD_LIST:
    case RECORD_ONE_OF: return false;
    default: break;
    }
    double number = record_number(f, item);
    return !isfinite(number) || number == 0;
}

static json_t *list_tell(const struct record_field *f, const void *item) {
    const char *first = *(const char *const *)place_of(f, item);
    const int count = *(const int *)((const char *)item + f->count);
    json_t *rows = json_array();
    for (int i = 0; i < count && rows != NULL; i++)
        if (record_add(rows, f->of, first + (size_t)i * f->of->size)) {
            json_decref(rows);
            rows = NULL;
        }
    return rows;
}

static json_t *value_of(const struct record_field *f, const void *item) {
    const char *text = record_text(f, item);
    if ((f->or_null || f->type == RECORD_VALUE) && is_empty(f, item))
        return json_null();
    switch (f->type) {
    case RECORD_LIST: return list_tell(f, item);
    case RECORD_SECONDS: return json_seconds(record_number(f, item));
    case RECORD_TEXT:
    case RECORD_WORD: return json_text_of(text);
    case RECORD_NUMBER: return json_number(record_number(f, item));
    case RECORD_WHOLE: return json_integer(record_whole(f, item));
    case RECORD_FLAG: return json_boolean(record_number(f, item) != 0);
    case RECORD_ARRAY:
        return is_empty(f, item) ? json_array() : json_incref(list_of(f, item));
    case RECORD_VALUE:
    case RECORD_ONE_OF:
    case RECORD_OBJECT: break;
    }
    return is_empty(f, item) ? json_object() : json_incref(list_of(f, item));
}

static bool is_left_out(const struct record_field *f, const void *item) {
    const bool *with = (const bool *)((const char *)item + f->with);
    return (f->may_lack && is_empty(f, item)) || (f->with != 0 && !*with);
}

json_t *record_tell(const struct record *r, const void *item) {
    json_t *object = json_object();
    int failed = object == NULL;
    for (const struct record_field *f = r->field; f->key != NULL && !failed; f++)
        if (!is_left_out(f, item))
            failed = json_object_set_new(object, f->key, value_of(f, item));
    if (failed)
        json_decref(object);
    return failed ? NULL : object;
}

int record_add(json_t *rows, const struct record *r, const void *item) {
    return json_array_append_new(rows, record_tell(r, item));
}

/* The place of a text among the words, or -1. */
static int find_word(const struct record_field *f, const char *text) {
    for (int i = 0; text != NULL && f->words[i] != NULL; i++)
        if (strcmp(f->words[i], text) == 0)
            return i;
    return -1;
}

static bool is_whole(const struct record_field *f, const json_t *value) {
    const json_int_t number = json_integer_value(value);
    return json_is_integer(value) && (f->most == 0 || (number >= 0 && number <= f->most));
}

/* *place := the value, which is there. Nonzero: it is of another type; its name in *wanted. */
static int read_value(const struct record_field *f, void *place, json_t *value,
                      const char **wanted) {
    static const char *const names[] = {"text",  "number", "whole number", "yes or no",
                                        "word",  "time",   "list",         "object",
                                        "value", "list"};
    const char *text = json_string_value(value);
    *wanted = names[f->type];
    switch (f->type) {
    case RECORD_TEXT: return text == NULL || !(*(char **)place = strdup(text));
    case RECORD_NUMBER:
    case RECORD_SECONDS: *(double *)place = json_number_value(value); break;
    case RECORD_WHOLE: *(long *)place = (long)json_integer_value(value); break;
    case RECORD_FLAG: *(bool *)place = json_is_true(value); break;
    case RECORD_WORD:
        if (find_word(f, text) < 0)
            return -1;
        *(int *)place = find_word(f, text);
        break;
    case RECORD_ARRAY:
    case RECORD_VALUE:
    case RECORD_OBJECT: *(json_t **)place = json_incref(value); break;
    case RECORD_LIST:
    case RECORD_ONE_OF: break;
    }
    return ((f->type == RECORD_NUMBER || f->type == RECORD_SECONDS) &&
            !json_is_number(value)) ||
           (f->type == RECORD_WHOLE && !is_whole(f, value)) ||
           (f->type == RECORD_FLAG && !json_is_boolean(value)) ||
           (f->type == RECORD_ARRAY && !json_is_array(value)) ||
           (f->type == RECORD_OBJECT && !json_is_object(value));
}

static int read_nothing(const struct record_field *f, void *place) {
    if (f->type == RECORD_NUMBER || f->type == RECORD_SECONDS)
        *(double *)place = f->may_lack ? 0 : NAN;
    if (f->type == RECORD_TEXT)
        *(char **)place = strdup("");
    return f->type == RECORD_TEXT && *(char **)place == NULL;
}

int record_read(const struct record *r, void *item, const json_t *object,
                struct diagnostic *d) {
    const char *wanted;
    memset(item, 0, r->size);
    for (const struct record_field *f = r->field; f->key != NULL; f++) {
        void *place = (char *)item + f->place;
        json_t *value = json_object_get(object, f->key);
        if ((value == NULL || json_is_null(value)) && f->type != RECORD_WORD &&
            f->most == 0) {
            if (read_nothing(f, place))
                return message_set(d, "out of memory");
        } else if (read_value(f, place, value, &wanted)) {
            return message_set(d, "%s: '%s' is no %s", r->name, f->key, wanted);
        }
    }
    return 0;
}

static bool holds_json(const struct record_field *f) {
    return f->type == RECORD_ARRAY || f->type == RECORD_OBJECT || f->type == RECORD_VALUE;
}

int record_copy(const struct record *r, void *to, const void *from) {
    int failed = 0;
    memcpy(to, from, r->size);
    for (const struct record_field *f = r->field; f->key != NULL; f++) {
        void *place = (char *)to + f->place;
        if (f->type == RECORD_TEXT)
            failed |= (*(char **)place = strdup(record_text(f, from))) == NULL;
        else if (holds_json(f))
            json_incref(*(json_t **)place);
    }
    return failed;
}

void record_clear(const struct record *r, void *item) {
    for (const struct record_field *f = r->field; f->key != NULL; f++) {
        void *place = (char *)item + f->place;
        if (f->type == RECORD_TEXT)
            free(*(char **)place);
        else if (holds_json(f))
            json_decref(*(json_t **)place);
    }
    memset(item, 0, r->size);
}
