/* Comparisons as a table for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/screen/table.h"
#include "harness/speed/compare/compare.h"

enum {
    NAME,
    VERDICT,
    OLD,
    NEW,
    CHANGE,
    HALF,
    DETECTABLE,
    POWER,
    PROCESSES,
    COUNTED,
    COLUMNS
};

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
    CELL(row, NAME, "%s", c->of.name);
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
    CELL(row, VERDICT, "%s%s", verdicts[c->verdict], c->failures > 0 ? "  FAIL" : "");
}

void compare_print_table(const struct compared *found,
                         bool (*is_wanted)(const struct comparison *), FILE *out) {
    static const char *const heads[COLUMNS] = {
        "benchmark", "verdict",    "old",   "new",   "change",
        "+-",        "detectable", "power", "proc.", "counted"};
    struct table t = table_begin(COLUMNS, heads);
    for (int i = 0; i < found->count; i++) {
        const struct comparison *c = &found->comparison[i];
        char(*row)[table_cell_room] = is_wanted(c) ? table_add_row(&t) : NULL;
        if (row != NULL)
            fill_row(row, c);
    }
    if (t.rows > 1)
        table_print(&t, 1u << VERDICT, out);
    table_clear(&t);
}
