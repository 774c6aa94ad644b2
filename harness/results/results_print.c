/* Results for a person, on a terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "harness/base/screen/table.h"
#include "harness/results/check.h"
#include "harness/results/results_print.h"
#include "harness/results/result.h"

/* What fits on a screen; more is in the files. */
enum { most_rows = 40 };

static const char *const columns[] = {"model", "study", "arithmetic", "quantity", "value",
                                      "low",   "high",  "expected",   "verdict"};
enum {
    column_count = sizeof columns / sizeof *columns,
    arithmetic_column = 2,
    expected_column = 7
};

static bool is_about_all(const struct result *result) {
    return result->component[0] == '\0';
}

static bool is_faithful(const struct result *result) {
    return strcmp(result->mode, "faithful") == 0;
}

/* Whether more than was expected passes, so that the value was held to the lower end alone. */
static bool passes_above(const struct result *result, double tolerance) {
    return result->verdict == VERDICT_PASS &&
           result->value > result->expected + tolerance;
}

/* What the value is held to, with its unit: "1 +- 0.05", ">= 30 digits"; "-": nothing. */
static void fill_expected(char *cell, const struct result *result) {
    const struct quantity is = check_of(result);
    const double tolerance = isfinite(result->tolerance) ? result->tolerance : 0;
    const char *unit = is.unit, *between = unit[0] != '\0' ? " " : "";
    if (!isfinite(result->expected))
        snprintf(cell, table_cell_room, "-");
    else if (is.sense == QUANTITY_AT_LEAST)
        snprintf(cell, table_cell_room, ">= %g%s%s", result->expected, between, unit);
    else if (is.sense == QUANTITY_AT_MOST)
        snprintf(cell, table_cell_room, "<= %g%s%s", result->expected + tolerance,
                 between, unit);
    else if (passes_above(result, tolerance))
        snprintf(cell, table_cell_room, ">= %g%s%s", result->expected - tolerance,
                 between, unit);
    else if (tolerance > 0)
        snprintf(cell, table_cell_room, "%g +- %g%s%s", result->expected, tolerance,
                 between, unit);
    else
        snprintf(cell, table_cell_room, "%g%s%s", result->expected, between, unit);
}

static void fill_row(char (*cell)[table_cell_room], const struct result *result) {
    for (int i = 0; i < column_count; i++)
        record_cell(cell[i], table_cell_room, record_field(&result_record, columns[i]),
                    result);
    if (is_faithful(result))
        snprintf(cell[arithmetic_column], table_cell_room, "%s, faithful",
                 result->arithmetic);
    fill_expected(cell[expected_column], result);
}

/* Whether the results are about more than one method. */
static bool has_several_methods(const struct results *results) {
    RESULTS_FOREACH(results, result) {
        if (strcmp(result->method, results->item[0].method) != 0)
            return true;
    }
    return false;
}

/* A line with the method's name before its results. */
static void add_method(struct table *t, const char *method) {
    char(*cell)[table_cell_room] = table_add_row(t);
    if (cell != NULL)
        snprintf(cell[0], table_cell_room, "- %s", method);
}

/* When there are many, those about a single component are not shown. */
static bool is_shown(const struct results *results, const struct result *r) {
    return results->count <= most_rows || is_about_all(r);
}

/* Those of a method that stand one behind the other, what has a number first. */
static void add_rows(struct table *t, const struct results *results, size_t begin,
                     size_t end) {
    char(*cell)[table_cell_room];
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = begin; i < end; i++) {
            const struct result *r = &results->item[i];
            if (isnan(r->value) == (pass == 1) && is_shown(results, r) &&
                (cell = table_add_row(t)) != NULL)
                fill_row(cell, r);
        }
}

void results_print_all(const struct results *results, FILE *out) {
    const unsigned left = 1u << 1 | 1u << 2 | 1u << 3 | 1u << 8;
    const bool several = has_several_methods(results);
    size_t hidden = 0;
    RESULTS_FOREACH(results, r) {
        hidden += !is_shown(results, r);
    }
    struct table t = table_start(column_count);
    char(*cell)[table_cell_room] = table_add_row(&t);
    for (int i = 0; i < column_count && cell != NULL; i++)
        snprintf(cell[i], table_cell_room, "%s",
                 record_field(&result_record, columns[i])->heading);
    for (size_t begin = 0, end; begin < results->count; begin = end) {
        const char *method = results->item[begin].method;
        for (end = begin + 1; end < results->count; end++)
            if (strcmp(results->item[end].method, method) != 0)
                break;
        if (several)
            add_method(&t, method);
        add_rows(&t, results, begin, end);
    }
    if (results->count > 0)
        table_print(&t, left, out);
    table_clear(&t);
    if (hidden > 0)
        fprintf(out, "%zu more, of single components: --csv and --json tell them\n",
                hidden);
    results_print_undecided(results, out);
    results_print_failures(results, out);
}
