/* Records from JSON.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/base/record/record_place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "problems/base/status.h"

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
    char *first = calloc(count + 1, record_element_size(f));
    int failed = !json_is_array(rows) || first == NULL;
    *(char **)record_place(f, item) = first;
    *record_count(f, item) = first != NULL ? (int)count : 0;
    for (size_t i = 0; i < count && !failed; i++)
        failed = element_read(f, first + i * record_element_size(f),
                              json_array_get(rows, i), d);
    return failed;
}

/* The field := the value, which is there. Nonzero: it is of another type; *d may say where in
 * it. */
static int read_value(const struct record_field *f, void *item, json_t *value,
                      struct diagnostic *d) {
    const char *text = json_string_value(value);
    void *place = record_place(f, item);
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
        return read_nothing(f, record_place(f, item), d);
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
