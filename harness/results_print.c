/* Results for a person, on a terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <string.h>

#include "harness/results.h"
#include "harness/results_print.h"
#include "harness/table.h"

/* Marks behind a value that does not pass: it fails, or nothing can be said. */
static const char mark_failed[] = "!", mark_open[] = "?";

/* What fits on a screen; more is in the files. */
enum { most_failures_told = 40, most_rows = 40 };

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
    for (int i = 0; i < 4; i++)
        snprintf(cell[i], table_cell_room, "%s", results_text(result, keys[i]));
    print_value(cell[4], result, "value", "%.6g");
    print_value(cell[5], result, "low", "%.6g");
    print_value(cell[6], result, "high", "%.6g");
    print_value(cell[7], result, "expected", "%g");
    snprintf(cell[8], table_cell_room, "%s", results_text(result, "verdict"));
}

void results_print_all(const json_t *results, FILE *out) {
    static const char *const head[] = {"model",    "study",    "arithmetic",
                                       "quantity", "value",    "low",
                                       "high",     "expected", "verdict"};
    enum { columns = sizeof head / sizeof *head };
    const unsigned left = 1u << 1 | 1u << 2 | 1u << 3 | 1u << 8;
    bool few = json_array_size(results) <= most_rows;
    struct table t = table_start(columns);
    char(*cell)[table_cell_room] = table_add_row(&t);
    for (int i = 0; i < columns && cell != NULL; i++)
        snprintf(cell[i], table_cell_room, "%s", head[i]);
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        if ((few || is_about_all(result)) && (cell = table_add_row(&t)) != NULL)
            fill_row(cell, result);
    }
    table_print(&t, left, out);
    table_clear(&t);
    results_print_failures(results, out);
}

void results_print_failures(const json_t *results, FILE *out) {
    struct results_count count = results_count(results);
    size_t i;
    json_t *result;
    int told = 0;
    json_array_foreach(results, i, result) {
        if (!results_fails(result) || ++told > most_failures_told)
            continue;
        fprintf(out, "%s%s: %s (%s, %s): %s: %s\n", told == 1 ? "\n" : "",
                results_text(result, "model"), results_text(result, "quantity"),
                results_text(result, "study"), results_text(result, "arithmetic"),
                results_text(result, "verdict"), results_text(result, "reason"));
    }
    if (told > most_failures_told)
        fprintf(out, "and %d more\n", told - most_failures_told);
    fprintf(out, "\n%d results: %d pass, %d fail, %d undecided\n", count.all,
            count.passed, count.failed, count.all - count.passed - count.failed);
}

/* ---- One row for each model */

struct gate_column {
    const char *head, *study, *quantity, *arithmetic, *format;
};

static const struct gate_column gate_columns[] = {
    {"order", "order", "order", "double", "%.4f"},
    {"in mpfr", "order", "order", "mpfr", "%.5f"},
    {"error", "gap", "error-order", "mpfr", "%.5f"},
    {"estimate", "gap", "estimate-order", "mpfr", "%.5f"},
    {"gap", "gap", "gap-order", "mpfr", "%.5f"},
    {"digits", "gap", "gap-constant", "mpfr", "%.0f"},
    {"step", "gap", "step-roundoff", "double", "%.2g"},
};
enum { gate_cells = sizeof gate_columns / sizeof *gate_columns };

static bool belongs(const struct gate_column *column, const json_t *result) {
    return is_about_all(result) &&
           strcmp(results_text(result, "study"), column->study) == 0 &&
           strcmp(results_text(result, "quantity"), column->quantity) == 0 &&
           strncmp(results_text(result, "arithmetic"), column->arithmetic,
                   strlen(column->arithmetic)) == 0;
}

static void fill_gate_cell(char *cell, const struct gate_column *column,
                           const json_t *result) {
    char value[table_cell_room - 1];
    const json_t *number = json_object_get(result, "value");
    value[0] = '-';
    value[1] = '\0';
    if (json_is_number(number))
        snprintf(value, sizeof value, column->format, json_number_value(number));
    const char *mark = results_fails(result) ? mark_failed
                       : strcmp(results_text(result, "verdict"), "pass") != 0 ? mark_open
                                                                              : "";
    snprintf(cell, table_cell_room, "%s%s", value, mark);
}

/* Fills the row of the model that the result at `first` belongs to; returns where the next
 * model's results begin. */
static size_t fill_gate_row(char (*cell)[table_cell_room], const json_t *results,
                            size_t first) {
    const char *model = results_text(json_array_get(results, first), "model");
    int failed = 0, others = 0;
    size_t i = first;
    for (; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        if (strcmp(results_text(result, "model"), model) != 0)
            break;
        failed += results_fails(result);
        others += !results_fails(result) &&
                  strcmp(results_text(result, "verdict"), "pass") != 0;
        for (int k = 0; k < gate_cells; k++)
            if (belongs(&gate_columns[k], result))
                fill_gate_cell(cell[1 + k], &gate_columns[k], result);
    }
    snprintf(cell[0], table_cell_room, "%s", model);
    if (failed > 0)
        snprintf(cell[1 + gate_cells], table_cell_room, "FAIL (%d)", failed);
    else if (others > 0)
        snprintf(cell[1 + gate_cells], table_cell_room, "pass (%d undecided)", others);
    else
        snprintf(cell[1 + gate_cells], table_cell_room, "pass");
    return i;
}

void results_print_gate(const json_t *results, FILE *out) {
    struct table t = table_start(gate_cells + 2);
    char(*cell)[table_cell_room] = table_add_row(&t);
    if (cell != NULL) {
        snprintf(cell[0], table_cell_room, "model");
        for (int k = 0; k < gate_cells; k++)
            snprintf(cell[1 + k], table_cell_room, "%s", gate_columns[k].head);
        snprintf(cell[1 + gate_cells], table_cell_room, "verdict");
    }
    for (size_t i = 0; i < json_array_size(results) && cell != NULL;)
        if ((cell = table_add_row(&t)) != NULL)
            i = fill_gate_row(cell, results, i);
    table_print(&t, 1u << (1 + gate_cells), out);
    table_clear(&t);
    fprintf(out, "%s fails   %s undecided, which need not be decided\n", mark_failed,
            mark_open);
    results_print_failures(results, out);
}
