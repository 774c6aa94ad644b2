/* The value of each member of the outermost object is found by its brackets, and read by itself;
 * so is each result. A file in which this does not succeed is read as a whole, for the place of
 * what is wrong.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/site.h"

#include <stdbool.h>
#include <string.h>

#include "reports/site/figure.h"
#include "reports/site/files.h"
#include "reports/site/value.h"

static const char blanks[] = " \t\r\n";

static const char *skip(const char *at) {
    return at + strspn(at, blanks);
}

/* The end of the string that begins at a quote; NULL: it has none. */
static const char *end_of_string(const char *at) {
    for (at++; *at != '\0' && *at != '"'; at++)
        if (*at == '\\' && at[1] != '\0')
            at++;
    return *at == '"' ? at + 1 : NULL;
}

/* The end of the value that begins here; NULL: it has none. */
static const char *end_of_value(const char *at) {
    int depth = 0;
    if (*at == '"')
        return end_of_string(at);
    if (*at != '{' && *at != '[')
        return at + strcspn(at, ",]} \t\r\n");
    for (; *at != '\0'; at++) {
        if (*at == '"') {
            at = end_of_string(at);
            if (at == NULL)
                return NULL;
            at--;
            continue;
        }
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        if (depth == 0)
            return at + 1;
    }
    return NULL;
}

static json_t *read_value(const char *from, const char *to) {
    json_error_t error;
    return json_loadb(from, (size_t)(to - from), JSON_DECODE_ANY, &error);
}

json_t *document_worst_point(const json_t *points) {
    json_t *worst = NULL, *point;
    size_t i;
    json_array_foreach((json_t *)points, i, point) {
        bool agrees = value_has(point, "measured") && value_has(point, "predicted");
        if (agrees && (worst == NULL ||
                       !(value_number(point, "digits") >= value_number(worst, "digits"))))
            worst = point;
    }
    return worst;
}

/* Takes the points away that neither a figure nor a table shows. */
static void thin(json_t *result) {
    const json_t *points = json_object_get(result, "points");
    if (json_array_size(points) == 0 || figure_shows(result) ||
        strncmp(value_text(result, "quantity"), "counters", 8) == 0)
        return;
    json_t *kept = json_array(), *worst = document_worst_point(points);
    if (worst != NULL)
        json_array_append(kept, worst);
    json_object_set_new(result, "points", kept);
}

/* The elements of an array that begins here; NULL: it is none, or one is wrong. */
static json_t *read_results(const char *at) {
    json_t *list = *at == '[' ? json_array() : NULL;
    at = skip(at + 1);
    while (list != NULL && *at != ']') {
        const char *end = end_of_value(at);
        json_t *result = end != NULL ? read_value(at, end) : NULL;
        if (result == NULL) {
            json_decref(list);
            return NULL;
        }
        if (json_is_object(result))
            thin(result);
        json_array_append_new(list, result);
        at = skip(end);
        at = *at == ',' ? skip(at + 1) : at;
    }
    return list;
}

/* A member and its value; the place behind it, or NULL. */
static const char *read_member(json_t *document, const char *at) {
    const char *end = *at == '"' ? end_of_string(at) : NULL;
    json_t *key = end != NULL ? read_value(at, end) : NULL;
    at = end != NULL ? skip(end) : NULL;
    const char *value = at != NULL && *at == ':' ? skip(at + 1) : NULL;
    end = value != NULL ? end_of_value(value) : NULL;
    json_t *read = NULL;
    if (end != NULL && json_is_string(key))
        read = strcmp(json_string_value(key), "results") == 0 && *value == '['
                   ? read_results(value)
                   : read_value(value, end);
    if (read == NULL || json_object_set_new(document, json_string_value(key), read) != 0)
        end = NULL;
    json_decref(key);
    return end;
}

static json_t *read_pieces(const char *at) {
    json_t *document = json_object();
    at = skip(at);
    at = *at == '{' ? skip(at + 1) : NULL;
    while (at != NULL && *at == '"') {
        at = read_member(document, at);
        at = at != NULL ? skip(at) : NULL;
        if (at != NULL && *at == ',' && skip(at + 1)[0] == '"')
            at = skip(at + 1);
    }
    if (at != NULL && *at == '}' && *skip(at + 1) == '\0')
        return document;
    json_decref(document);
    return NULL;
}

json_t *document_read(const char *folder, const char *name, struct text *why) {
    struct text content = {0};
    json_error_t error;
    json_t *document = NULL;
    if (files_read(&content, folder, name, why)) {
        document = read_pieces(text_bytes(&content));
        if (document == NULL)
            document = json_loadb(text_bytes(&content), content.length, 0, &error);
        if (document == NULL)
            text_format(why, "%s/%s: %s (line %d, column %d)", folder, name, error.text,
                        error.line, error.column);
    }
    text_clear(&content);
    return document;
}
