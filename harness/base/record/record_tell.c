/* Records to JSON.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/record_place.h"

#include <math.h>
#include <string.h>

const struct record_field *record_field(const struct record *r, const char *key) {
    const struct record_field *f = r->field;
    while (strcmp(f->key, key) != 0)
        f++;
    return f;
}

static json_t *list_of(const struct record_field *f, const void *item) {
    return *(json_t *const *)record_place(f, item);
}

const char *record_text(const struct record_field *f, const void *item) {
    const void *place = record_place(f, item);
    if (f->type == RECORD_WORD)
        return f->words[*(const int *)place];
    const char *text = f->type == RECORD_TEXT ? *(const char *const *)place : NULL;
    return text != NULL ? text : "";
}

double record_number(const struct record_field *f, const void *item) {
    const void *place = record_place(f, item);
    switch (f->type) {
    case RECORD_NUMBER:
    case RECORD_SECONDS: return *(const double *)place;
    case RECORD_WHOLE: return (double)record_whole(f, item);
    case RECORD_FLAG: return *(const bool *)place;
    case RECORD_DECIMAL: return ((const struct decimal *)place)->value;
    default: return NAN;
    }
}

long record_whole(const struct record_field *f, const void *item) {
    return *(const long *)record_place(f, item);
}

static bool is_true_at(const void *item, size_t place) {
    return *(const bool *)((const char *)item + place);
}

static bool is_empty(const struct record_field *f, const void *item) {
    switch (f->type) {
    case RECORD_TEXT: return record_text(f, item)[0] == '\0';
    case RECORD_ARRAY:
    case RECORD_VALUE:
    case RECORD_OBJECT: return list_of(f, item) == NULL;
    case RECORD_LIST:
    case RECORD_MAP:
    case RECORD_DECIMALS:
    case RECORD_TEXTS:
    case RECORD_WHOLES:
    case RECORD_NUMBERS: return *record_count(f, item) == 0;
    case RECORD_WORD:
    case RECORD_PART:
    case RECORD_ONE_OF: return false;
    default: break;
    }
    double number = record_number(f, item);
    return !isfinite(number) || number == 0;
}

static json_t *element_tell(const struct record_field *f, const void *at) {
    switch (f->type) {
    case RECORD_TEXTS: return json_text_of(*(const char *const *)at);
    case RECORD_WHOLES: return json_integer(*(const long *)at);
    case RECORD_NUMBERS: return json_number(*(const double *)at);
    case RECORD_DECIMALS: return decimal_tell(at);
    default: return record_tell(f->of, at);
    }
}

static json_t *row_tell(const struct record_field *f, const void *item) {
    const char *first = *(const char *const *)record_place(f, item);
    const int count = *record_count(f, item);
    json_t *rows = json_array();
    for (int i = 0; i < count && rows != NULL; i++)
        if (json_array_append_new(
                rows, element_tell(f, first + (size_t)i * record_element_size(f)))) {
            json_decref(rows);
            rows = NULL;
        }
    return rows;
}

static json_t *map_tell(const struct record_field *f, const void *item) {
    const struct record_field *key = &f->of->field[0], *second = key + 1;
    json_t *rows = row_tell(f, item), *map = rows != NULL ? json_object() : NULL, *row;
    size_t i;
    json_array_foreach(rows, i, row) {
        json_t *name = json_incref(json_object_get(row, key->key));
        json_object_del(row, key->key);
        json_object_set(map, json_string_value(name),
                        second[1].key == NULL ? json_object_get(row, second->key) : row);
        json_decref(name);
    }
    json_decref(rows);
    return map;
}

static json_t *value_of(const struct record_field *f, const void *item) {
    const char *text = record_text(f, item);
    if (f->known != 0 ? !is_true_at(item, f->known)
                      : (f->or_null || f->type == RECORD_VALUE) && is_empty(f, item))
        return json_null();
    switch (f->type) {
    case RECORD_PART: return record_tell(f->of, record_place(f, item));
    case RECORD_DECIMAL: return decimal_tell(record_place(f, item));
    case RECORD_MAP: return map_tell(f, item);
    case RECORD_LIST:
    case RECORD_DECIMALS:
    case RECORD_TEXTS:
    case RECORD_WHOLES:
    case RECORD_NUMBERS: return row_tell(f, item);
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
    return (f->may_lack && is_empty(f, item)) ||
           (f->with != 0 && !is_true_at(item, f->with));
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

bool record_equal(const struct record *r, const void *a, const void *b) {
    json_t *one = record_tell(r, a), *other = record_tell(r, b);
    const bool same = json_equal(one, other);
    json_decref(one);
    json_decref(other);
    return same;
}

int record_add(json_t *rows, const struct record *r, const void *item) {
    return json_array_append_new(rows, record_tell(r, item));
}
