/* Comparisons as a table for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/speed/compare/compare_table.h"
#include "harness/base/json_number.h"
#include "harness/base/table.h"
#include "harness/results/results_count.h"

static bool has_verdict(const json_t *comparison, const char *verdict) {
    return strcmp(results_text(comparison, "verdict"), verdict) == 0;
}

enum { VERDICT, OLD, NEW, CHANGE, HALF, DETECTABLE, POWER, PROCESSES, COUNTED, COLUMNS };

#define CELL(row, column, ...) snprintf((row)[column], table_cell_room, __VA_ARGS__)

/* A cell stays empty where there is no number. */
static void fill_number(char *cell, const char *format, double value) {
    if (isfinite(value))
        snprintf(cell, table_cell_room, format, value);
}

static void fill_row(char (*row)[table_cell_room], const json_t *c) {
    const double change = json_number_in(json_object_get(c, "instructions"), "change");
    const char *counted = results_text(c, "counters_verdict");
    fill_number(row[OLD], "%.4g ns", json_number_in(c, "old_ns"));
    fill_number(row[NEW], "%.4g ns", json_number_in(c, "new_ns"));
    fill_number(row[CHANGE], "%+.2f %%", 100 * json_number_in(c, "change"));
    fill_number(row[HALF], "%.2f %%", 100 * json_number_in(c, "half"));
    fill_number(row[DETECTABLE], "%.2f %%", 100 * json_number_in(c, "detectable"));
    fill_number(row[POWER], "%.3f", json_number_in(c, "power"));
    fill_number(row[PROCESSES], "%.0f", json_number_in(c, "processes"));
    if (isfinite(change))
        CELL(row, COUNTED, "%+.3f %%%s", 100 * change,
             strcmp(counted, "same") == 0 ? "" : " *");
    else
        CELL(row, COUNTED, "%s", counted);
    CELL(row, VERDICT, "%s%s",
         has_verdict(c, "cannot-tell")    ? "cannot tell"
         : has_verdict(c, "not-measured") ? "-"
                                          : results_text(c, "verdict"),
         json_array_size(json_object_get(c, "failures")) > 0 ? "  FAIL" : "");
}

static void fill_head(char (*row)[table_cell_room]) {
    static const char *const heads[COLUMNS] = {"verdict", "old",   "new",
                                               "change",  "+-",    "detectable",
                                               "power",   "proc.", "counted"};
    for (int i = 0; row != NULL && i < COLUMNS; i++)
        CELL(row, i, "%s", heads[i]);
}

/* Each line of the table with a name behind it: names are longer than a cell may be. */
static void print_named(const char *text, int rows, const char *const *name, FILE *out) {
    for (int i = 0; i < rows; i++) {
        size_t length = strcspn(text, "\n");
        fprintf(out, "%.*s  %s\n", (int)length, text, name[i]);
        text += length + (text[length] == '\n');
    }
}

void compare_print_table(const json_t *comparisons, bool (*is_wanted)(const json_t *),
                         FILE *out) {
    const size_t count = json_array_size(comparisons);
    struct table t = table_start(COLUMNS);
    const char **name = calloc(count + 1, sizeof *name);
    char *text = NULL;
    size_t length;
    FILE *lines = open_memstream(&text, &length);
    fill_head(table_add_row(&t));
    for (size_t i = 0; name != NULL && i < count; i++) {
        const json_t *c = json_array_get(comparisons, i);
        char(*row)[table_cell_room] = is_wanted(c) ? table_add_row(&t) : NULL;
        if (row == NULL)
            continue;
        name[t.rows - 1] = results_text(c, "name");
        fill_row(row, c);
    }
    if (name != NULL && lines != NULL && t.rows > 1) {
        name[0] = "benchmark";
        table_print(&t, 1u << VERDICT, lines);
        if (fflush(lines) == 0)
            print_named(text, t.rows, name, out);
    }
    if (lines != NULL)
        fclose(lines);
    free(text);
    free(name);
    table_clear(&t);
}
