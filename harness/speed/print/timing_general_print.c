/* The general table for a person, and what is missing in it. Counters are
 * those of one step; data and code are what a pass touches.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/screen/screen.h"
#include "harness/base/screen/table.h"
#include "harness/speed/print/timing_print.h"
#include "harness/speed/timing/timing_measurement.h"
#include "harness/speed/timing/timing_results.h"
#include "harness/speed/timing/timing_told.h"

static const double bytes_of_k = 1024;

static const char *const head[] = {"model",  "method", "mode",   "kind",   "ns/step",
                                   "+- %",   "cycles", "evals",  "iters",  "factor.",
                                   "allocs", "instr.", "data K", "code K", "/kernels"};
enum { columns = sizeof head / sizeof *head, texts = 4, texts_are_left = 0xf };

static void fill_row(char (*cell)[table_cell_room], const struct timing_measurement *m) {
    const char *const text[texts] = {m->of.model, m->of.method, m->of.mode, m->of.kind};
    const struct instructions *counted = &m->instructions.of_pass;
    const double known = m->instructions.is_known ? 1 : NAN;
    const struct {
        const char *format;
        double value;
    } number[columns - texts] = {
        {table_format_time(m->ns.of.value), m->ns.of.value},
        {"%.1f", estimate_percent(m->ns.of)},
        {"%.0f", m->cycles.value},
        {"%.2f", m->evaluations},
        {"%.2f", m->iterations},
        {"%.2f", m->factorizations},
        {"%.0f", m->allocations},
        {"%.0f", known * (double)counted->instructions / m->steps},
        {"%.1f", known * (double)counted->data_bytes / bytes_of_k},
        {"%.1f", known * (double)counted->code_bytes / bytes_of_k},
        {"%.2f", m->floor.value}};
    for (int i = 0; i < texts; i++)
        snprintf(cell[i], table_cell_room, "%s", text[i]);
    for (int i = texts; i < columns; i++)
        table_print_number(cell[i], number[i - texts].format, number[i - texts].value);
}

/* Models stay in their order. */
static int compare_rows(const void *a, const void *b) {
    const struct timing_measurement *first = *(const struct timing_measurement *const *)a,
                                    *second =
                                        *(const struct timing_measurement *const *)b;
    const double x = first->ns.of.value, y = second->ns.of.value;
    if (x == y || strcmp(first->of.model, second->of.model) != 0)
        return first < second ? -1 : first > second;
    return x < y ? -1 : 1;
}

/* The first reason: it is that of all, as a rule. */
static void print_why_not_counted(const struct timing_told *told, FILE *out) {
    int missing = 0;
    const char *why = "";
    for (int i = told->measurements - 1; i >= 0; i--)
        if (told->measurement[i].instructions.why_not[0] != '\0') {
            missing++;
            why = told->measurement[i].instructions.why_not;
        }
    if (missing > 0)
        fprintf(out, "instructions of %d are not counted: %s\n", missing, why);
}

void timing_general_print(const struct timing_told *told, FILE *out) {
    const int rows = told->measurements;
    const struct timing_measurement **row = calloc((size_t)rows + 1, sizeof *row);
    struct table t = table_begin(columns, head);
    for (int i = 0; i < rows && row != NULL; i++)
        row[i] = &told->measurement[i];
    if (row != NULL)
        qsort(row, (size_t)rows, sizeof *row, compare_rows);
    for (int i = 0; i < rows && row != NULL; i++) {
        char(*cell)[table_cell_room] = table_add_row(&t);
        if (cell != NULL)
            fill_row(cell, row[i]);
    }
    if (rows > 0) {
        fputc('\n', out);
        screen_print_format(0, 0, out,
                            "Every method on its models; counters and instructions of "
                            "one step, data and code touched by a pass");
        table_print(&t, texts_are_left, out);
        print_why_not_counted(told, out);
    }
    table_clear(&t);
    free(row);
}

void timing_general_print_failures(const struct timing_results *results, FILE *out) {
    bool has_any = false;
    TIMING_FOREACH(results, f) {
        if (strcmp(f->of.quantity, "failure") != 0)
            continue;
        fprintf(out, "%s  ", has_any ? "" : "\nNot measured:\n");
        screen_print_format(2, 4, out, "%s/%s/%s/%s: %s", f->of.model, f->of.method,
                            f->of.mode, f->kind, f->of.reason);
        has_any = true;
    }
}
