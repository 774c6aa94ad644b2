/* What the timing study has found, for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/table.h"
#include "harness/results/results_count.h"
#include "harness/speed/print/timing_print.h"

static const json_t *find(const json_t *results, const char *model, const char *method,
                          const char *mode, const char *quantity) {
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        if (strcmp(results_text(result, "model"), model) == 0 &&
            strcmp(results_text(result, "method"), method) == 0 &&
            strcmp(results_text(result, "mode"), mode) == 0 &&
            strcmp(results_text(result, "quantity"), quantity) == 0)
            return result;
    }
    return NULL;
}

/* The half-width of a result's interval in per cent. */
static double spread_of(const json_t *result) {
    return 50 * (json_number_in(result, "high") - json_number_in(result, "low")) /
           json_number_in(result, "value");
}

static void print_marked(char *cell, const char *format, const json_t *result) {
    char value[table_cell_room - 1];
    const char *verdict = results_text(result, "verdict");
    table_print_number(value, format, json_number_in(result, "value"));
    snprintf(cell, table_cell_room, "%s%s", value,
             strcmp(verdict, "fail") == 0             ? "!"
             : strcmp(verdict, "not-asymptotic") == 0 ? "?"
                                                      : "");
}

static double point_number(const json_t *result, size_t point, const char *key) {
    return json_number_in(json_array_get(json_object_get(result, "points"), point), key);
}

static void fill_model(char (*cell)[table_cell_room], const json_t *results,
                       const json_t *ns) {
    const char *model = results_text(ns, "model"), *method = results_text(ns, "method");
    const char *mode = results_text(ns, "mode");
    const json_t *ratio = find(results, model, method, mode, "original-ratio");
    const json_t *floor = find(results, model, method, mode, "step-over-kernels");
    snprintf(cell[0], table_cell_room, "%s", model);
    snprintf(cell[1], table_cell_room, "%s", method);
    snprintf(cell[2], table_cell_room, "%s", mode);
    print_marked(cell[3], "%.0f", ns);
    table_print_number(cell[4], "%.1f", spread_of(ns));
    table_print_number(cell[5], "%.2f", point_number(ns, 0, "evaluations"));
    table_print_number(cell[6], "%.2f", point_number(ns, 0, "iterations"));
    table_print_number(cell[7], "%.0f", point_number(ratio, 0, "original_ns"));
    print_marked(cell[8], "%.1f", ratio);
    print_marked(cell[9], "%.2f", floor);
}

static void print_models(const json_t *results, FILE *out) {
    static const char *const head[] = {"model",    "method",     "mode",       "ns/step",
                                       "+- %",     "evals/step", "iters/step", "original",
                                       "x faster", "/kernels"};
    enum { columns = sizeof head / sizeof *head };
    struct table t = table_begin(columns, head);
    char(*cell)[table_cell_room];
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        if (strcmp(results_text(result, "quantity"), "ns-per-step") == 0 &&
            !timing_is_of_contacts(result) && (cell = table_add_row(&t)) != NULL)
            fill_model(cell, results, result);
    }
    if (t.rows > 1)
        table_print(&t, 1u << 1 | 1u << 2, out);
    table_clear(&t);
}

static void print_means(const json_t *results, FILE *out) {
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        if (strcmp(results_text(result, "quantity"), "original-ratio-mean") != 0)
            continue;
        fprintf(out,
                "\n%s mode, recorded runs of these models: %.2f (%.2f to %.2f) times "
                "faster than "
                "the original's recorded times,\nwhich are from another machine",
                results_text(result, "mode"), json_number_in(result, "value"),
                json_number_in(result, "low"), json_number_in(result, "high"));
        double expected = json_number_in(result, "expected");
        if (isfinite(expected))
            fprintf(out, "; expected %g: %s", expected, results_text(result, "verdict"));
        fputc('\n', out);
    }
}

static void print_growth(const json_t *result, FILE *out) {
    fprintf(out, "\n%s, %s: %.3f (%.3f to %.3f), expected at most %g: %s\n",
            results_text(result, "model"), results_text(result, "quantity"),
            json_number_in(result, "value"), json_number_in(result, "low"),
            json_number_in(result, "high"), json_number_in(result, "expected"),
            results_text(result, "verdict"));
    size_t i;
    json_t *point;
    json_array_foreach(json_object_get(result, "points"), i, point) {
        fprintf(out,
                "  %7.0f masses  %12.0f ns/step  %8.2f ns/step and mass  %8.1f "
                "bytes/mass\n",
                json_number_in(point, "masses"), json_number_in(point, "value"),
                json_number_in(point, "ns_per_mass"),
                json_number_in(point, "bytes_per_mass"));
    }
}

void timing_print(const json_t *results, FILE *out) {
    size_t i;
    json_t *result;
    print_models(results, out);
    print_means(results, out);
    timing_print_contacts(results, out);
    json_array_foreach(results, i, result) {
        if (strstr(results_text(result, "quantity"), "-slope") != NULL)
            print_growth(result, out);
    }
}
