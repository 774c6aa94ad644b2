/* Results for a person, on a terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <string.h>

#include "harness/base/table.h"
#include "harness/results/results_count.h"
#include "harness/results/results_print.h"

/* What fits on a screen; more is in the files. */
enum { most_told = 40, most_rows = 40 };

static void print_value(char *cell, const json_t *result, const char *key,
                        const char *format) {
    const json_t *value = json_object_get(result, key);
    if (json_is_number(value))
        snprintf(cell, table_cell_room, format, json_number_value(value));
    else
        snprintf(cell, table_cell_room, "-");
}

static bool is_about_all(const json_t *result) {
    return !json_is_string(json_object_get(result, "component"));
}

static void fill_row(char (*cell)[table_cell_room], const json_t *result) {
    static const char *const keys[] = {"model", "study", "arithmetic", "quantity"};
    bool faithful = strcmp(results_text(result, "mode"), "faithful") == 0;
    for (int i = 0; i < 4; i++)
        snprintf(cell[i], table_cell_room, "%s%s", results_text(result, keys[i]),
                 faithful && i == 2 ? ", faithful" : "");
    print_value(cell[4], result, "value", "%.6g");
    print_value(cell[5], result, "low", "%.6g");
    print_value(cell[6], result, "high", "%.6g");
    print_value(cell[7], result, "expected", "%g");
    snprintf(cell[8], table_cell_room, "%s", results_text(result, "verdict"));
}

/* Whether the results are about more than one method. */
static bool has_several_methods(const json_t *results) {
    const char *first = results_text(json_array_get(results, 0), "method");
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        if (strcmp(results_text(result, "method"), first) != 0)
            return true;
    }
    return false;
}

/* A line with the method's name before its results, where there are several. */
static void add_method(struct table *t, const json_t *results, size_t i, bool several) {
    const json_t *result = json_array_get(results, i);
    const json_t *before = i > 0 ? json_array_get(results, i - 1) : NULL;
    const char *method = results_text(result, "method");
    bool same = before != NULL && strcmp(results_text(before, "method"), method) == 0;
    char(*cell)[table_cell_room] = several && !same ? table_add_row(t) : NULL;
    if (cell != NULL)
        snprintf(cell[0], table_cell_room, "- %s", method);
}

static bool is_undecided(const json_t *result) {
    return strcmp(results_text(result, "verdict"), "not-asymptotic") == 0 &&
           !results_fails(result);
}

/* A line for each of these, with its reason. */
static void print_reasons(const json_t *results, bool (*is_told)(const json_t *),
                          FILE *out) {
    size_t i;
    json_t *result;
    int told = 0;
    json_array_foreach(results, i, result) {
        if (!is_told(result) || ++told > most_told)
            continue;
        const char *mode = results_text(result, "mode");
        fprintf(out, "%s%s: %s (%s, %s, %s%s%s): %s: %s\n", told == 1 ? "\n" : "",
                results_text(result, "model"), results_text(result, "quantity"),
                results_text(result, "study"), results_text(result, "arithmetic"),
                results_text(result, "method"), mode[0] ? ", mode=" : "", mode,
                results_text(result, "verdict"), results_text(result, "reason"));
    }
    if (told > most_told)
        fprintf(out, "and %d more\n", told - most_told);
}

void results_print_all(const json_t *results, FILE *out) {
    static const char *const head[] = {"model",    "study",    "arithmetic",
                                       "quantity", "value",    "low",
                                       "high",     "expected", "verdict"};
    enum { columns = sizeof head / sizeof *head };
    const unsigned left = 1u << 1 | 1u << 2 | 1u << 3 | 1u << 8;
    bool few = json_array_size(results) <= most_rows;
    bool several = has_several_methods(results);
    struct table t = table_start(columns);
    char(*cell)[table_cell_room] = table_add_row(&t);
    for (int i = 0; i < columns && cell != NULL; i++)
        snprintf(cell[i], table_cell_room, "%s", head[i]);
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        add_method(&t, results, i, several);
        if ((few || is_about_all(result)) && (cell = table_add_row(&t)) != NULL)
            fill_row(cell, result);
    }
    table_print(&t, left, out);
    table_clear(&t);
    print_reasons(results, is_undecided, out);
    results_print_failures(results, out);
}

void results_print_failures(const json_t *results, FILE *out) {
    struct results_count count = results_count(results);
    print_reasons(results, results_fails, out);
    fprintf(out, "\n%d results: %d pass, %d fail, %d undecided\n", count.all,
            count.passed, count.failed, count.all - count.passed - count.failed);
    if (count.all == 0)
        fputs("the study has nothing to say of these models and methods\n", out);
}
