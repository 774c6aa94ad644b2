/* Records of truths, forged field by field.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/tests/truth/forgery.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/base/status.h"

enum { LONGEST_FIELD = 96 };

static json_t *member(json_t *of, const char *name) {
    return json_is_array(of) ? json_array_get(of, strtoul(name, NULL, 10))
                             : json_object_get(of, name);
}

static void put(json_t *into, const char *name, const char *value) {
    const size_t place = strtoul(name, NULL, 10);
    if (*value == '\0') {
        cr_assert((json_is_array(into) ? json_array_remove(into, place)
                                       : json_object_del(into, name)) == 0);
        return;
    }
    json_t *other = json_loads(value, JSON_DECODE_ANY, NULL);
    cr_assert(other != NULL, "%s is no JSON", value);
    if (json_is_array(into))
        json_array_set_new(into, place, other);
    else
        json_object_set_new(into, name, other);
}

static void change_digit(json_t *text, size_t k) {
    char *copy = strdup(json_string_value(text));
    cr_assert(copy != NULL && strlen(copy) > k);
    copy[k] = copy[k] == '7' ? '3' : '7';
    json_string_set(text, copy);
}

static void forge(json_t *record, const struct forgery *f) {
    char field[LONGEST_FIELD], *rest = NULL;
    json_t *at = record;
    snprintf(field, sizeof field, "%s", f->field);
    char *name = strtok_r(field, ".", &rest);
    for (char *next; (next = strtok_r(NULL, ".", &rest)) != NULL; name = next)
        at = member(at, name);
    cr_assert(member(at, name) != NULL, "%s: no such field", f->field);
    if (f->value == NULL)
        change_digit(member(at, name), f->digit);
    else
        put(at, name, f->value);
}

/* Whether two fields are the same but for their places in lists. */
static bool is_same_field(const char *a, const char *b) {
    while (*a != '\0' && *b != '\0') {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            a += strspn(a, "0123456789");
            b += strspn(b, "0123456789");
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return *a == *b;
}

static void expect_row(const char *field, const struct forgery *f, size_t count) {
    bool stands = false;
    for (size_t i = 0; i < count && !stands; i++)
        stands = is_same_field(field, f[i].field);
    cr_expect(stands, "%s: nobody forges this field", field);
}

/* field: that of `value`; empty: the record itself. */
static void expect_rows(const json_t *value, const char *field, const struct forgery *f,
                        size_t count) {
    char below[LONGEST_FIELD];
    const char *key;
    json_t *one;
    size_t i;
    json_object_foreach((json_t *)value, key, one) {
        snprintf(below, sizeof below, "%s%s%s", field, *field != '\0' ? "." : "", key);
        expect_rows(one, below, f, count);
    }
    json_array_foreach(value, i, one) {
        snprintf(below, sizeof below, "%s.%zu", field, i);
        expect_rows(one, below, f, count);
    }
    if (json_object_size(value) == 0 && json_array_size(value) == 0)
        expect_row(field, f, count);
}

void forgery_expect(struct model *m, const json_t *right, const struct forgery *f) {
    const struct truth_verify_options options = {.sample = false};
    struct diagnostic text = {""};
    json_t *forged = json_deep_copy(right);
    forge(forged, f);
    const enum truth_verified found = truth_verify(m, forged, &options, &text);
    cr_expect(found == f->verdict && strstr(text.text, f->told) != NULL,
              "%s := %s: %d, %s", f->field, f->value != NULL ? f->value : "a digit",
              (int)found, text.text);
}

void forgeries_expect(struct model *m, const json_t *right,
                      const struct forgery *forgeries, size_t count) {
    expect_rows(right, "", forgeries, count);
    for (size_t i = 0; i < count; i++)
        forgery_expect(m, right, forgeries + i);
}
