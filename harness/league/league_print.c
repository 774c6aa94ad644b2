/* The league for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/screen/screen.h"
#include "harness/base/screen/table.h"
#include "harness/league/league.h"
#include "harness/results/results_count.h"

enum { first_columns = 3, most_commands = 12 };

/* What stands before the engines' columns: "slide_22", "direction [deg]", "0". */
static void fill_head(char (*cell)[table_cell_room], const json_t *one) {
    const char *unit = results_text(one, "unit");
    snprintf(cell[0], table_cell_room, "%s", results_text(one, "scene"));
    snprintf(cell[1], table_cell_room, "%s%s%s%s", results_text(one, "quantity"),
             unit[0] != '\0' ? " [" : "", unit, unit[0] != '\0' ? "]" : "");
    table_print_number(cell[2], "%.4g", json_number_in(one, "expected"));
}

static void fill_value(char *cell, const json_t *one) {
    const char *status = results_text(one, "status");
    if (strcmp(status, "measured") == 0)
        table_print_number(cell, "%.4g", json_number_in(one, "value"));
    else
        snprintf(cell, table_cell_room, "%s",
                 strcmp(status, "not-built") == 0 ? "-" : "failed");
}

static int find_column(const json_t *engines, const char *title) {
    size_t i;
    json_t *engine;
    json_array_foreach(engines, i, engine) {
        if (strcmp(results_text(engine, "title"), title) == 0)
            return (int)i;
    }
    return 0;
}

static bool is_of_row(const json_t *one, const json_t *other) {
    return strcmp(results_text(one, "scene"), results_text(other, "scene")) == 0 &&
           strcmp(results_text(one, "quantity"), results_text(other, "quantity")) == 0;
}

/* Of the first of each row; true: it is one. */
static bool is_first(const json_t *cells, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (is_of_row(json_array_get(cells, k), json_array_get(cells, i)))
            return false;
    return true;
}

static void fill_row(char (*cell)[table_cell_room], const json_t *document, size_t i) {
    const json_t *cells = json_object_get(document, "cells");
    const json_t *engines = json_object_get(document, "engines");
    size_t k;
    json_t *one;
    fill_head(cell, json_array_get(cells, i));
    json_array_foreach(cells, k, one) {
        if (is_of_row(one, json_array_get(cells, i)))
            fill_value(
                cell[first_columns + find_column(engines, results_text(one, "engine"))],
                one);
    }
}

static void print_table(const json_t *document, FILE *out) {
    static const char *const head[] = {"scene", "quantity", "expected"};
    const json_t *cells = json_object_get(document, "cells");
    const json_t *engines = json_object_get(document, "engines");
    const int columns = first_columns + (int)json_array_size(engines);
    struct table t = table_start(columns);
    char(*cell)[table_cell_room] = table_add_row(&t);
    for (int i = 0; i < columns && cell != NULL; i++)
        snprintf(cell[i], table_cell_room, "%s",
                 i < first_columns
                     ? head[i]
                     : results_text(json_array_get(engines, (size_t)(i - first_columns)),
                                    "title"));
    for (size_t i = 0; i < json_array_size(cells); i++)
        if (is_first(cells, i) && (cell = table_add_row(&t)) != NULL)
            fill_row(cell, document, i);
    table_print(&t, 3u, out);
    table_clear(&t);
}

static void print_engines(const json_t *engines, FILE *out) {
    size_t i;
    json_t *engine;
    json_array_foreach(engines, i, engine) {
        const char *options = results_text(engine, "options");
        const char *version = results_text(engine, "version");
        screen_print_format(0, 4, out, "%s: %s%s%s%s", results_text(engine, "title"),
                            version[0] != '\0' ? "version " : "", version,
                            version[0] != '\0' ? ", " : "",
                            options[0] != '\0' ? options : "its usual settings");
    }
}

/* A scene that the engine has built otherwise than the model is: by more than the half of the
 * digits of its arithmetic. */
static void print_deviation(const json_t *one, const json_t *engines, FILE *out) {
    const int column = find_column(engines, results_text(one, "engine"));
    const double bits =
        json_number_in(json_array_get(engines, (size_t)column), "significand_bits");
    const double off = json_number_in(one, "equivalence");
    const bool is_ours =
        json_object_get(json_array_get(engines, (size_t)column), "is_ours") != NULL;
    if (isnan(off) && !is_ours && strcmp(results_text(one, "status"), "measured") == 0)
        fprintf(out, "%s, %s: not compared with the model: it tells no energy\n",
                results_text(one, "scene"), results_text(one, "engine"));
    if (off > pow(2, -bits / 2))
        fprintf(out, "%s, %s: built otherwise than the model, by %.3g of its size\n",
                results_text(one, "scene"), results_text(one, "engine"), off);
}

/* Of another scene or engine than the cell before. */
static bool begins_round(const json_t *cells, size_t i) {
    const json_t *one = json_array_get(cells, i), *before = json_array_get(cells, i - 1);
    return i == 0 ||
           strcmp(results_text(one, "scene"), results_text(before, "scene")) != 0 ||
           strcmp(results_text(one, "engine"), results_text(before, "engine")) != 0;
}

/* Why there is a dash or a failure, and the commands of a few. */
static void print_remarks(const json_t *cells, const json_t *engines, FILE *out) {
    const bool is_few = json_array_size(cells) <= most_commands;
    size_t i;
    json_t *one;
    json_array_foreach(cells, i, one) {
        const char *why = results_text(one, "why"),
                   *differs = results_text(one, "differs");
        if (!begins_round(cells, i))
            continue;
        const bool is_dash = strcmp(results_text(one, "status"), "not-built") == 0;
        if (why[0] != '\0' && (!is_dash || is_few))
            fprintf(out, "%s, %s: %s\n", results_text(one, "scene"),
                    results_text(one, "engine"), why);
        if (differs[0] != '\0')
            fprintf(out, "%s, %s differs: %s\n", results_text(one, "scene"),
                    results_text(one, "engine"), differs);
        print_deviation(one, engines, out);
        if (is_few)
            fprintf(out, "%s\n", results_text(one, "command"));
    }
    if (!is_few)
        fprintf(out, "the command of each number, the reason of each dash: --json or "
                     "--csv, or fewer scenes\n");
}

void league_print(const json_t *document, FILE *out) {
    const json_t *cells = json_object_get(document, "cells");
    const char *missing = results_text(document, "missing");
    print_table(document, out);
    fprintf(out, "h = %.6g s\n", json_number_in(document, "step"));
    print_engines(json_object_get(document, "engines"), out);
    if (missing[0] != '\0')
        fprintf(out, "not installed: %s\n", missing);
    print_remarks(cells, json_object_get(document, "engines"), out);
}
