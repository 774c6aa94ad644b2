/* The data behind results as plain tables: a row for each point, with the quantity, the method,
 * its mode and the arithmetic it belongs to, and a column for each name that occurs in the
 * points.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/path.h"
#include "harness/results/files/data_tables.h"
#include "harness/results/result.h"

static const char steps[] = "steps"; /* the kind of what has a point for each step */

static const char *kind_of(const char *study, const char *quantity) {
    if (strstr(quantity, "constant") != NULL)
        return "constants";
    if (strncmp(quantity, "step-", strlen("step-")) == 0 ||
        strncmp(quantity, "newton-", strlen("newton-")) == 0)
        return steps;
    return study;
}

static bool is_chosen(const struct result *result, const char *model, const char *kind) {
    return strcmp(result->model, model) == 0 &&
           strcmp(kind_of(result->study, result->quantity), kind) == 0;
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

char *data_tables_name(const char *model, const char *kind) {
    const size_t room = strlen(model) + strlen(kind) + sizeof "-.tsv";
    char *name = malloc(room);
    if (name == NULL)
        return NULL;
    snprintf(name, room, "%s-%s.tsv", model, kind);
    for (char *c = name; *c != '\0'; c++)
        *c = *c == '/' ? '_' : *c;
    return name;
}

static int write_table(const struct results *results, const char *model, const char *kind,
                       const char *tables, struct diagnostic *d) {
    int rows, failed = 0;
    char *text = data_tables_make(results, model, kind, &rows);
    char *name = data_tables_name(model, kind), *path = NULL;
    if (name != NULL)
        path = path_join(tables, name);
    if (text == NULL || path == NULL)
        failed = message_set(d, "out of memory");
    else if (rows > 0)
        failed = output_write(path, text, strlen(text), d);
    free(path);
    free(name);
    free(text);
    return failed;
}

/* A table for each kind among the results of a model, which are all in the list. */
static int write_tables(const struct results *results, const char *model,
                        const char *tables, struct diagnostic *d) {
    json_t *kinds = json_object(), *unused;
    const char *kind;
    int failed = 0;
    RESULTS_FOREACH(results, result) {
        if (json_array_size(result->points) > 0 && strcmp(result->model, model) == 0)
            json_object_set_new(kinds, kind_of(result->study, result->quantity),
                                json_null());
    }
    json_object_foreach(kinds, kind, unused) {
        failed = failed || write_table(results, model, kind, tables, d);
    }
    json_decref(kinds);
    return failed;
}

/* From a model's first result to its last: usually no others are between them. */
static struct results span_of_model(const struct results *all, size_t first) {
    size_t last = all->count - 1;
    while (strcmp(all->item[last].model, all->item[first].model) != 0)
        last--;
    return (struct results){.item = &all->item[first], .count = last - first + 1};
}

int data_tables_write(const struct results *results, const struct folder *folder,
                      struct diagnostic *d) {
    json_t *done = json_object();
    int failed = folder_make(folder, "tables", d);
    char *tables = path_join(folder->path, "tables");
    if (tables == NULL)
        failed = message_set(d, "out of memory");
    for (size_t i = 0; i < results->count && !failed; i++) {
        const char *model = results->item[i].model;
        if (json_object_get(done, model) != NULL)
            continue;
        const struct results its = span_of_model(results, i);
        failed = write_tables(&its, model, tables, d);
        json_object_set_new(done, model, json_null());
    }
    json_decref(done);
    free(tables);
    return failed;
}

/* A result without its points, and where these are. */
static json_t *refer(const json_t *result, const char *model) {
    json_t *referring = json_copy((json_t *)result);
    char *name = data_tables_name(model, steps);
    json_object_del(referring, "points");
    json_object_set_new(referring, "table", json_string(name != NULL ? name : ""));
    free(name);
    return referring;
}

json_t *data_tables_refer(const json_t *results) {
    json_t *all = json_array(), *result;
    size_t i;
    json_array_foreach(results, i, result) {
        const char *study = json_string_value(json_object_get(result, "study"));
        const char *quantity = json_string_value(json_object_get(result, "quantity"));
        const char *model = json_string_value(json_object_get(result, "model"));
        if (study != NULL && quantity != NULL && model != NULL &&
            strcmp(kind_of(study, quantity), steps) == 0 &&
            json_array_size(json_object_get(result, "points")) > 0)
            json_array_append_new(all, refer(result, model));
        else
            json_array_append(all, result);
    }
    return all;
}
