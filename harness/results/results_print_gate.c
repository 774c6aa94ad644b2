/* What a report found, for a person: a row for each method on each model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/screen/screen.h"
#include "harness/base/screen/table.h"
#include "harness/base/text.h"
#include "harness/base/verdict.h"
#include "harness/results/result.h"
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

/* Results about a component have its name behind their quantity's. */
static bool belongs(const struct gate_column *column, const struct result *result) {
    return strcmp(result->study, column->study) == 0 &&
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

/* A model and a method: their results are those from `first` to before `end`. */
struct gate_row {
    size_t first, end;
    int failed, others;
    bool has_number;
};

static struct gate_row find_row(const struct results *results, size_t first) {
    struct gate_row row = {.first = first, .end = first};
    const struct result *of = &results->item[first];
    for (; row.end < results->count; row.end++) {
        const struct result *r = &results->item[row.end];
        if (strcmp(r->model, of->model) != 0 || strcmp(r->method, of->method) != 0)
            break;
        row.failed += result_fails(r);
        row.others += !result_fails(r) && r->verdict != VERDICT_PASS;
        for (int k = 0; k < gate_cells; k++)
            row.has_number |= belongs(&gate_columns[k], r);
    }
    return row;
}

static void fill_row(char (*cell)[table_cell_room], const struct results *results,
                     const struct gate_row *row) {
    char *verdict = cell[gate_heads + gate_cells];
    for (size_t i = row->first; i < row->end; i++)
        for (int k = 0; k < gate_cells; k++)
            if (belongs(&gate_columns[k], &results->item[i]))
                fill_cell(cell[gate_heads + k], &gate_columns[k], &results->item[i]);
    snprintf(cell[0], table_cell_room, "%s", results->item[row->first].model);
    abbreviate(cell[1], table_cell_room, results->item[row->first].method);
    if (row->failed > 0)
        snprintf(verdict, table_cell_room, "FAIL (%d)", row->failed);
    else if (row->others > 0)
        snprintf(verdict, table_cell_room, "pass (%d undecided)", row->others);
    else
        snprintf(verdict, table_cell_room, "pass");
}

/* The rows with numbers; then those without that do not all pass. Returns how many are left out. */
static int add_rows(struct table *t, const struct results *results) {
    int left_out = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < results->count;) {
            const struct gate_row row = find_row(results, i);
            const bool is_told = row.has_number || row.failed + row.others > 0;
            char(*cell)[table_cell_room] =
                is_told && row.has_number == (pass == 0) ? table_add_row(t) : NULL;
            if (cell != NULL)
                fill_row(cell, results, &row);
            left_out += pass == 0 && !is_told;
            i = row.end;
        }
    return left_out;
}

/* What the abbreviations stand for: each method where it first occurs. */
static void print_methods(void *context, FILE *out) {
    const struct results *results = context;
    char short_name[table_cell_room];
    RESULTS_FOREACH(results, result) {
        const struct result *first = results->item;
        while (strcmp(first->method, result->method) != 0)
            first++;
        if (first < result || result->method[0] == '\0')
            continue;
        abbreviate(short_name, sizeof short_name, result->method);
        fprintf(out, "%s: %s; ", short_name, result->method);
    }
    fprintf(out, "%s: fails; %s: undecided, which need not be decided", mark_failed,
            mark_open);
}

static void print_legend(const struct results *results, int left_out, FILE *out) {
    char *legend = text_printed(print_methods, (void *)results, NULL);
    screen_print_line(legend != NULL ? legend : "", 0, 0, out);
    free(legend);
    if (left_out > 0)
        fprintf(out, "%d more rows have none of these numbers, and pass\n", left_out);
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
    const int left_out = add_rows(&t, results);
    table_print(&t, 1u << 1 | 1u << (gate_heads + gate_cells), out);
    table_clear(&t);
    print_legend(results, left_out, out);
    results_print_failures(results, out);
}
