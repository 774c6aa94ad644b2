/* Cost at equal accuracy for a person: of each model from the cheapest curve to the dearest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/screen/screen.h"
#include "harness/speed/print/timing_print.h"
#include "harness/speed/print/timing_table.h"
#include "harness/speed/timing/timing_results.h"

/* At precision_errors; a time, which of two columns each comes first. */
static const char *const head[] = {"method",       "mode",  "kind",        "order",
                                   "us at 0.01",   "evals", "us at 0.001", "evals",
                                   "us at 0.0001", "evals", "us at 1e-06", "evals"};
enum { COLUMNS = sizeof head / sizeof *head, FIRST_COST = 4 };

static const double ns_of_us = 1e3;

/* A curve costs what it costs at the main error, 0.001; one that does not get there stands last. */
static int compare_curves(const void *a, const void *b) {
    static const int errors[PRECISION_ERRORS] = {PRECISION_MAIN, 2, 3, 0};
    const struct timing_found *first = *(const struct timing_found *const *)a,
                              *second = *(const struct timing_found *const *)b;
    for (int k = 0; k < PRECISION_ERRORS; k++) {
        const double x = first->cost[errors[k]].ns.value,
                     y = second->cost[errors[k]].ns.value;
        if (isnan(x) != isnan(y))
            return isnan(x) ? 1 : -1;
        if (!isnan(x))
            return x < y ? -1 : x > y;
    }
    return 0;
}

/* At most so much, where the coarsest run is better; large ones without decimals. */
static const char *format_of(const struct precision_cost *c) {
    return c->is_at_most ? "<%.2f" : c->ns.value / ns_of_us >= 10 ? "%.0f" : "%.2f";
}

static void add_curve(struct table *t, const struct timing_found *curve) {
    struct timing_cell cell[COLUMNS] = {CELL_TEXT(curve->of.method),
                                        CELL_TEXT(curve->of.mode), CELL_TEXT(curve->kind),
                                        CELL_NUMBER("%.2f", curve->order)};
    for (int k = 0; k < curve->costs; k++) {
        const struct precision_cost *c = &curve->cost[k];
        cell[FIRST_COST + 2 * k] =
            (struct timing_cell)CELL_NUMBER(format_of(c), c->ns.value / ns_of_us);
        cell[FIRST_COST + 2 * k + 1] =
            (struct timing_cell)CELL_NUMBER("%.0f", c->evaluations);
    }
    timing_table_add(t, cell);
}

static void print_curves(const struct timing_found *const *curve, size_t count,
                         FILE *out) {
    struct table t = table_begin(COLUMNS, head);
    fputc('\n', out);
    screen_print_format(
        0, 0, out,
        "%s: cost of a run of length %g at equal relative error at its end (<: the "
        "coarsest run is better)%s",
        curve[0]->of.model, curve[0]->length,
        strcmp(curve[0]->of.grade, "none") == 0 ? "; no truth to compare with" : "");
    for (size_t k = 0; k < count; k++)
        add_curve(&t, curve[k]);
    timing_table_end(&t, 3, NULL, out);
}

/* The curves among the results; each model's, which follow each other, begin at first[] and are
 * sorted. Returns how many models they are. */
static size_t sort_curves(const struct timing_results *results,
                          const struct timing_found **curve, size_t *first) {
    size_t models = 0, count = 0;
    TIMING_FOREACH(results, one) {
        if (!one->is_curve)
            continue;
        if (count == 0 || strcmp(one->of.model, curve[count - 1]->of.model) != 0)
            first[models++] = count;
        curve[count++] = one;
    }
    first[models] = count;
    for (size_t i = 0; i < models; i++)
        qsort(&curve[first[i]], first[i + 1] - first[i], sizeof *curve, compare_curves);
    return models;
}

void timing_precision_print(const struct timing_results *results, FILE *out) {
    const size_t most = (size_t)results->count + 1;
    const struct timing_found **curve = calloc(most, sizeof *curve);
    size_t *first = calloc(most, sizeof *first);
    const size_t models =
        curve != NULL && first != NULL ? sort_curves(results, curve, first) : 0;
    for (size_t i = 0; i < models; i++)
        print_curves(&curve[first[i]], first[i + 1] - first[i], out);
    free(first);
    free(curve);
}
