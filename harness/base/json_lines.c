/* Large documents as text: a line for each result, not for each number.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/base/json_lines.h"

#include <stdio.h>
#include <stdlib.h>

#include "harness/base/json_number.h"

static int put(const json_t *value, FILE *out) {
    return json_dumpf(value, out, JSON_NUMBER_FLAGS | JSON_COMPACT | JSON_ENCODE_ANY);
}

static int put_array(const json_t *array, FILE *out) {
    int failed = 0;
    size_t i;
    json_t *element;
    json_array_foreach(array, i, element) {
        fputs(i == 0 ? "[\n" : ",\n", out);
        failed |= put(element, out);
    }
    fputs("\n]", out);
    return failed;
}

static int put_object(const json_t *object, FILE *out) {
    int failed = 0;
    const char *key, *before = "{\n";
    json_t *value;
    json_object_foreach((json_t *)object, key, value) {
        json_t *name = json_string(key);
        fputs(before, out);
        failed |= name == NULL || put(name, out);
        json_decref(name);
        fputs(": ", out);
        failed |= json_is_object(json_array_get(value, 0)) ? put_array(value, out)
                                                           : put(value, out);
        before = ",\n";
    }
    fputs(json_object_size(object) == 0 ? "{}" : "\n}", out);
    return failed;
}

char *json_lines(const json_t *document, size_t *length) {
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (out == NULL)
        return NULL;
    int failed =
        json_is_object(document) ? put_object(document, out) : put(document, out);
    failed |= ferror(out);
    if (fclose(out) == 0 && !failed)
        return text;
    free(text);
    return NULL;
}
