/* A pattern that is sorted by rows, sorted by columns: entries are counted, then dealt out,
 * and each column receives its rows in ascending order.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/integrators/bind/bind_matrix.h"
#include "problems/graph/expr_matrix.h"

enum { ZERO_ENTRY = -1 };

static bool is_within(const struct expr_matrix *used, int k, int first, int columns) {
    return used->column[k] >= first && used->column[k] < first + columns;
}

/* start[j] := where column j begins. */
static void count_entries(struct bind_matrix *a, const struct expr_matrix *used,
                          int first) {
    const int columns = a->pattern.columns;
    for (int k = 0; k < used->count; k++)
        if (is_within(used, k, first, columns))
            a->start[used->column[k] - first + 1]++;
    for (int j = 0; j < columns; j++)
        a->start[j + 1] += a->start[j];
}

/* Uses start[j] as the place of the next entry of column j, and restores it. */
static void deal_out(struct bind_matrix *a, const struct expr_matrix *used,
                     const int *source, int first) {
    const int columns = a->pattern.columns;
    for (int k = 0; k < used->count; k++)
        if (is_within(used, k, first, columns)) {
            int place = a->start[used->column[k] - first]++;
            a->row[place] = used->row[k];
            a->source[place] = source != NULL ? source[k] : ZERO_ENTRY;
        }
    memmove(a->start + 1, a->start, (size_t)columns * sizeof *a->start);
    a->start[0] = 0;
}

enum problem_status bind_matrix_make(struct bind_matrix *a,
                                     const struct expr_matrix *used, const int *source,
                                     int first, int columns) {
    *a = (struct bind_matrix){.pattern = {.rows = used->rows, .columns = columns}};
    a->start = calloc((size_t)columns + 1, sizeof *a->start);
    if (a->start == NULL)
        return PROBLEM_NO_MEMORY;
    count_entries(a, used, first);
    size_t entries = (size_t)a->start[columns];
    a->row = calloc(entries + 1, sizeof *a->row);
    a->source = calloc(entries + 1, sizeof *a->source);
    if (a->row == NULL || a->source == NULL)
        return PROBLEM_NO_MEMORY;
    deal_out(a, used, source, first);
    a->pattern.start = a->start;
    a->pattern.row = a->row;
    return PROBLEM_OK;
}

enum problem_status bind_matrix_place(struct bind_matrix *a,
                                      const struct expr_matrix *entries, int first) {
    int *source = calloc((size_t)entries->count + 1, sizeof *source);
    if (source == NULL)
        return PROBLEM_NO_MEMORY;
    for (int k = 0; k < entries->count; k++)
        source[k] = first + k;
    enum problem_status status =
        bind_matrix_make(a, entries, source, 0, entries->columns);
    free(source);
    return status;
}

void bind_matrix_clear(struct bind_matrix *a) {
    free(a->start);
    free(a->row);
    free(a->source);
    *a = (struct bind_matrix){0};
}

static double value_of(const struct bind_matrix *a, const double *value, int k) {
    return a->source[k] == ZERO_ENTRY ? 0 : value[a->source[k]];
}

void bind_matrix_fill_entries(const struct bind_matrix *a, const double *value,
                              double *entry) {
    for (int k = 0; k < a->start[a->pattern.columns]; k++)
        entry[k] = value_of(a, value, k);
}

void bind_matrix_fill_columns(const struct bind_matrix *a, const double *value,
                              double *matrix) {
    const size_t rows = (size_t)a->pattern.rows;
    for (int j = 0; j < a->pattern.columns; j++) {
        double *column = matrix + (size_t)j * rows;
        for (size_t i = 0; i < rows; i++)
            column[i] = 0;
        for (int k = a->start[j]; k < a->start[j + 1]; k++)
            column[a->row[k]] = value_of(a, value, k);
    }
}
