/* The value of each member of the outermost object is read by itself, and so is each result. A
 * file in which this does not succeed is read as a whole, for the place of what is wrong.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/site.h"

#include <stdbool.h>
#include <string.h>

#include "reports/site/figure.h"
#include "reports/files.h"
#include "reports/site/strip.h"
#include "reports/site/value.h"

static const char *skip(const char *at) {
    return at + strspn(at, " \t\r\n");
}

/* The value that begins at *at, which moves behind it and the blanks there; NULL: there is none. */
static json_t *read_value(const char **at) {
    json_error_t error;
    json_t *value = json_loads(*at, JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, &error);
    if (value != NULL)
        *at = skip(*at + error.position);
    return value;
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
    const char *quantity = value_text(result, "quantity");
    if (json_array_size(points) == 0 || figure_shows(result) ||
        text_begins(quantity, "counters") || strcmp(quantity, STRIP_OF_IMPACTS) == 0)
        return;
    json_t *kept = json_array(), *worst = document_worst_point(points);
    if (worst != NULL)
        json_array_append(kept, worst);
    json_object_set_new(result, "points", kept);
}

/* Past the comma between two values; at the end of their list, there; elsewhere "", which is
 * none. */
static const char *skip_comma(const char *at) {
    if (*at == ',' && strchr("]}", *skip(at + 1)) == NULL)
        return skip(at + 1);
    return *at == ']' || *at == '}' ? at : "";
}

/* The elements of the array that begins at *at, which moves behind it; NULL: one is wrong. */
static json_t *read_results(const char **at) {
    json_t *list = json_array(), *result;
    *at = skip(*at + 1);
    while (**at != ']' && (result = read_value(at)) != NULL) {
        if (json_is_object(result))
            thin(result);
        json_array_append_new(list, result);
        *at = skip_comma(*at);
    }
    if (**at == ']') {
        *at = skip(*at + 1);
        return list;
    }
    json_decref(list);
    return NULL;
}

/* Reads a member and its value. False: it is wrong. */
static bool read_member(json_t *document, const char **at) {
    json_t *key = read_value(at);
    const char *name = json_is_string(key) ? json_string_value(key) : "";
    bool good = **at == ':';
    if (good) {
        *at = skip(*at + 1);
        json_t *value = strcmp(name, "results") == 0 && **at == '[' ? read_results(at)
                                                                    : read_value(at);
        good = value != NULL && json_object_set_new(document, name, value) == 0;
    }
    json_decref(key);
    return good;
}

static json_t *read_pieces(const char *at) {
    json_t *document = json_object();
    at = skip(at);
    bool good = *at == '{';
    for (at = skip(at + good); good && *at == '"'; at = skip_comma(at))
        good = read_member(document, &at);
    if (good && *at == '}' && *skip(at + 1) == '\0')
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
