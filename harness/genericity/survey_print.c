/* A survey for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/screen/table.h"
#include "harness/genericity/coloured.h"
#include "harness/genericity/genericity.h"
#include "harness/genericity/survey.h"

enum { model_columns = GENERIC_IDENTICALLY + 3, tree_columns = 5, list_columns = 4 };

static void fill_model(char (*cell)[table_cell_room], const struct survey_model *model) {
    snprintf(cell[0], table_cell_room, "%s", model->name);
    for (int kind = 0; kind <= GENERIC_IDENTICALLY; kind++)
        snprintf(cell[1 + kind], table_cell_room, "%ld", model->counts.of[kind]);
    snprintf(cell[model_columns - 1], table_cell_room, "%s", model->verdict);
}

static void print_models(const struct survey_told *told, FILE *out) {
    struct table t = table_start(model_columns);
    char(*cell)[table_cell_room] = table_add_row(&t);
    if (cell != NULL)
        snprintf(cell[0], table_cell_room, "model");
    for (int kind = 0; kind <= GENERIC_IDENTICALLY && cell != NULL; kind++)
        snprintf(cell[1 + kind], table_cell_room, "%s", generic_name((enum generic)kind));
    for (int i = 0; i < told->models; i++) {
        cell = table_add_row(&t);
        if (cell != NULL)
            fill_model(cell, &told->model[i]);
    }
    table_print(&t, 1u << (model_columns - 1), out);
    table_clear(&t);
}

/* "x, y zero at the start; w identically": the components that vanish where others do not. */
static void print_zeros(const struct survey_tree *tree, FILE *out) {
    const struct {
        struct survey_names names;
        const char *what;
    } zeros[] = {{tree->at_start, "zero at this start only"},
                 {tree->undecided, "not defined"},
                 {tree->vanishing, "zero at random states, too"},
                 {tree->identically, "identically zero"}};
    const char *between = "  (";
    for (size_t k = 0; k < sizeof zeros / sizeof *zeros; k++) {
        for (int i = 0; i < zeros[k].names.count; i++) {
            fprintf(out, "%s%s", i == 0 ? between : ", ", zeros[k].names.name[i]);
            between = "; ";
        }
        if (zeros[k].names.count > 0)
            fprintf(out, " %s", zeros[k].what);
    }
    fputs(between[0] == ';' ? ")" : "", out);
}

/* Every tree of one model but those that are identically zero, which are counted. */
static void print_trees(const struct survey_model *model, FILE *out) {
    fprintf(out, "%-12s %-18s %-16s %s\n", "tree", "differential", "verdict",
            "largest component");
    for (const struct survey_tree *t = model->tree; t < model->tree + model->trees; t++) {
        if (strcmp(t->verdict, generic_name(GENERIC_IDENTICALLY)) == 0)
            continue;
        fprintf(out, "%-12s %-18s %-16s ", t->tree, t->differential, t->verdict);
        if (t->size > 0)
            fprintf(out, "%.3g", t->size);
        print_zeros(t, out);
        if (t->elsewhere[0] != '\0')
            fprintf(out, "but not for %s", t->elsewhere);
        fputc('\n', out);
    }
    fprintf(out, "identically zero, by the rules of differentiation: %ld of %d\n",
            model->counts.of[GENERIC_IDENTICALLY], (int)COLOURED_TREES);
}

static void print_reasons(const struct survey_told *told, FILE *out) {
    for (const struct survey_model *m = told->model; m < told->model + told->models; m++)
        if (m->reason[0] != '\0')
            fprintf(out, "%s %s: %s.\n",
                    strcmp(m->verdict, "fail") == 0 ? "FAIL" : "    ", m->name,
                    m->reason);
}

/* On how many names each tree is other than zero. */
static void print_catalogue(const struct survey_told *told, FILE *out) {
    fprintf(out, "\nEach tree has to be other than zero on %d studied names at least:\n",
            SURVEY_LEAST_NAMES);
    for (int t = 0; t < told->trees; t++) {
        const struct survey_differential *d = &told->tree[t];
        const bool failed = strcmp(d->verdict, "fail") == 0;
        fprintf(out, "%s %-12s %-18s %3ld ", failed ? "FAIL" : "    ", d->tree,
                d->differential, d->names);
        for (int k = 0; k < d->on.count; k++)
            fprintf(out, "%s%s", k == 0 ? " " : ", ", d->on.name[k]);
        fputs(failed ? "; add models, or variants called FILE_generic, that have it\n"
                     : "\n",
              out);
    }
}

void survey_print(const struct survey_told *told, FILE *out) {
    if (told->models == 1)
        print_trees(&told->model[0], out);
    else
        print_models(told, out);
    print_reasons(told, out);
    if (told->is_whole)
        print_catalogue(told, out);
}
