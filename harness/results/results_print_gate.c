/* What the gate found, for a person: a row for each method on each model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "harness/base/screen/table.h"
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

static bool is_about_all(const struct result *result) {
    return result->component[0] == '\0';
}

static bool belongs(const struct gate_column *column, const struct result *result) {
    return is_about_all(result) && strcmp(result->study, column->study) == 0 &&
           strcmp(result->quantity, column->quantity) == 0 &&
           (column->mode == NULL || strcmp(result->mode, column->mode) == 0) &&
           strncmp(result->arithmetic, column->arithmetic, strlen(column->arithmetic)) ==
               0;
}

static void fill_cell(char *cell, const struct gate_column *column,
                      const struct result *result) {
    char value[table_cell_room - 1] = "-";
    if (isfinite(result->value))
        snprintf(value, sizeof value, column->format, result->value);
    const char *mark = result_fails(result)              ? mark_failed
                       : result->verdict != VERDICT_PASS ? mark_open
                                                         : "";
    snprintf(cell, table_cell_room, "%s%s", value, mark);
}

/* Fills the row of the model and method that the result at `first` belongs to; returns where
 * the next row's results begin. */
static size_t fill_row(char (*cell)[table_cell_room], const struct results *results,
                       size_t first) {
    const char *model = results->item[first].model;
    const char *method = results->item[first].method;
    int failed = 0, others = 0;
    size_t i = first;
    for (; i < results->count; i++) {
        const struct result *result = &results->item[i];
        if (strcmp(result->model, model) != 0 || strcmp(result->method, method) != 0)
            break;
        failed += result_fails(result);
        others += !result_fails(result) && result->verdict != VERDICT_PASS;
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
static void print_methods(const struct results *results, FILE *out) {
    char short_name[table_cell_room];
    RESULTS_FOREACH(results, result) {
        const struct result *first = results->item;
        while (strcmp(first->method, result->method) != 0)
            first++;
        if (first < result)
            continue;
        abbreviate(short_name, sizeof short_name, result->method);
        fprintf(out, "%s %s   ", short_name, result->method);
    }
    fprintf(out, "%s fails   %s undecided, which need not be decided\n", mark_failed,
            mark_open);
}

void results_print_gate(const struct results *results, FILE *out) {
    struct table t = table_start(gate_heads + gate_cells + 1);
    char(*cell)[table_cell_room] = table_add_row(&t);
    if (cell != NULL) {
        snprintf(cell[0], table_cell_room, "model");
        snprintf(cell[1], table_cell_room, "method");
        for (int k = 0; k < gate_cells; k++)
            snprintf(cell[gate_heads + k], table_cell_room, "%s", gate_columns[k].head);
        snprintf(cell[gate_heads + gate_cells], table_cell_room, "verdict");
    }
    for (size_t i = 0; i < results->count && cell != NULL;)
        if ((cell = table_add_row(&t)) != NULL)
            i = fill_row(cell, results, i);
    table_print(&t, 1u << 1 | 1u << (gate_heads + gate_cells), out);
    table_clear(&t);
    print_methods(results, out);
    results_print_failures(results, out);
}
