/* What the gate found, for a person: a row for each method on each model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <string.h>

#include "harness/base/table.h"
#include "harness/results/results_count.h"
#include "harness/results/results_print.h"

/* Marks behind a value that does not pass: it fails, or nothing can be said. */
static const char mark_failed[] = "!", mark_open[] = "?";

struct gate_column {
    const char *head, *study, *quantity, *arithmetic, *mode, *format;
};

/* The results that the cells show; mode NULL: in any. */
static const struct gate_column gate_columns[] = {
    {"order", "order", "order", "double", NULL, "%.4f"},
    {"in mpfr", "order", "order", "mpfr", NULL, "%.5f"},
    {"error", "gap", "error-order", "mpfr", NULL, "%.5f"},
    {"estimate", "gap", "estimate-order", "mpfr", NULL, "%.5f"},
    {"gap", "gap", "gap-order", "mpfr", NULL, "%.5f"},
    {"digits", "gap", "gap-constant", "mpfr", NULL, "%.0f"},
    {"step", "gap", "step-roundoff", "double", "default", "%.2g"},
    {"faithful", "gap", "step-roundoff", "double", "faithful", "%.2g"},
    {"newton", "gap", "newton-residual", "double", "default", "%.1e"},
};
enum { gate_cells = sizeof gate_columns / sizeof *gate_columns, gate_heads = 2 };

/* A method's name in a column: its words' first letters, as few as tell all of them apart
 * for someone who reads the line below the table. */
static void abbreviate(char *text, size_t size, const char *method) {
    size_t length = 0;
    for (const char *word = method; *word != '\0' && length + 1 < size;) {
        size_t letters = strcspn(word, "-");
        text[length++] = *word;
        word += letters + (word[letters] == '-');
    }
    text[length] = '\0';
}

static bool is_about_all(const json_t *result) {
    return !json_is_string(json_object_get(result, "component"));
}

static bool has(const json_t *result, const char *key, const char *text) {
    return strcmp(results_text(result, key), text) == 0;
}

static bool belongs(const struct gate_column *column, const json_t *result) {
    return is_about_all(result) && has(result, "study", column->study) &&
           has(result, "quantity", column->quantity) &&
           (column->mode == NULL || has(result, "mode", column->mode)) &&
           strncmp(results_text(result, "arithmetic"), column->arithmetic,
                   strlen(column->arithmetic)) == 0;
}

static void fill_cell(char *cell, const struct gate_column *column,
                      const json_t *result) {
    char value[table_cell_room - 1] = "-";
    const json_t *number = json_object_get(result, "value");
    if (json_is_number(number))
        snprintf(value, sizeof value, column->format, json_number_value(number));
    const char *mark = results_fails(result)             ? mark_failed
                       : !has(result, "verdict", "pass") ? mark_open
                                                         : "";
    snprintf(cell, table_cell_room, "%s%s", value, mark);
}

/* Fills the row of the model and method that the result at `first` belongs to; returns where
 * the next row's results begin. */
static size_t fill_row(char (*cell)[table_cell_room], const json_t *results,
                       size_t first) {
    const char *model = results_text(json_array_get(results, first), "model");
    const char *method = results_text(json_array_get(results, first), "method");
    int failed = 0, others = 0;
    size_t i = first;
    for (; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        if (!has(result, "model", model) || !has(result, "method", method))
            break;
        failed += results_fails(result);
        others += !results_fails(result) && !has(result, "verdict", "pass");
        for (int k = 0; k < gate_cells; k++)
            if (belongs(&gate_columns[k], result))
                fill_cell(cell[gate_heads + k], &gate_columns[k], result);
    }
    snprintf(cell[0], table_cell_room, "%s", model);
    abbreviate(cell[1], table_cell_room, method);
    if (failed > 0)
        snprintf(cell[gate_heads + gate_cells], table_cell_room, "FAIL (%d)", failed);
    else if (others > 0)
        snprintf(cell[gate_heads + gate_cells], table_cell_room, "pass (%d undecided)",
                 others);
    else
        snprintf(cell[gate_heads + gate_cells], table_cell_room, "pass");
    return i;
}

/* What the abbreviations stand for: each method where it first occurs. */
static void print_methods(const json_t *results, FILE *out) {
    char short_name[table_cell_room];
    size_t i, k;
    json_t *result;
    json_array_foreach(results, i, result) {
        const char *method = results_text(result, "method");
        for (k = 0; k < i; k++)
            if (has(json_array_get(results, k), "method", method))
                break;
        if (k < i)
            continue;
        abbreviate(short_name, sizeof short_name, method);
        fprintf(out, "%s %s   ", short_name, method);
    }
    fprintf(out, "%s fails   %s undecided, which need not be decided\n", mark_failed,
            mark_open);
}

void results_print_gate(const json_t *results, FILE *out) {
    struct table t = table_start(gate_heads + gate_cells + 1);
    char(*cell)[table_cell_room] = table_add_row(&t);
    if (cell != NULL) {
        snprintf(cell[0], table_cell_room, "model");
        snprintf(cell[1], table_cell_room, "method");
        for (int k = 0; k < gate_cells; k++)
            snprintf(cell[gate_heads + k], table_cell_room, "%s", gate_columns[k].head);
        snprintf(cell[gate_heads + gate_cells], table_cell_room, "verdict");
    }
    for (size_t i = 0; i < json_array_size(results) && cell != NULL;)
        if ((cell = table_add_row(&t)) != NULL)
            i = fill_row(cell, results, i);
    table_print(&t, 1u << 1 | 1u << (gate_heads + gate_cells), out);
    table_clear(&t);
    print_methods(results, out);
    results_print_failures(results, out);
}
