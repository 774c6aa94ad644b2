/* The data behind results as plain tables: a row for each point, with the quantity, the
 * method, its mode and the arithmetic it belongs to, and a column for each name that occurs in the points.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/results/files/data_tables.h"

static const char *const kinds[] = {"order", "gap", "constants", "steps"};
enum { kind_count = sizeof kinds / sizeof *kinds };

static const char *kind_of(const struct result *result) {
    const char *quantity = result->quantity;
    if (strstr(quantity, "constant") != NULL)
        return "constants";
    if (strncmp(quantity, "step-", strlen("step-")) == 0 ||
        strncmp(quantity, "newton-", strlen("newton-")) == 0)
        return "steps";
    return strcmp(result->study, "order") == 0 ? "order" : "gap";
}

static bool is_chosen(const struct result *result, const char *model, const char *kind) {
    return strcmp(result->model, model) == 0 && strcmp(kind_of(result), kind) == 0;
}

/* The names in the points, in order of appearance, as keys of an object. */
static json_t *find_columns(const struct results *results, const char *model,
                            const char *kind) {
    json_t *columns = json_object(), *point, *value;
    const char *name;
    size_t k;
    RESULTS_FOREACH(results, result) {
        if (!is_chosen(result, model, kind))
            continue;
        json_array_foreach(result->points, k, point) {
            json_object_foreach(point, name, value) {
                json_object_set_new(columns, name, json_null());
            }
        }
    }
    return columns;
}

static void print_text(const char *text, FILE *out) {
    fputs(*text == '\0' ? "\t-" : "\t", out);
    for (; *text != '\0'; text++)
        fputc(*text == '\t' || *text == '\n' ? ' ' : *text, out);
}

static void print_cell(const json_t *value, FILE *out) {
    if (json_is_string(value)) {
        print_text(json_string_value(value), out);
        return;
    }
    fputc('\t', out);
    if (json_is_integer(value)) {
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    } else if (json_is_real(value)) {
        fprintf(out, "%.17g", json_real_value(value));
    } else if (json_is_boolean(value)) {
        fputc(json_is_true(value) ? '1' : '0', out);
    } else {
        fputc('-', out);
    }
}

static int print_points(const struct result *result, json_t *columns, FILE *out) {
    size_t i;
    json_t *point, *unused;
    const char *name;
    json_array_foreach(result->points, i, point) {
        fputs(result->quantity, out);
        print_text(result->method, out);
        print_text(result->mode, out);
        print_text(result->arithmetic, out);
        json_object_foreach(columns, name, unused) {
            print_cell(json_object_get(point, name), out);
        }
        fputc('\n', out);
    }
    return (int)json_array_size(result->points);
}

char *data_tables_make(const struct results *results, const char *model, const char *kind,
                       int *rows) {
    char *text = NULL;
    size_t length;
    json_t *columns = find_columns(results, model, kind), *unused;
    const char *name;
    FILE *out = open_memstream(&text, &length);
    *rows = 0;
    if (out != NULL) {
        fputs("# quantity\tmethod\tmode\tarithmetic", out);
        json_object_foreach(columns, name, unused) {
            fprintf(out, "\t%s", name);
        }
        fputc('\n', out);
        RESULTS_FOREACH(results, result) {
            if (is_chosen(result, model, kind))
                *rows += print_points(result, columns, out);
        }
        fclose(out);
    }
    json_decref(columns);
    return text;
}

static int write_table(const struct results *results, const char *model, const char *kind,
                       const struct folder *folder, struct diagnostic *d) {
    int rows, failed = 0;
    char *text = data_tables_make(results, model, kind, &rows);
    size_t room = strlen(folder->path) + strlen(model) + strlen(kind) + 32;
    char *path = malloc(room);
    if (text == NULL || path == NULL) {
        failed = message_set(d, "out of memory");
    } else if (rows > 0) {
        snprintf(path, room, "%s/tables/%s-%s.tsv", folder->path, model, kind);
        for (char *c = path + strlen(folder->path) + strlen("/tables/"); *c != '\0'; c++)
            *c = *c == '/' ? '_' : *c; /* a model given by its path */
        failed = output_write(path, text, strlen(text), d);
    }
    free(path);
    free(text);
    return failed;
}

int data_tables_write(const struct results *results, const struct folder *folder,
                      struct diagnostic *d) {
    const char *last = "";
    int failed = folder_make(folder, "tables", d);
    RESULTS_FOREACH(results, result) {
        const char *model = result->model;
        for (int k = 0; k < kind_count && !failed && strcmp(model, last) != 0; k++)
            failed = write_table(results, model, kinds[k], folder, d);
        last = model;
    }
    return failed;
}
