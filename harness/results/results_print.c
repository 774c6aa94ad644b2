/* Results for a person, on a terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/results/results_count.h"
#include "harness/results/results_print.h"

/* What fits on a screen; more is in the files. */
enum { most_told = 40, most_quantities = 8, most_rows = 40 };

static const char *const columns[] = {"model", "study", "arithmetic", "quantity", "value",
                                      "low",   "high",  "expected",   "verdict"};
enum { column_count = sizeof columns / sizeof *columns, arithmetic_column = 2 };

static bool is_about_all(const struct result *result) {
    return result->component[0] == '\0';
}

static bool is_faithful(const struct result *result) {
    return strcmp(result->mode, "faithful") == 0;
}

static void fill_row(char (*cell)[table_cell_room], const struct result *result) {
    for (int i = 0; i < column_count; i++)
        record_cell(cell[i], table_cell_room, record_field(&result_record, columns[i]),
                    result);
    if (is_faithful(result))
        snprintf(cell[arithmetic_column], table_cell_room, "%s, faithful",
                 result->arithmetic);
}

/* Whether the results are about more than one method. */
static bool has_several_methods(const struct results *results) {
    RESULTS_FOREACH(results, result) {
        if (strcmp(result->method, results->item[0].method) != 0)
            return true;
    }
    return false;
}

/* A line with the method's name before its results. */
static void add_method(struct table *t, const struct results *results,
                       const struct result *result) {
    bool same = result > results->item && strcmp(result[-1].method, result->method) == 0;
    char(*cell)[table_cell_room] = same ? NULL : table_add_row(t);
    if (cell != NULL)
        snprintf(cell[0], table_cell_room, "- %s", result->method);
}

static bool is_undecided(const struct result *result) {
    return result->verdict == VERDICT_NOT_ASYMPTOTIC && !result_fails(result);
}

/* Behind the verdict of one that fails because it is undecided. */
static const char *tell_requirement(const struct result *result) {
    return result_fails_undecided(result) ? " where a pass is required" : "";
}

/* The same for those that one line tells. A reason may be cut within a character. */
static void print_key(void *context, FILE *out) {
    const struct result *r = context;
    fprintf(out, "%d %d\n%s\n%s\n%s\n%s\n%s\n%s", (int)r->verdict,
            (int)result_fails_undecided(r), r->model, r->study, r->arithmetic, r->method,
            r->mode, r->reason);
}

/* Of each line, in the order of its first result, which goes to first[], the quantities. */
static json_t *gather_lines(const struct result **first, const struct results *results,
                            bool (*is_told)(const struct result *)) {
    json_t *lines = json_object();
    int count = 0;
    RESULTS_FOREACH(results, r) {
        char *key = is_told(r) ? text_printed(print_key, (void *)r, NULL) : NULL;
        if (key == NULL)
            continue;
        json_t *line = json_object_get(lines, key);
        if (line == NULL) {
            line = json_array();
            json_object_set_new_nocheck(lines, key, line);
            first[count++] = r;
        }
        json_array_append_new(line, json_string_nocheck(r->quantity));
        free(key);
    }
    return lines;
}

static void print_line(const struct result *first, const json_t *quantities, FILE *out) {
    const int count = (int)json_array_size(quantities);
    fprintf(out, "%s: ", first->model);
    for (int i = 0; i < count && i < most_quantities; i++)
        fprintf(out, "%s%s", i > 0 ? ", " : "",
                json_string_value(json_array_get(quantities, (size_t)i)));
    if (count > most_quantities)
        fprintf(out, " and %d more", count - most_quantities);
    fprintf(out, " (%s, %s, %s%s%s): %s%s: %s\n", first->study, first->arithmetic,
            first->method, first->mode[0] ? ", mode=" : "", first->mode,
            verdict_text(first->verdict), tell_requirement(first), first->reason);
}

/* A line for each reason that these have. */
static void print_reasons(const struct results *results,
                          bool (*is_told)(const struct result *), FILE *out) {
    const struct result **first = calloc((size_t)results->count + 1, sizeof *first);
    json_t *lines = first != NULL ? gather_lines(first, results, is_told) : NULL, *line;
    const char *key;
    int told = 0;
    json_object_foreach(lines, key, line) {
        if (told++ < most_told) {
            fputs(told == 1 ? "\n" : "", out);
            print_line(first[told - 1], line, out);
        }
    }
    if (told > most_told)
        fprintf(out, "and %d more\n", told - most_told);
    json_decref(lines);
    free(first);
}

void results_print_all(const struct results *results, FILE *out) {
    const unsigned left = 1u << 1 | 1u << 2 | 1u << 3 | 1u << 8;
    bool few = results->count <= most_rows;
    bool several = has_several_methods(results);
    struct table t = table_start(column_count);
    char(*cell)[table_cell_room] = table_add_row(&t);
    for (int i = 0; i < column_count && cell != NULL; i++)
        snprintf(cell[i], table_cell_room, "%s",
                 record_field(&result_record, columns[i])->heading);
    RESULTS_FOREACH(results, result) {
        if (several)
            add_method(&t, results, result);
        if ((few || is_about_all(result)) && (cell = table_add_row(&t)) != NULL)
            fill_row(cell, result);
    }
    if (results->count > 0)
        table_print(&t, left, out);
    table_clear(&t);
    print_reasons(results, is_undecided, out);
    results_print_failures(results, out);
}

void results_print_failures(const struct results *results, FILE *out) {
    struct results_count count = results_count(results);
    char required[64];
    results_count_tell_undecided(required, sizeof required, &count);
    print_reasons(results, result_fails, out);
    fprintf(out, "\n%d results: %d pass, %d fail%s, %d undecided\n", count.all,
            count.passed, count.failed, required,
            count.all - count.passed - count.failed);
    if (count.all == 0)
        fputs("the study has nothing to say of these models and methods\n", out);
}
