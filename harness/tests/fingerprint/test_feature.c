/* Shared features of failing trees, for sets of trees that are told from their brackets.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness/fingerprint/measure/feature.h"

/* Whether the brackets have a node of the one letter right under one of the other. */
static bool has_edge(const char *text, char parent, char child) {
    char above[16] = {0};
    int depth = 0;
    for (; *text != '\0'; text++) {
        if (*text == '[')
            depth++;
        else if (*text == ']')
            depth--;
        else if (*text == 'q' || *text == 'v' || *text == 't') {
            if (depth > 0 && above[depth - 1] == parent && *text == child)
                return true;
            above[depth] = *text;
        }
    }
    return false;
}

/* Trees whose brackets contain `part`; of a text like "=q[q]", those that are it; of one like
 * "v-q", those with such an edge. */
static void mark(const struct forest *f, const char *part, bool *failing) {
    for (int i = 0; i < f->count; i++) {
        char *text = forest_text(f, i);
        if (part[0] == '=')
            failing[i] = strcmp(text, part + 1) == 0;
        else if (part[1] == '-')
            failing[i] = has_edge(text, part[0], part[2]);
        else
            failing[i] = strstr(text, part) != NULL;
    }
}

static void expect_feature(const char *part, const char *sentence) {
    struct forest f = {0};
    char text[FEATURE_TEXT] = "nothing";
    cr_assert(forest_all(&f, FOREST_MECHANICAL, 4) == 0);
    bool *failing = calloc((size_t)f.count, sizeof *failing);
    bool *judged = calloc((size_t)f.count, sizeof *judged);
    for (int i = 0; i < f.count; i++)
        judged[i] = true;
    mark(&f, part, failing);
    int missing = feature_find(text, &f, judged, failing);
    cr_expect(missing == (sentence == NULL), "%s", part);
    cr_expect_str_eq(text, sentence != NULL ? sentence : "nothing");
}

Test(feature, an_edge_is_found) {
    expect_feature("v-q", "trees with an edge v-q");
    expect_feature("q-q", "trees with an edge q-q");
    expect_feature("q-v", "trees with an edge q-v");
    expect_feature("v-v", "trees with an edge v-v");
    expect_feature("t", "trees with an edge v-t");
}

Test(feature, a_path_is_found) {
    expect_feature("=v[v[v[v]]]", "trees with a path v-v-v-v");
    expect_feature("=q[q[q[q]]]", "trees with a path q-q-q-q");
}

Test(feature, a_node_and_a_height_are_found) {
    expect_feature("v", "trees with a node v");
    expect_feature("[", "trees with height 2 or more");
}

/* Velocities' trees above the smallest: as when their estimate is missing. */
Test(feature, two_patterns_together_are_found) {
    struct forest f = {0};
    char text[FEATURE_TEXT] = "";
    cr_assert(forest_all(&f, FOREST_MECHANICAL, 4) == 0);
    bool *failing = calloc((size_t)f.count, sizeof *failing);
    bool *judged = calloc((size_t)f.count, sizeof *judged);
    for (int i = 0; i < f.count; i++) {
        judged[i] = true;
        failing[i] = f.tree[i].colour == TREE_V && f.tree[i].order > 1;
    }
    cr_expect(feature_find(text, &f, judged, failing) == 0);
    cr_expect_str_eq(text, "trees with the root v and height 2 or more");
    for (int i = 0; i < f.count; i++)
        judged[i] = f.tree[i].colour == TREE_V;
    cr_expect(feature_find(text, &f, judged, failing) == 0);
    cr_expect_str_eq(text, "trees with height 2 or more");
}

Test(feature, where_there_is_none_nothing_is_said) {
    expect_feature("=q[v[q[v]]]", "trees with a path q-v-q-v");
    expect_feature("=v[q,v]", NULL);
    expect_feature("no tree", NULL);
}
