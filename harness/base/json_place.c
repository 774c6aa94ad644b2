/* Where in a JSON text a value stands. The text is known to be well-formed, so that brackets
 * can be counted and only strings need to be understood.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/json_place.h"

#include <stdbool.h>
#include <string.h>

#include <jansson.h>

static const char blanks[] = " \t\r\n";

static const char *skip_blanks(const char *at) {
    return at + strspn(at, blanks);
}

/* Behind the string that begins at `at`. */
static const char *skip_string(const char *at) {
    for (at++; *at != '"' && *at != '\0'; at++)
        if (*at == '\\' && at[1] != '\0')
            at++;
    return *at == '"' ? at + 1 : at;
}

/* Behind the value that begins at `at`. */
static const char *skip_value(const char *at) {
    int depth = 0;
    while (*at != '\0') {
        if (*at == '"') {
            at = skip_string(at);
        } else if (depth == 0 && strchr(",]}", *at) != NULL) {
            break;
        } else {
            depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
            at++;
        }
        if (depth == 0 && (at[-1] == '}' || at[-1] == ']' || at[-1] == '"'))
            break;
    }
    return at;
}

/* Whether the string in quotes at `at` says `key`. */
static bool is_key(const char *at, const char *key) {
    size_t length = (size_t)(skip_string(at) - at);
    json_t *string = json_loadb(at, length, JSON_DECODE_ANY, NULL);
    bool same = string != NULL && strcmp(json_string_value(string), key) == 0;
    json_decref(string);
    return same;
}

/* The member of the object at `at`: its key, and its value; NULL when there is none. */
static const char *find_member(const char *at, const char *key, const char **value) {
    if (*at != '{')
        return NULL;
    for (at = skip_blanks(at + 1); *at == '"';) {
        const char *name = at;
        at = skip_blanks(skip_string(at));
        *value = at = skip_blanks(at + (*at == ':'));
        if (is_key(name, key))
            return name;
        at = skip_blanks(skip_value(at));
        at = skip_blanks(at + (*at == ','));
    }
    return NULL;
}

static const char *find_item(const char *at, size_t index) {
    if (*at != '[')
        return NULL;
    at = skip_blanks(at + 1);
    for (; index > 0 && *at != ']' && *at != '\0'; index--) {
        at = skip_blanks(skip_value(at));
        at = skip_blanks(at + (*at == ','));
    }
    return *at == ']' || *at == '\0' ? NULL : at;
}

int json_place_line(const char *text, const struct json_step *steps, int count) {
    const char *at = skip_blanks(text), *place = at;
    for (int i = 0; i < count; i++) {
        const char *value = NULL;
        const char *found = steps[i].key != NULL
                                ? find_member(at, steps[i].key, &value)
                                : (value = find_item(at, steps[i].index));
        if (found == NULL)
            break;
        place = found;
        at = value;
    }
    int line = 1;
    for (const char *c = text; c < place; c++)
        line += *c == '\n';
    return line;
}
