/* Results for a person, on a terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <string.h>

#include "harness/base/table.h"
#include "harness/results/results_count.h"
#include "harness/results/results_print.h"

/* What fits on a screen; more is in the files. */
enum { most_told = 40, most_quantities = 8, most_rows = 40 };

static const char *const columns[] = {"model", "study", "arithmetic", "quantity", "value",
                                      "low",   "high",  "expected",   "verdict"};
enum { column_count = sizeof columns / sizeof *columns, arithmetic_column = 2 };

static bool is_about_all(const struct result *result) {
    return result->component[0] == '\0';
}

static bool is_faithful(const struct result *result) {
    return strcmp(result->mode, "faithful") == 0;
}

static void fill_row(char (*cell)[table_cell_room], const struct result *result) {
    for (int i = 0; i < column_count; i++)
        record_cell(cell[i], table_cell_room, record_field(&result_record, columns[i]),
                    result);
    if (is_faithful(result))
        snprintf(cell[arithmetic_column], table_cell_room, "%s, faithful",
                 result->arithmetic);
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
static void add_method(struct table *t, const struct results *results,
                       const struct result *result) {
    bool same = result > results->item && strcmp(result[-1].method, result->method) == 0;
    char(*cell)[table_cell_room] = same ? NULL : table_add_row(t);
    if (cell != NULL)
        snprintf(cell[0], table_cell_room, "- %s", result->method);
}

static bool is_undecided(const struct result *result) {
    return result->verdict == VERDICT_NOT_ASYMPTOTIC && !result_fails(result);
}

/* Behind the verdict of one that fails because it is undecided. */
static const char *tell_requirement(const struct result *result) {
    return result_fails_undecided(result) ? " where a pass is required" : "";
}

/* Whether one line tells both. */
static bool are_alike(const struct result *a, const struct result *b) {
    return a->verdict == b->verdict && strcmp(a->reason, b->reason) == 0 &&
           strcmp(a->model, b->model) == 0 && strcmp(a->study, b->study) == 0 &&
           strcmp(a->arithmetic, b->arithmetic) == 0 &&
           strcmp(a->method, b->method) == 0 && strcmp(a->mode, b->mode) == 0 &&
           result_fails_undecided(a) == result_fails_undecided(b);
}

/* One of these before it says the same. */
static bool is_told_before(const struct results *results, const struct result *result,
                           bool (*is_told)(const struct result *)) {
    for (const struct result *r = results->item; r < result; r++)
        if (is_told(r) && are_alike(r, result))
            return true;
    return false;
}

/* Its quantity, and those of all that say the same. */
static void print_quantities(const struct results *results, const struct result *first,
                             bool (*is_told)(const struct result *), FILE *out) {
    int count = 0;
    RESULTS_FOREACH(results, r) {
        if (r >= first && is_told(r) && are_alike(first, r) && ++count <= most_quantities)
            fprintf(out, "%s%s", count > 1 ? ", " : "", r->quantity);
    }
    if (count > most_quantities)
        fprintf(out, " and %d more", count - most_quantities);
}

/* A line for each reason that these have. */
static void print_reasons(const struct results *results,
                          bool (*is_told)(const struct result *), FILE *out) {
    int told = 0;
    RESULTS_FOREACH(results, result) {
        if (!is_told(result) || is_told_before(results, result, is_told) ||
            ++told > most_told)
            continue;
        fprintf(out, "%s%s: ", told == 1 ? "\n" : "", result->model);
        print_quantities(results, result, is_told, out);
        fprintf(out, " (%s, %s, %s%s%s): %s%s: %s\n", result->study, result->arithmetic,
                result->method, result->mode[0] ? ", mode=" : "", result->mode,
                verdict_text(result->verdict), tell_requirement(result), result->reason);
    }
    if (told > most_told)
        fprintf(out, "and %d more\n", told - most_told);
}

void results_print_all(const struct results *results, FILE *out) {
    const unsigned left = 1u << 1 | 1u << 2 | 1u << 3 | 1u << 8;
    bool few = results->count <= most_rows;
    bool several = has_several_methods(results);
    struct table t = table_start(column_count);
    char(*cell)[table_cell_room] = table_add_row(&t);
    for (int i = 0; i < column_count && cell != NULL; i++)
        snprintf(cell[i], table_cell_room, "%s",
                 record_field(&result_record, columns[i])->heading);
    RESULTS_FOREACH(results, result) {
        if (several)
            add_method(&t, results, result);
        if ((few || is_about_all(result)) && (cell = table_add_row(&t)) != NULL)
            fill_row(cell, result);
    }
    if (results->count > 0)
        table_print(&t, left, out);
    table_clear(&t);
    print_reasons(results, is_undecided, out);
    results_print_failures(results, out);
}

void results_print_failures(const struct results *results, FILE *out) {
    struct results_count count = results_count(results);
    char required[64];
    results_count_tell_undecided(required, sizeof required, &count);
    print_reasons(results, result_fails, out);
    fprintf(out, "\n%d results: %d pass, %d fail%s, %d undecided\n", count.all,
            count.passed, count.failed, required,
            count.all - count.passed - count.failed);
    if (count.all == 0)
        fputs("the study has nothing to say of these models and methods\n", out);
}
