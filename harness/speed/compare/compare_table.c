/* Comparisons as a table for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/table.h"
#include "harness/speed/compare/compare.h"

enum { VERDICT, OLD, NEW, CHANGE, HALF, DETECTABLE, POWER, PROCESSES, COUNTED, COLUMNS };

/* A number, times `unit`; the cell stays empty where there is none. */
static const struct column {
    const char *format;
    double unit;
    size_t place;
} numbers[COLUMNS] = {
    [OLD] = {"%.4g ns", 1, offsetof(struct comparison, old_ns)},
    [NEW] = {"%.4g ns", 1, offsetof(struct comparison, new_ns)},
    [CHANGE] = {"%+.2f %%", 100, offsetof(struct comparison, change)},
    [HALF] = {"%.2f %%", 100, offsetof(struct comparison, half)},
    [DETECTABLE] = {"%.2f %%", 100, offsetof(struct comparison, detectable)},
    [POWER] = {"%.3f", 1, offsetof(struct comparison, power)},
};

#define CELL(row, column, ...) snprintf((row)[column], table_cell_room, __VA_ARGS__)

static void fill_row(char (*row)[table_cell_room], const struct comparison *c) {
    static const char *const verdicts[] = {"same", "slower", "faster", "cannot tell",
                                           "-"};
    for (int i = OLD; i <= POWER; i++) {
        const double number = *(const double *)((const char *)c + numbers[i].place);
        if (isfinite(number))
            CELL(row, i, numbers[i].format, numbers[i].unit * number);
    }
    if (c->is_paired)
        CELL(row, PROCESSES, "%ld", c->processes);
    if (isfinite(c->instructions_change))
        CELL(row, COUNTED, "%+.3f %%%s", 100 * c->instructions_change,
             strcmp(c->counters_verdict, "same") == 0 ? "" : " *");
    else
        CELL(row, COUNTED, "%s", c->counters_verdict != NULL ? c->counters_verdict : "");
    CELL(row, VERDICT, "%s%s", verdicts[c->verdict],
         json_array_size(c->failures) > 0 ? "  FAIL" : "");
}

/* Each line of the table with a name behind it: names are longer than a cell may be. */
static void print_named(const char *text, int rows, const char *const *name, FILE *out) {
    for (int i = 0; i < rows; i++) {
        size_t length = strcspn(text, "\n");
        fprintf(out, "%.*s  %s\n", (int)length, text, name[i]);
        text += length + (text[length] == '\n');
    }
}

void compare_print_table(const struct compared *found,
                         bool (*is_wanted)(const struct comparison *), FILE *out) {
    static const char *const heads[COLUMNS] = {"verdict", "old",   "new",
                                               "change",  "+-",    "detectable",
                                               "power",   "proc.", "counted"};
    struct table t = table_begin(COLUMNS, heads);
    const char **name = calloc((size_t)found->count + 1, sizeof *name);
    char *text = NULL;
    size_t length;
    FILE *lines = open_memstream(&text, &length);
    for (int i = 0; name != NULL && i < found->count; i++) {
        const struct comparison *c = &found->comparison[i];
        char(*row)[table_cell_room] = is_wanted(c) ? table_add_row(&t) : NULL;
        if (row == NULL)
            continue;
        name[t.rows - 1] = c->of.name;
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
