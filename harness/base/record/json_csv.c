/* Arrays of JSON objects as tables of comma-separated values.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/json_csv.h"

#include <string.h>

#include "harness/base/csv.h"
#include "harness/base/json_number.h"
#include "problems/model.h"

/* A name of the language has up to 64 characters, and its indices behind it. */
enum { LONGEST_CELL = 4096, LONGEST_NAME = 128 };

/* The path of "name=path", or of "path". */
static const char *path_of(const char *column) {
    const char *equals = strchr(column, '=');
    return equals == NULL ? column : equals + 1;
}

static const json_t *find(const json_t *row, const char *column) {
    const char *path = path_of(column), *point;
    while ((point = strchr(path, '.')) != NULL) {
        char name[LONGEST_NAME];
        snprintf(name, sizeof name, "%.*s", (int)(point - path), path);
        row = json_object_get(row, name);
        path = point + 1;
    }
    return json_object_get(row, path);
}

static void print_name(const char *column, int more, FILE *out) {
    const char *path = path_of(column), *point = strrchr(path, '.');
    char name[LONGEST_NAME];
    if (path > column)
        snprintf(name, sizeof name, "%.*s", (int)(path - column - 1), column);
    else
        snprintf(name, sizeof name, "%s", point == NULL ? path : point + 1);
    csv_print(name, more, out);
}

/* text[size] := a value that is no list. */
static void write_value(char *text, size_t size, const json_t *value) {
    text[0] = '\0';
    if (json_is_string(value))
        snprintf(text, size, "%s", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(text, size, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        snprintf(text, size, "%.17g", json_real_value(value));
    else if (json_is_boolean(value))
        snprintf(text, size, "%s", json_is_true(value) ? "true" : "false");
}

static void print_cell(const json_t *value, int more, FILE *out) {
    char text[LONGEST_CELL];
    size_t length = 0;
    write_value(text, sizeof text, value);
    for (size_t i = 0; i < json_array_size(value) && length + 1 < sizeof text; i++) {
        if (i > 0)
            text[length++] = ' ';
        write_value(text + length, sizeof text - length, json_array_get(value, i));
        length += strlen(text + length);
    }
    csv_print(json_is_string(value) ? json_string_value(value) : text, more, out);
}

static void print_names(const char *const *columns, FILE *out) {
    for (; *columns != NULL; columns++)
        print_name(*columns, columns[1] != NULL, out);
}

static void print_cells(const json_t *row, const char *const *columns, FILE *out) {
    for (; *columns != NULL; columns++)
        print_cell(find(row, *columns), columns[1] != NULL, out);
}

void json_csv_print(const json_t *rows, const char *const *columns, FILE *out) {
    size_t k;
    json_t *row;
    print_names(columns, out);
    json_array_foreach(rows, k, row) {
        print_cells(row, columns, out);
    }
}

void json_csv_print_states(const struct model *m, const json_t *rows,
                           const char *const *columns, FILE *out) {
    const int states = m->nq + m->nv + m->nz, more = *columns != NULL;
    size_t k;
    json_t *row;
    const json_t *value;
    csv_print("t", states > 0 || more, out);
    for (int i = 0; i < states; i++)
        csv_print(m->state[i], more || i + 1 < states, out);
    print_names(columns, out);
    json_array_foreach(rows, k, row) {
        print_cell(json_object_get(row, "t"), states > 0 || more, out);
        for (int i = 0; (value = json_state_at(find(row, "state"), i)) != NULL; i++)
            print_cell(value, more || i + 1 < states, out);
        print_cells(row, columns, out);
    }
}

json_t *json_csv_join(const json_t *rows, const char *member) {
    json_t *joined = json_array(), *row, *each;
    size_t i, k;
    json_array_foreach(rows, i, row) {
        json_array_foreach(json_object_get(row, member), k, each) {
            json_array_append_new(joined,
                                  json_pack("{s:O, s:O}", "of", row, "each", each));
        }
    }
    return joined;
}
