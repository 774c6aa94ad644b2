/* A survey for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/screen/table.h"
#include "harness/genericity/coloured.h"
#include "harness/genericity/genericity.h"
#include "harness/genericity/survey.h"
#include "harness/results/results_count.h"

enum { model_columns = GENERIC_IDENTICALLY + 3, tree_columns = 5, list_columns = 4 };

static void fill_model(char (*cell)[table_cell_room], const json_t *model) {
    const json_t *counts = json_object_get(model, "counts");
    snprintf(cell[0], table_cell_room, "%s", results_text(model, "name"));
    for (int kind = 0; kind <= GENERIC_IDENTICALLY; kind++)
        snprintf(cell[1 + kind], table_cell_room, "%d",
                 (int)json_integer_value(
                     json_object_get(counts, generic_name((enum generic)kind))));
    snprintf(cell[model_columns - 1], table_cell_room, "%s",
             results_text(model, "verdict"));
}

static void print_models(const json_t *models, FILE *out) {
    struct table t = table_start(model_columns);
    char(*cell)[table_cell_room] = table_add_row(&t);
    size_t i;
    json_t *model;
    if (cell != NULL)
        snprintf(cell[0], table_cell_room, "model");
    for (int kind = 0; kind <= GENERIC_IDENTICALLY && cell != NULL; kind++)
        snprintf(cell[1 + kind], table_cell_room, "%s", generic_name((enum generic)kind));
    json_array_foreach(models, i, model) {
        cell = table_add_row(&t);
        if (cell != NULL)
            fill_model(cell, model);
    }
    table_print(&t, 1u << (model_columns - 1), out);
    table_clear(&t);
}

/* "x, y zero at the start; w identically": the components that vanish where others do not. */
static void print_zeros(const json_t *tree, FILE *out) {
    static const char *const keys[][2] = {{"at_start", "zero at this start only"},
                                          {"undecided", "not defined"},
                                          {"vanishing", "zero at random states, too"},
                                          {"identically", "identically zero"}};
    const char *between = "  (";
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        const json_t *list = json_object_get(tree, keys[k][0]);
        size_t i;
        json_t *name;
        json_array_foreach(list, i, name) {
            fprintf(out, "%s%s", i == 0 ? between : ", ", json_string_value(name));
            between = "; ";
        }
        if (json_array_size(list) > 0)
            fprintf(out, " %s", keys[k][1]);
    }
    fputs(between[0] == ';' ? ")" : "", out);
}

/* Every tree of one model but those that are identically zero, which are counted. */
static void print_trees(const json_t *model, FILE *out) {
    size_t i;
    json_t *tree;
    fprintf(out, "%-12s %-18s %-16s %s\n", "tree", "differential", "verdict",
            "largest component");
    json_array_foreach(json_object_get(model, "trees"), i, tree) {
        const char *elsewhere = results_text(tree, "elsewhere");
        if (strcmp(results_text(tree, "verdict"), generic_name(GENERIC_IDENTICALLY)) == 0)
            continue;
        fprintf(out, "%-12s %-18s %-16s ", results_text(tree, "tree"),
                results_text(tree, "differential"), results_text(tree, "verdict"));
        if (json_is_number(json_object_get(tree, "size")))
            fprintf(out, "%.3g", json_number_value(json_object_get(tree, "size")));
        print_zeros(tree, out);
        if (elsewhere[0] != '\0')
            fprintf(out, "but not for %s", elsewhere);
        fputc('\n', out);
    }
    fprintf(out, "identically zero, by the rules of differentiation: %d of %d\n",
            (int)json_integer_value(json_object_get(json_object_get(model, "counts"),
                                                    generic_name(GENERIC_IDENTICALLY))),
            (int)COLOURED_TREES);
}

static void print_reasons(const json_t *models, FILE *out) {
    size_t i;
    json_t *model;
    json_array_foreach(models, i, model) {
        const char *reason = results_text(model, "reason");
        if (reason[0] != '\0')
            fprintf(out, "%s %s: %s.\n",
                    strcmp(results_text(model, "verdict"), "fail") == 0 ? "FAIL" : "    ",
                    results_text(model, "name"), reason);
    }
}

/* On how many names each tree is other than zero. */
static void print_catalogue(const json_t *trees, FILE *out) {
    size_t i, k;
    json_t *tree, *name;
    fprintf(out, "\nEach tree has to be other than zero on %d studied names at least:\n",
            SURVEY_LEAST_NAMES);
    json_array_foreach(trees, i, tree) {
        bool failed = strcmp(results_text(tree, "verdict"), "fail") == 0;
        fprintf(out, "%s %-12s %-18s %3d ", failed ? "FAIL" : "    ",
                results_text(tree, "tree"), results_text(tree, "differential"),
                (int)json_integer_value(json_object_get(tree, "names")));
        json_array_foreach(json_object_get(tree, "on"), k, name) {
            fprintf(out, "%s%s", k == 0 ? " " : ", ", json_string_value(name));
        }
        fputs(failed ? "; add models, or variants called FILE_generic, that have it\n"
                     : "\n",
              out);
    }
}

void survey_print(const json_t *document, FILE *out) {
    const json_t *models = json_object_get(document, "models");
    bool one = json_array_size(models) == 1;
    if (one)
        print_trees(json_array_get(models, 0), out);
    else
        print_models(models, out);
    print_reasons(models, out);
    if (json_is_true(json_object_get(document, "whole")))
        print_catalogue(json_object_get(document, "trees"), out);
}
