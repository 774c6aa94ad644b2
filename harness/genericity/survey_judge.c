/* What a survey concludes: of each model, whether its zeros are harmless; of each tree, on
 * how many studied names it is other than zero.
 *
 * A zero is harmless in one model when the model has no such term at all (then there is
 * nothing in it that a fault could get wrong), or when another name of its file has the term
 * other than zero. Over all studied names each tree has to be other than zero on some.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "harness/base/record/record.h"
#include "harness/genericity/genericity.h"
#include "harness/genericity/survey_parts.h"
#include "harness/session/models.h"

enum { MOST_NAMES_TOLD = 5 };

bool survey_tree_is(const struct survey_tree *tree, enum generic kind) {
    return strcmp(tree->verdict, generic_name(kind)) == 0;
}

static struct survey_tree *tree_at(const struct survey_item *item, size_t t) {
    return &item->about.tree[t];
}

/* The first name of the item's file where tree t is other than zero; NULL: none. Those that
 * are studied stand before the others. */
static const char *find_elsewhere(const struct survey *s, const struct survey_item *item,
                                  size_t t) {
    for (int i = 0; i < s->count; i++) {
        const struct survey_item *other = &s->item[i];
        if (strcmp(other->path, item->path) == 0 && other->is_judged &&
            survey_tree_is(tree_at(other, t), GENERIC_NONZERO))
            return other->name;
    }
    return NULL;
}

/* Whether a zero is an accident of the start, as far as is known. */
static bool is_accident(const struct survey_tree *tree) {
    return survey_tree_is(tree, GENERIC_AT_START) ||
           survey_tree_is(tree, GENERIC_UNDECIDED);
}

bool survey_look_elsewhere(const struct survey *s, struct survey_item *item) {
    bool open = false;
    for (size_t t = 0; t < COLOURED_TREES; t++) {
        struct survey_tree *tree = tree_at(item, t);
        bool accident = is_accident(tree); /* or an accident of the parameters */
        if (!accident && !survey_tree_is(tree, GENERIC_VANISHES))
            continue;
        const char *name = find_elsewhere(s, item, t);
        tree->looks_elsewhere = true;
        if (name != NULL && record_set_text(&tree->elsewhere, name))
            name = NULL;
        open |= accident && name == NULL;
    }
    return open;
}

/* Lists the trees that vanish by accident and have, or have not, another name. */
static int print_trees(const struct survey_item *item, bool has_other, FILE *out) {
    int count = 0;
    for (size_t t = 0; t < COLOURED_TREES; t++) {
        const struct survey_tree *tree = tree_at(item, t);
        bool other = tree->elsewhere[0] != '\0';
        if (is_accident(tree) && other == has_other)
            fprintf(out, "%s%s", count++ > 0 ? ", " : "", tree->tree);
    }
    return count;
}

/* The names that stand in for the item, each once, in the trees' order. */
static void print_others(const struct survey_item *item, FILE *out) {
    const char *before = " there, but not at that of ";
    for (size_t t = 0; t < COLOURED_TREES; t++) {
        const char *name = tree_at(item, t)->elsewhere;
        bool is_told = name[0] == '\0';
        for (size_t k = 0; k < t && !is_told; k++)
            is_told = strcmp(tree_at(item, k)->elsewhere, name) == 0;
        if (is_told)
            continue;
        fprintf(out, "%s%s", before, name);
        before = ", ";
    }
}

static void print_stem(const char *path, FILE *out) {
    char *stem = models_title(path);
    fputs(stem == NULL ? "" : stem, out);
    free(stem);
}

static bool has_time(const struct survey_item *item) {
    bool found = false;
    for (size_t t = 0; t < COLOURED_TREES && !found; t++) {
        const struct survey_tree *tree = tree_at(item, t);
        found = is_accident(tree) && tree->elsewhere[0] == '\0' &&
                strchr(tree->tree, 't') != NULL;
    }
    return found;
}

/* What is wrong, and what to do about it. */
static void print_advice(const struct survey_item *item, FILE *out) {
    fputs(" at the start of this and of every other name of the file, so that a fault "
          "there is not seen: give the file a 'variant ",
          out);
    print_stem(item->path, out);
    fputs("_generic : ...' with initial values that are no special ones, such as 0.7 and "
          "-0.25",
          out);
    if (has_time(item))
        fputs(", and a beginning of the span where its functions of time are at no "
              "extremum",
              out);
}

/* Joints bind the state: of what vanishes at two states that satisfy them it is not known
 * whether it does at all of them, and no start could be better. */
static bool has_joints(const struct survey_item *item) {
    return item->about.joints > 0;
}

/* Returns how many trees are left open. */
static int print_reason(const struct survey_item *item, FILE *out) {
    int open = print_trees(item, false, out);
    if (open > 0)
        fprintf(out, " vanish%s", open == 1 ? "es" : "");
    if (open > 0 && has_joints(item)) {
        fputs(" at the start of every name of the file, as the joints may have it", out);
        open = 0;
    } else if (open > 0) {
        print_advice(item, out);
    }
    char *others = NULL;
    size_t length;
    FILE *list = open_memstream(&others, &length);
    if (list == NULL)
        return open;
    int harmless = print_trees(item, true, list);
    fclose(list);
    if (harmless > 0) {
        fprintf(out, "%s%s vanish%s", ftell(out) > 0 ? "; " : "", others,
                harmless == 1 ? "es" : "");
        print_others(item, out);
    }
    free(others);
    return open;
}

int survey_judge_model(struct survey_item *item) {
    char *reason = NULL;
    size_t length;
    int open = 0;
    FILE *out = open_memstream(&reason, &length);
    if (out != NULL) {
        open = print_reason(item, out);
        fclose(out);
    }
    struct survey_model *about = &item->about;
    const int failed = reason == NULL || record_set_text(&about->name, item->name) ||
                       record_set_text(&about->file, item->path) ||
                       record_set_text(&about->verdict, open > 0 ? "fail" : "pass") ||
                       record_set_text(&about->reason, reason);
    about->is_studied = item->is_studied;
    free(reason);
    return failed;
}

/* The names on which a tree is other than zero, as many as are told; returns how many they are. */
static int find_names(struct survey_names *on, const struct survey *s, size_t t) {
    int names = 0;
    for (int i = 0; i < s->count; i++) {
        const struct survey_item *item = &s->item[i];
        if (item->is_studied && item->is_judged &&
            survey_tree_is(tree_at(item, t), GENERIC_NONZERO) &&
            names++ < MOST_NAMES_TOLD)
            on->name[on->count++] = item->name;
    }
    return names;
}

int survey_count_trees(struct survey_told *told, const struct survey *s) {
    struct coloured_tree list[COLOURED_TREES];
    int failed = 0;
    coloured_list(list);
    for (size_t t = 0; t < COLOURED_TREES; t++) {
        char tree[COLOURED_TEXT_ROOM], differential[COLOURED_TEXT_ROOM];
        const char *name[MOST_NAMES_TOLD];
        struct survey_names on = {0, name};
        const int names = find_names(&on, s, t);
        coloured_print(&list[t], tree);
        coloured_print_differential(&list[t], differential);
        const bool fails = s->request->is_whole && names < SURVEY_LEAST_NAMES;
        const struct survey_differential d = {.tree = tree,
                                              .differential = differential,
                                              .order = list[t].order,
                                              .names = names,
                                              .on = on,
                                              .verdict = fails ? "fail" : "pass"};
        failed |=
            record_append(&survey_differential_record, &told->tree, &told->trees, &d);
    }
    return failed;
}
