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
#include "problems/base/status.h"

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
    case RECORD_DECIMAL: return ((const struct decimal *)place)->value;
    default: return NAN;
    }
}

long record_whole(const struct record_field *f, const void *item) {
    return *(const long *)place_of(f, item);
}

static bool is_true_at(const void *item, size_t place) {
    return *(const bool *)((const char *)item + place);
}

static bool is_row(const struct record_field *f) {
    return f->type >= RECORD_LIST && f->type <= RECORD_NUMBERS;
}

static int *count_at(const struct record_field *f, void *item) {
    return (int *)((char *)item + f->count);
}

/* Of one element. */
static size_t size_of(const struct record_field *f) {
    return f->of != NULL                ? f->of->size
           : f->type == RECORD_TEXTS    ? sizeof(const char *)
           : f->type == RECORD_WHOLES   ? sizeof(long)
           : f->type == RECORD_DECIMALS ? sizeof(struct decimal)
                                        : sizeof(double);
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
    case RECORD_NUMBERS: return *(const int *)((const char *)item + f->count) == 0;
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
    const char *first = *(const char *const *)place_of(f, item);
    const int count = *(const int *)((const char *)item + f->count);
    json_t *rows = json_array();
    for (int i = 0; i < count && rows != NULL; i++)
        if (json_array_append_new(rows,
                                  element_tell(f, first + (size_t)i * size_of(f)))) {
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
    case RECORD_PART: return record_tell(f->of, place_of(f, item));
    case RECORD_DECIMAL: return decimal_tell(place_of(f, item));
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

static int element_read(const struct record_field *f, void *at, const json_t *value,
                        struct diagnostic *d) {
    const char *text = json_string_value(value);
    switch (f->type) {
    case RECORD_TEXTS: return text == NULL || !(*(char **)at = strdup(text));
    case RECORD_WHOLES:
        *(long *)at = (long)json_integer_value(value);
        return !is_whole(f, value);
    case RECORD_NUMBERS:
        *(double *)at = json_is_null(value) ? NAN : json_number_value(value);
        return !json_is_null(value) && !json_is_number(value);
    default: return record_read(f->of, at, value, d);
    }
}

static int row_read(const struct record_field *f, void *item, const json_t *rows,
                    struct diagnostic *d) {
    const size_t count = json_array_size(rows);
    char *first = calloc(count + 1, size_of(f));
    int failed = !json_is_array(rows) || first == NULL;
    *(char **)((char *)item + f->place) = first;
    *count_at(f, item) = first != NULL ? (int)count : 0;
    for (size_t i = 0; i < count && !failed; i++)
        failed = element_read(f, first + i * size_of(f), json_array_get(rows, i), d);
    return failed;
}

/* The field := the value, which is there. Nonzero: it is of another type; *d may say where in
 * it. */
static int read_value(const struct record_field *f, void *item, json_t *value,
                      struct diagnostic *d) {
    const char *text = json_string_value(value);
    void *place = (char *)item + f->place;
    switch (f->type) {
    case RECORD_TEXT: return text == NULL || !(*(char **)place = strdup(text));
    case RECORD_NUMBER:
    case RECORD_SECONDS:
        *(double *)place = json_number_value(value);
        return !json_is_number(value);
    case RECORD_WHOLE:
        *(long *)place = (long)json_integer_value(value);
        return !is_whole(f, value);
    case RECORD_FLAG:
        *(bool *)place = json_is_true(value);
        return !json_is_boolean(value);
    case RECORD_WORD:
        if (find_word(f, text) < 0)
            return -1;
        *(int *)place = find_word(f, text);
        return 0;
    case RECORD_ARRAY:
    case RECORD_VALUE:
    case RECORD_OBJECT:
        *(json_t **)place = json_incref(value);
        return (f->type == RECORD_ARRAY && !json_is_array(value)) ||
               (f->type == RECORD_OBJECT && !json_is_object(value));
    case RECORD_PART:
        return !json_is_object(value) || record_read(f->of, place, value, d);
    case RECORD_LIST:
    case RECORD_TEXTS:
    case RECORD_WHOLES:
    case RECORD_NUMBERS: return row_read(f, item, value, d);
    case RECORD_DECIMAL:
    case RECORD_DECIMALS:
    case RECORD_MAP:
    case RECORD_ONE_OF: break;
    }
    return 0;
}

static int read_nothing(const struct record_field *f, void *place, struct diagnostic *d) {
    if (f->type == RECORD_PART)
        return record_read(f->of, place, NULL, d);
    if (f->type == RECORD_NUMBER || f->type == RECORD_SECONDS)
        *(double *)place = f->may_lack ? 0 : NAN;
    if (f->type == RECORD_TEXT && (*(char **)place = strdup("")) == NULL)
        return message_set(d, "out of memory");
    return 0;
}

static int read_field(const struct record *r, const struct record_field *f, void *item,
                      const json_t *object, struct diagnostic *d) {
    json_t *value = json_object_get(object, f->key);
    static const char *const names[] = {[RECORD_TEXT] = "text",
                                        [RECORD_NUMBER] = "number",
                                        [RECORD_WHOLE] = "whole number",
                                        [RECORD_FLAG] = "yes or no",
                                        [RECORD_WORD] = "word",
                                        [RECORD_SECONDS] = "time",
                                        [RECORD_ARRAY] = "list",
                                        [RECORD_OBJECT] = "object",
                                        [RECORD_PART] = "object",
                                        [RECORD_LIST] = "list",
                                        [RECORD_TEXTS] = "list of texts",
                                        [RECORD_NUMBERS] = "list of numbers",
                                        [RECORD_WHOLES] = "list of whole numbers"};
    const size_t told = f->known != 0 ? f->known : f->with;
    const bool is_there = value != NULL && !json_is_null(value);
    if (told != 0)
        *(bool *)((char *)item + told) = is_there;
    if (!is_there && (object == NULL || (f->type != RECORD_WORD && f->most == 0)))
        return read_nothing(f, (char *)item + f->place, d);
    d->text[0] = '\0';
    if (read_value(f, item, value, d) == 0)
        return 0;
    return d->text[0] != '\0'
               ? -1
               : message_set(d, "%s: '%s' is no %s", r->name, f->key, names[f->type]);
}

int record_read(const struct record *r, void *item, const json_t *object,
                struct diagnostic *d) {
    int failed = 0;
    memset(item, 0, r->size);
    for (const struct record_field *f = r->field; f->key != NULL && !failed; f++)
        failed = read_field(r, f, item, object, d);
    return failed;
}

void *record_make(const struct record *r, int n, int *count) {
    struct diagnostic ignored;
    char *first = calloc((size_t)n + 1, r->size);
    *count = first != NULL ? n : 0;
    for (int i = 0; i < *count; i++)
        (void)record_read(r, first + (size_t)i * r->size, NULL, &ignored);
    return first;
}

int record_set_text(const char **place, const char *text) {
    char *copy = strdup(text);
    if (copy == NULL)
        return -1;
    free((char *)*place);
    *place = copy;
    return 0;
}

int record_set_numbers(double **place, int *count, const double *number, int numbers) {
    double *copy = calloc((size_t)numbers + 1, sizeof *copy);
    if (copy == NULL)
        return -1;
    free(*place);
    *place = memcpy(copy, number, (size_t)numbers * sizeof *copy);
    *count = numbers;
    return 0;
}

int record_append_text(const char ***list, int *count, const char *text) {
    const char **more = realloc(*list, (size_t)(*count + 1) * sizeof *more);
    if (more == NULL)
        return -1;
    *list = more;
    more[*count] = strdup(text);
    if (more[*count] == NULL)
        return -1;
    ++*count;
    return 0;
}

static bool holds_json(const struct record_field *f) {
    return f->type == RECORD_ARRAY || f->type == RECORD_OBJECT || f->type == RECORD_VALUE;
}

/* A text, where there is one, := its own. Nonzero: out of memory. */
static int own_text(const char **text) {
    return *text != NULL && (*text = strdup(*text)) == NULL;
}

static int element_copy(const struct record_field *f, void *to, const void *from) {
    memcpy(to, from, size_of(f));
    return f->of != NULL                ? record_copy(f->of, to, from)
           : f->type == RECORD_TEXTS    ? own_text(to)
           : f->type == RECORD_DECIMALS ? own_text(&((struct decimal *)to)->digits)
                                        : 0;
}

/* Nonzero: out of memory, and what could be copied is there. */
static int row_copy(const struct record_field *f, void *to, const void *from) {
    const char *first = *(const char *const *)place_of(f, from);
    const int count = *count_at(f, to);
    char *copy = calloc((size_t)count + 1, size_of(f));
    int failed = copy == NULL;
    *(char **)((char *)to + f->place) = copy;
    *count_at(f, to) = copy != NULL ? count : 0;
    for (size_t i = 0; i < (size_t)*count_at(f, to); i++)
        failed |= element_copy(f, copy + i * size_of(f), first + i * size_of(f));
    return failed;
}

int record_copy(const struct record *r, void *to, const void *from) {
    int failed = 0;
    memcpy(to, from, r->size);
    for (const struct record_field *f = r->field; f->key != NULL; f++) {
        void *place = (char *)to + f->place;
        if (f->type == RECORD_TEXT)
            failed |= (*(char **)place = strdup(record_text(f, from))) == NULL;
        else if (f->type == RECORD_DECIMAL)
            failed |= own_text(&((struct decimal *)place)->digits);
        else if (f->type == RECORD_PART)
            failed |= record_copy(f->of, place, place_of(f, from));
        else if (is_row(f))
            failed |= row_copy(f, to, from);
        else if (holds_json(f))
            json_incref(*(json_t **)place);
    }
    return failed;
}

int record_append(const struct record *r, void *list, int *count, const void *item) {
    char *more = realloc(*(char **)list, (size_t)(*count + 1) * r->size);
    if (more == NULL)
        return -1;
    *(char **)list = more;
    more += (size_t)*count * r->size;
    if (record_copy(r, more, item)) {
        record_clear(r, more);
        return -1;
    }
    ++*count;
    return 0;
}

static void row_clear(const struct record_field *f, void *item) {
    char *first = *(char **)((char *)item + f->place);
    for (int i = 0; i < *count_at(f, item); i++) {
        void *at = first + (size_t)i * size_of(f);
        if (f->of != NULL)
            record_clear(f->of, at);
        else if (f->type == RECORD_TEXTS)
            free(*(char **)at);
        else if (f->type == RECORD_DECIMALS)
            free((char *)((struct decimal *)at)->digits);
    }
    free(first);
}

void record_clear(const struct record *r, void *item) {
    for (const struct record_field *f = r->field; f->key != NULL; f++) {
        void *place = (char *)item + f->place;
        if (f->type == RECORD_TEXT)
            free(*(char **)place);
        else if (f->type == RECORD_DECIMAL)
            free((char *)((struct decimal *)place)->digits);
        else if (f->type == RECORD_PART)
            record_clear(f->of, place);
        else if (is_row(f))
            row_clear(f, item);
        else if (holds_json(f))
            json_decref(*(json_t **)place);
    }
    memset(item, 0, r->size);
}
