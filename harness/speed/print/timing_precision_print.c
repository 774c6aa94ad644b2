/* Cost at equal accuracy for a person: of each model from the cheapest curve to the dearest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/record/json_table.h"
#include "harness/base/screen/screen.h"
#include "harness/results/results_count.h"
#include "harness/speed/print/timing_print.h"

/* At the errors of timing_precision.h; a time, which of two columns each comes first. */
static const struct json_column columns[] = {
    JSON_TEXT("method", "method"),
    JSON_TEXT("mode", "mode"),
    JSON_TEXT("kind", "kind"),
    JSON_NUMBER("order", "order", "%.2f"),
    JSON_NUMBER("us at 0.01", "at.0.ns/1e3", "%.2f"),
    JSON_NUMBER("evals", "at.0.evaluations", "%.0f"),
    JSON_NUMBER("us at 0.001", "at.1.ns/1e3", "%.2f"),
    JSON_NUMBER("evals", "at.1.evaluations", "%.0f"),
    JSON_NUMBER("us at 0.0001", "at.2.ns/1e3", "%.2f"),
    JSON_NUMBER("evals", "at.2.evaluations", "%.0f"),
    JSON_NUMBER("us at 1e-06", "at.3.ns/1e3", "%.2f"),
    JSON_NUMBER("evals", "at.3.evaluations", "%.0f"),
    JSON_END};
enum { FIRST_COST = 4, ERRORS = 4 };

/* A curve costs what it costs at the main error, 0.001; one that does not get there stands last. */
static int compare_curves(const void *a, const void *b) {
    static const char *const places[] = {"at.1.ns", "at.2.ns", "at.3.ns", "at.0.ns"};
    const json_t *const *first = a, *const *second = b;
    for (int k = 0; k < ERRORS; k++) {
        const double x = json_number_at(*first, places[k]),
                     y = json_number_at(*second, places[k]);
        if (isnan(x) != isnan(y))
            return isnan(x) ? 1 : -1;
        if (!isnan(x))
            return x < y ? -1 : x > y;
    }
    return 0;
}

/* Costs at most so much, where the coarsest run is better; large ones without decimals. */
static void adorn(char (*cell)[table_cell_room], const json_t *curve) {
    for (int k = 0; k < ERRORS; k++) {
        const struct json_column *c = &columns[FIRST_COST + 2 * k];
        const json_t *at = json_array_get(json_object_get(curve, "at"), (size_t)k);
        const double us = json_number_at(curve, c->place);
        if (json_is_true(json_object_get(at, "at_most")))
            table_print_number(cell[FIRST_COST + 2 * k], "<%.2f", us);
        else if (us >= 10)
            table_print_number(cell[FIRST_COST + 2 * k], "%.0f", us);
    }
}

static void print_curves(const json_t *const *curve, size_t count, FILE *out) {
    struct table t = json_table_begin(columns);
    char(*cell)[table_cell_room];
    fputc('\n', out);
    screen_print_format(
        0, 0, out,
        "%s: cost of a run of length %g at equal relative error at its end (<: the "
        "coarsest run is better)%s",
        results_text(curve[0], "model"), json_number_in(curve[0], "length"),
        strcmp(results_text(curve[0], "grade"), "none") == 0
            ? "; no truth to compare with"
            : "");
    for (size_t k = 0; k < count; k++)
        if ((cell = json_table_add(&t, columns, curve[k])) != NULL)
            adorn(cell, curve[k]);
    json_table_end(&t, columns, NULL, out);
}

/* The curves among the results; each model's, which follow each other, begin at first[] and are
 * sorted. Returns how many models they are. */
static size_t sort_curves(const json_t *results, const json_t **curve, size_t *first) {
    size_t i, models = 0, count = 0;
    json_t *one;
    json_array_foreach((json_t *)results, i, one) {
        if (!results_text_is(one, "quantity", "work-precision"))
            continue;
        if (count == 0 ||
            !results_text_is(one, "model", results_text(curve[count - 1], "model")))
            first[models++] = count;
        curve[count++] = one;
    }
    first[models] = count;
    for (i = 0; i < models; i++)
        qsort(&curve[first[i]], first[i + 1] - first[i], sizeof *curve, compare_curves);
    return models;
}

void timing_precision_print(const json_t *results, FILE *out) {
    const size_t most = json_array_size(results) + 1;
    const json_t **curve = calloc(most, sizeof *curve);
    size_t *first = calloc(most, sizeof *first);
    const size_t models =
        curve != NULL && first != NULL ? sort_curves(results, curve, first) : 0;
    for (size_t i = 0; i < models; i++)
        print_curves(&curve[first[i]], first[i + 1] - first[i], out);
    free(first);
    free(curve);
}
