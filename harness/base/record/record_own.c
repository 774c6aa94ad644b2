/* Records of their own: copied, put into rows, cleared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/base/record/record_place.h"

#include <stdlib.h>
#include <string.h>

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

static bool holds_records(const struct record_field *f) {
    return f->type == RECORD_PART || f->type == RECORD_LIST || f->type == RECORD_MAP;
}

/* Where a field, or an element of a row, has a text; NULL: it has none. */
static const char **text_at(const struct record_field *f, void *at) {
    if (f->type == RECORD_DECIMAL || f->type == RECORD_DECIMALS)
        return &((struct decimal *)at)->digits;
    return f->type == RECORD_TEXT || f->type == RECORD_TEXTS ? at : NULL;
}

/* What is referred to := a copy of its own. Nonzero: out of memory, and what could be copied is
 * there. */
static int own(const struct record *r, void *item);

static int own_at(const struct record_field *f, void *at) {
    const char **text = text_at(f, at);
    if (f->type == RECORD_TEXT && *text == NULL)
        *text = "";
    if (text != NULL && *text != NULL)
        return (*text = strdup(*text)) == NULL;
    return holds_records(f) ? own(f->of, at) : 0;
}

static int own_row(const struct record_field *f, void *item) {
    char **first = record_place(f, item), *copy;
    const size_t count = (size_t)*record_count(f, item), size = record_element_size(f);
    int failed = 0;
    copy = calloc(count + 1, size);
    if (copy == NULL)
        *record_count(f, item) = 0;
    else if (count > 0)
        memcpy(copy, *first, count * size);
    *first = copy;
    for (size_t i = 0; i < count && copy != NULL; i++)
        failed |= own_at(f, copy + i * size);
    return failed || copy == NULL;
}

static int own(const struct record *r, void *item) {
    int failed = 0;
    for (const struct record_field *f = r->field; f->key != NULL; f++) {
        void *place = record_place(f, item);
        if (record_is_row(f))
            failed |= own_row(f, item);
        else if (holds_json(f))
            json_incref(*(json_t **)place);
        else
            failed |= own_at(f, place);
    }
    return failed;
}

int record_copy(const struct record *r, void *to, const void *from) {
    memcpy(to, from, r->size);
    return own(r, to);
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

static void clear_at(const struct record_field *f, void *at) {
    const char **text = text_at(f, at);
    if (text != NULL)
        free((char *)*text);
    else if (holds_records(f))
        record_clear(f->of, at);
}

static void clear_row(const struct record_field *f, void *item) {
    char *first = *(char **)record_place(f, item);
    for (int i = 0; i < *record_count(f, item); i++)
        clear_at(f, first + (size_t)i * record_element_size(f));
    free(first);
}

void record_clear(const struct record *r, void *item) {
    for (const struct record_field *f = r->field; f->key != NULL; f++) {
        void *place = record_place(f, item);
        if (record_is_row(f))
            clear_row(f, item);
        else if (holds_json(f))
            json_decref(*(json_t **)place);
        else
            clear_at(f, place);
    }
    memset(item, 0, r->size);
}
