/* Arrays of texts and objects of facts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NUMBER_ROOM = 40,
    FEWEST_DIGITS = 15, /* any decimal of 15 digits survives a double */
    MOST_DIGITS = 17    /* any double survives 17 digits */
};

static char *copy_text(const char *s) {
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, s, size) : NULL;
}

char *json_scalar_text(const json_t *value) {
    char number[NUMBER_ROOM];
    if (json_is_string(value)) {
        return copy_text(json_string_value(value));
    }
    if (json_is_boolean(value)) {
        return copy_text(json_is_true(value) ? "yes" : "no");
    }
    if (json_is_integer(value)) {
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT,
                 json_integer_value(value));
        return copy_text(number);
    }
    if (!json_is_real(value)) {
        return NULL;
    }
    double x = json_real_value(value);
    for (int digits = FEWEST_DIGITS; digits <= MOST_DIGITS; digits++) {
        snprintf(number, sizeof number, "%.*g", digits, x);
        if (strtod(number, NULL) == x) {
            break;
        }
    }
    return copy_text(number);
}

/* Appends one scalar. False: it is none. */
static bool add_scalar(struct text *t, const json_t *value, const char *before) {
    char *scalar = json_scalar_text(value);
    bool good = scalar != NULL;
    text_add(t, before);
    text_add(t, good ? scalar : "");
    free(scalar);
    return good;
}

char *json_joined(struct json_reader *reader, const json_t *object, const char *key,
                  const char *between) {
    const json_t *value = json_object_get(object, key);
    struct text t = {0};
    if (!value || json_is_null(value)) {
        return NULL;
    }
    bool good = json_is_array(value) || add_scalar(&t, value, "");
    for (size_t i = 0; good && i < json_array_size(value); i++) {
        good = add_scalar(&t, json_array_get(value, i), i > 0 ? between : "");
    }
    if (!good || text_failed(&t)) {
        json_complain(reader, key, "a number, or an array of numbers");
        text_clear(&t);
    }
    return t.data;
}

const char **json_texts(struct json_reader *reader, const json_t *object, const char *key,
                        int *count) {
    const json_t *array = json_object_get(object, key);
    size_t size = json_array_size(array);
    *count = 0;
    if (array && !json_is_null(array) && !json_is_array(array)) {
        json_complain(reader, key, "an array of texts");
    }
    const char **texts = size ? malloc(size * sizeof *texts) : NULL;
    for (size_t i = 0; texts && i < size; i++) {
        const json_t *entry = json_array_get(array, i);
        if (!json_is_string(entry)) {
            json_complain(reader, key, "an array of texts");
            break;
        }
        texts[(*count)++] = json_string_value(entry);
    }
    if (size && !texts) {
        json_complain(reader, key, "more memory");
    }
    return texts;
}

void json_facts_free(struct fact *fact, int count) {
    for (int i = 0; i < count; i++) {
        free(fact[i].value);
    }
    free(fact);
}

struct fact *json_facts(struct json_reader *reader, const json_t *object, const char *key,
                        int *count) {
    json_t *members = json_object_get(object, key);
    size_t size = json_object_size(members);
    *count = 0;
    if (members && !json_is_null(members) && !json_is_object(members)) {
        json_complain(reader, key, "an object");
    }
    struct fact *facts = size ? calloc(size, sizeof *facts) : NULL;
    const char *name;
    json_t *value;
    json_object_foreach(members, name, value) {
        char *text = facts ? json_scalar_text(value) : NULL;
        if (text) {
            facts[(*count)++] = (struct fact){name, text};
        } else if (!json_is_null(value)) {
            json_complain(reader, key, "an object of texts and numbers");
            break;
        }
    }
    return facts;
}
