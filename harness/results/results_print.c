/* Results for a person, on a terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
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

/* What one line tells has the same of these. */
static const size_t told_texts[] = {
    offsetof(struct result, reason),     offsetof(struct result, model),
    offsetof(struct result, study),      offsetof(struct result, method),
    offsetof(struct result, arithmetic), offsetof(struct result, mode)};

/* 0: one line tells both. */
static int compare_told(const struct result *a, const struct result *b) {
    int order = (a->verdict > b->verdict) - (a->verdict < b->verdict);
    if (order == 0)
        order = (int)result_fails_undecided(a) - (int)result_fails_undecided(b);
    for (size_t i = 0; order == 0 && i < sizeof told_texts / sizeof *told_texts; i++)
        order = strcmp(*(const char *const *)((const char *)a + told_texts[i]),
                       *(const char *const *)((const char *)b + told_texts[i]));
    return order;
}

/* Those of one line, one after another as they are in the results. */
static int compare_places(const void *left, const void *right) {
    const struct result *a = *(const struct result *const *)left;
    const struct result *b = *(const struct result *const *)right;
    const int order = compare_told(a, b);
    return order != 0 ? order : (a > b) - (a < b);
}

struct line {
    const struct result *const *of;
    int count;
};

static int compare_lines(const void *left, const void *right) {
    const struct result *a = *((const struct line *)left)->of;
    const struct result *b = *((const struct line *)right)->of;
    return (a > b) - (a < b);
}

/* line[] := of n results that are sorted, in the order of the first of each; how many. */
static int find_lines(struct line *line, const struct result *const *sorted, int n) {
    int lines = 0;
    for (int i = 0; i < n; i++) {
        if (i == 0 || compare_told(sorted[i - 1], sorted[i]) != 0)
            line[lines++] = (struct line){sorted + i, 0};
        line[lines - 1].count++;
    }
    qsort(line, (size_t)lines, sizeof *line, compare_lines);
    return lines;
}

static void print_line(const struct line *line, FILE *out) {
    const struct result *first = *line->of;
    fprintf(out, "%s: ", first->model);
    for (int i = 0; i < line->count && i < most_quantities; i++)
        fprintf(out, "%s%s", i > 0 ? ", " : "", line->of[i]->quantity);
    if (line->count > most_quantities)
        fprintf(out, " and %d more", line->count - most_quantities);
    fprintf(out, " (%s, %s, %s%s%s): %s%s: %s\n", first->study, first->arithmetic,
            first->method, first->mode[0] ? ", mode=" : "", first->mode,
            verdict_text(first->verdict), tell_requirement(first), first->reason);
}

/* A line for each reason that these have. */
static void print_reasons(const struct results *results,
                          bool (*is_told)(const struct result *), FILE *out) {
    const size_t room = (size_t)results->count + 1;
    const struct result **sorted = calloc(room, sizeof *sorted);
    struct line *line = calloc(room, sizeof *line);
    int n = 0;
    RESULTS_FOREACH(results, result) {
        if (sorted != NULL && is_told(result))
            sorted[n++] = result;
    }
    if (n > 0 && line != NULL) {
        qsort(sorted, (size_t)n, sizeof *sorted, compare_places);
        const int lines = find_lines(line, sorted, n);
        for (int i = 0; i < lines && i < most_told; i++) {
            fputs(i == 0 ? "\n" : "", out);
            print_line(&line[i], out);
        }
        if (lines > most_told)
            fprintf(out, "and %d more\n", lines - most_told);
    }
    free(sorted);
    free(line);
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
