/* Cost at equal accuracy for a person: of each model from the cheapest curve to the dearest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/table.h"
#include "harness/results/results_count.h"
#include "harness/speed/timing/timing_precision.h"

static const double ns_of_us = 1e3;

/* At one of the errors. */
static double cost_of(const json_t *result, int error, const char *key) {
    return json_number_in(json_array_get(json_object_get(result, "at"), (size_t)error),
                          key);
}

/* A curve costs what it costs at the main error; one that does not get there stands last. */
static int compare_curves(const void *a, const void *b) {
    const json_t *const *first = a, *const *second = b;
    for (int k = 0; k < PRECISION_ERRORS; k++) {
        const int error = (k + PRECISION_MAIN) % PRECISION_ERRORS;
        const double x = cost_of(*first, error, "ns"), y = cost_of(*second, error, "ns");
        if (isnan(x) != isnan(y))
            return isnan(x) ? 1 : -1;
        if (!isnan(x))
            return x < y ? -1 : x > y;
    }
    return 0;
}

enum { FIRST_COST = 4, COLUMNS = FIRST_COST + 2 * PRECISION_ERRORS };

static void fill_head(char (*cell)[table_cell_room]) {
    static const char *const names[FIRST_COST] = {"method", "mode", "kind", "order"};
    for (int i = 0; i < FIRST_COST; i++)
        snprintf(cell[i], table_cell_room, "%s", names[i]);
    for (int k = 0; k < PRECISION_ERRORS; k++) {
        snprintf(cell[FIRST_COST + 2 * k], table_cell_room, "us at %g",
                 precision_errors[k]);
        snprintf(cell[FIRST_COST + 2 * k + 1], table_cell_room, "evals");
    }
}

static void fill(char (*cell)[table_cell_room], const json_t *result) {
    static const char *const names[] = {"method", "mode", "kind"};
    for (int i = 0; i < 3; i++)
        snprintf(cell[i], table_cell_room, "%s", results_text(result, names[i]));
    table_print_number(cell[3], "%.2f", json_number_in(result, "order"));
    for (int k = 0; k < PRECISION_ERRORS; k++) {
        const double us = cost_of(result, k, "ns") / ns_of_us;
        const json_t *at = json_array_get(json_object_get(result, "at"), (size_t)k);
        const bool is_at_most = json_is_true(json_object_get(at, "at_most"));
        table_print_number(cell[FIRST_COST + 2 * k],
                           is_at_most ? "<%.2f"
                           : us < 10  ? "%.2f"
                                      : "%.0f",
                           us);
        table_print_number(cell[FIRST_COST + 2 * k + 1], "%.0f",
                           cost_of(result, k, "evaluations"));
    }
}

static bool is_curve(const json_t *result, const char *model) {
    return strcmp(results_text(result, "quantity"), "work-precision") == 0 &&
           (model == NULL || strcmp(results_text(result, "model"), model) == 0);
}

static void print_model(const json_t *results, const char *model, FILE *out) {
    const json_t **curve = calloc(json_array_size(results) + 1, sizeof *curve);
    struct table t = table_start(COLUMNS);
    char(*cell)[table_cell_room] = table_add_row(&t);
    size_t i, count = 0;
    json_t *result;
    json_array_foreach((json_t *)results, i, result) {
        if (curve != NULL && is_curve(result, model))
            curve[count++] = result;
    }
    if (count > 0 && cell != NULL) {
        qsort(curve, count, sizeof *curve, compare_curves);
        fill_head(cell);
        fprintf(
            out,
            "\n%s: cost of a run of length %g at equal relative error at its end (<: the "
            "coarsest run is better)%s\n",
            model, json_number_in(curve[0], "length"),
            strcmp(results_text(curve[0], "grade"), "none") == 0
                ? "; no truth to compare with"
                : "");
    }
    for (size_t k = 0; k < count; k++)
        if ((cell = table_add_row(&t)) != NULL)
            fill(cell, curve[k]);
    if (count > 0)
        table_print(&t, 1u << 1 | 1u << 2, out);
    table_clear(&t);
    free(curve);
}

/* Whether no curve before it is about its model. */
static bool is_first(const json_t *results, size_t i) {
    const char *model = results_text(json_array_get(results, i), "model");
    for (size_t k = 0; k < i; k++)
        if (is_curve(json_array_get(results, k), model))
            return false;
    return true;
}

void timing_precision_print(const json_t *results, FILE *out) {
    size_t i;
    json_t *result;
    json_array_foreach((json_t *)results, i, result) {
        if (is_curve(result, NULL) && is_first(results, i))
            print_model(results, results_text(result, "model"), out);
    }
}
