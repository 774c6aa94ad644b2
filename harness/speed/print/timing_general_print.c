/* The general table for a person. Counters are those of one step; data and code are what a
 * pass touches.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/table.h"
#include "harness/results/results_count.h"
#include "harness/speed/timing/timing_general.h"

static const double bytes_of_kibi = 1024;

static double number_of(const json_t *one, const char *object, const char *key) {
    return json_number_in(json_object_get(one, object), key);
}

/* Three significant digits, and no exponent: times go from nanoseconds to seconds. */
static void print_time(char *cell, double ns) {
    table_print_number(cell, ns < 10 ? "%.2f" : ns < 100 ? "%.1f" : "%.0f", ns);
}

/* Half the interval, in per cent. */
static double spread_of(const json_t *one) {
    return 50 * (number_of(one, "ns", "high") - number_of(one, "ns", "low")) /
           number_of(one, "ns", "value");
}

static const char *const head[] = {"model",  "method", "mode",   "kind",   "ns/step",
                                   "+- %",   "cycles", "evals",  "iters",  "factor.",
                                   "allocs", "instr.", "data K", "code K", "/kernels"};
enum { COLUMNS = sizeof head / sizeof *head };

static void fill(char (*cell)[table_cell_room], const json_t *one) {
    const double steps = number_of(one, "counters", "steps");
    static const char *const names[] = {"model", "method", "mode", "kind"};
    for (int i = 0; i < 4; i++)
        snprintf(cell[i], table_cell_room, "%s", results_text(one, names[i]));
    print_time(cell[4], number_of(one, "ns", "value"));
    table_print_number(cell[5], "%.1f", spread_of(one));
    table_print_number(cell[6], "%.0f", number_of(one, "cycles", "value"));
    table_print_number(cell[7], "%.2f",
                       number_of(one, "counters", "evaluations") / steps);
    table_print_number(cell[8], "%.2f", number_of(one, "counters", "iterations") / steps);
    table_print_number(cell[9], "%.2f",
                       number_of(one, "counters", "factorizations") / steps);
    table_print_number(cell[10], "%.0f", number_of(one, "counters", "allocations"));
    table_print_number(cell[11], "%.0f",
                       number_of(one, "instructions", "instructions") / steps);
    table_print_number(cell[12], "%.1f",
                       number_of(one, "instructions", "data_bytes") / bytes_of_kibi);
    table_print_number(cell[13], "%.1f",
                       number_of(one, "instructions", "code_bytes") / bytes_of_kibi);
    table_print_number(cell[14], "%.2f", number_of(one, "floor", "value"));
}

/* A measurement and where its model stands among the models. */
struct row {
    const json_t *one;
    int model;
    double ns;
};

static int compare_rows(const void *a, const void *b) {
    const struct row *first = a, *second = b;
    if (first->model != second->model)
        return first->model < second->model ? -1 : 1;
    return first->ns < second->ns ? -1 : first->ns > second->ns;
}

static struct row *sort_rows(const json_t *measurements) {
    struct row *rows = calloc(json_array_size(measurements) + 1, sizeof *rows);
    size_t i;
    json_t *one;
    int model = 0;
    json_array_foreach((json_t *)measurements, i, one) {
        if (rows == NULL)
            break;
        if (i > 0 && strcmp(results_text(one, "model"),
                            results_text(rows[i - 1].one, "model")) != 0)
            model++;
        rows[i] = (struct row){one, model, number_of(one, "ns", "value")};
    }
    if (rows != NULL)
        qsort(rows, json_array_size(measurements), sizeof *rows, compare_rows);
    return rows;
}

/* The first reason: it is that of all, as a rule. */
static void print_why_not_counted(const json_t *measurements, FILE *out) {
    size_t i, missing = 0;
    json_t *one;
    const char *why = NULL;
    json_array_foreach((json_t *)measurements, i, one) {
        const json_t *text = json_object_get(one, "instructions_missing");
        missing += text != NULL;
        if (why == NULL)
            why = json_string_value(text);
    }
    if (why != NULL)
        fprintf(out, "instructions of %zu are not counted: %s\n", missing, why);
}

void timing_general_print(const json_t *measurements, FILE *out) {
    struct row *rows = sort_rows(measurements);
    struct table t = table_begin(COLUMNS, head);
    char(*cell)[table_cell_room];
    for (size_t i = 0; rows != NULL && i < json_array_size(measurements); i++)
        if ((cell = table_add_row(&t)) != NULL)
            fill(cell, rows[i].one);
    if (t.rows > 1) {
        fputs("\nEvery method on its models; counters and instructions of one step, data "
              "and "
              "code touched by a pass\n",
              out);
        table_print(&t, 1u << 1 | 1u << 2 | 1u << 3, out);
        print_why_not_counted(measurements, out);
    }
    table_clear(&t);
    free(rows);
}

void timing_general_print_failures(const json_t *results, FILE *out) {
    size_t i;
    json_t *result;
    bool has_any = false;
    json_array_foreach((json_t *)results, i, result) {
        if (strcmp(results_text(result, "quantity"), "failure") != 0)
            continue;
        fprintf(out, "%s  %s/%s/%s/%s: %s\n", has_any ? "" : "\nNot measured:\n",
                results_text(result, "model"), results_text(result, "method"),
                results_text(result, "mode"), results_text(result, "kind"),
                results_text(result, "reason"));
        has_any = true;
    }
}
