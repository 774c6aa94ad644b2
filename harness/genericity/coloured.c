/* Coloured trees up to order 3, listed and written.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/genericity/coloured.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char letters[] = "qvzt";

/* Whether a node may have a child of that colour, and two of them together. */
static bool may_have(enum group node, enum group child) {
    return node == GROUP_V || node == GROUP_Z ||
           (node == GROUP_Q && (child == GROUP_Q || child == GROUP_V));
}

static bool may_have_both(enum group node, enum group one, enum group other) {
    return may_have(node, one) && may_have(node, other) &&
           !(node == GROUP_Q && one == GROUP_V && other == GROUP_V);
}

static int add(struct coloured_tree *list, int count, struct coloured_tree tree) {
    assert(count < COLOURED_TREES);
    tree.order = 1 + tree.children + tree.grandchildren;
    list[count] = tree;
    return count + 1;
}

static int add_bushy(struct coloured_tree *list, int count, enum group root) {
    for (int i = 0; i < GROUPS; i++)
        for (int k = i; k < GROUPS; k++) {
            enum group one = (enum group)i, other = (enum group)k;
            if (may_have_both(root, one, other))
                count = add(list, count,
                            (struct coloured_tree){
                                .root = root, .children = 2, .child = {one, other}});
        }
    return count;
}

static int add_tall(struct coloured_tree *list, int count, enum group root) {
    for (int i = 0; i < GROUPS; i++)
        for (int k = 0; k < GROUPS; k++) {
            enum group inner = (enum group)i, leaf = (enum group)k;
            if (may_have(root, inner) && may_have(inner, leaf))
                count = add(list, count,
                            (struct coloured_tree){.root = root,
                                                   .children = 1,
                                                   .child = {inner, inner},
                                                   .grandchildren = 1,
                                                   .grandchild = leaf});
        }
    return count;
}

void coloured_list(struct coloured_tree list[COLOURED_TREES]) {
    int count = 0;
    for (int root = 0; root < GROUP_T; root++)
        count = add(list, count, (struct coloured_tree){.root = (enum group)root});
    for (int root = 0; root < GROUP_T; root++)
        for (int i = 0; i < GROUPS; i++) {
            enum group child = (enum group)i;
            if (may_have((enum group)root, child))
                count = add(list, count,
                            (struct coloured_tree){.root = (enum group)root,
                                                   .children = 1,
                                                   .child = {child, child}});
        }
    for (int root = 0; root < GROUP_T; root++)
        count = add_bushy(list, count, (enum group)root);
    for (int root = 0; root < GROUP_T; root++)
        count = add_tall(list, count, (enum group)root);
    assert(count == COLOURED_TREES);
}

void coloured_print(const struct coloured_tree *tree, char text[COLOURED_TEXT_ROOM]) {
    char root = letters[tree->root], one = letters[tree->child[0]],
         other = letters[tree->child[1]];
    if (tree->children == 0)
        snprintf(text, COLOURED_TEXT_ROOM, "%c", root);
    else if (tree->grandchildren > 0)
        snprintf(text, COLOURED_TEXT_ROOM, "%c[%c[%c]]", root, one,
                 letters[tree->grandchild]);
    else if (tree->children == 1)
        snprintf(text, COLOURED_TEXT_ROOM, "%c[%c]", root, one);
    else if (one == other)
        snprintf(text, COLOURED_TEXT_ROOM, "%c[%c^2]", root, one);
    else
        snprintf(text, COLOURED_TEXT_ROOM, "%c[%c,%c]", root, one, other);
}

/* A vector that a derivative is applied to, after `before`; t' = 1 is not written. */
static void append_rate(char *text, const char *before, enum group group) {
    size_t length = strlen(text);
    if (group != GROUP_T)
        snprintf(text + length, COLOURED_TEXT_ROOM - length, "%s%c'", before,
                 letters[group]);
}

void coloured_print_differential(const struct coloured_tree *tree,
                                 char text[COLOURED_TEXT_ROOM]) {
    char root = letters[tree->root], one = letters[tree->child[0]],
         other = letters[tree->child[1]];
    if (tree->children == 0) {
        snprintf(text, COLOURED_TEXT_ROOM, "%c'", root);
    } else if (tree->grandchildren > 0) {
        snprintf(text, COLOURED_TEXT_ROOM, "%c'_%c %c'_%c", root, one, one,
                 letters[tree->grandchild]);
        append_rate(text, " ", tree->grandchild);
    } else if (tree->children == 1) {
        snprintf(text, COLOURED_TEXT_ROOM, "%c'_%c", root, one);
        append_rate(text, " ", tree->child[0]);
    } else {
        bool two = tree->child[1] != GROUP_T;
        snprintf(text, COLOURED_TEXT_ROOM, "%c'_%c%c", root, one, other);
        append_rate(text, two ? "(" : " ", tree->child[0]);
        append_rate(text, ", ", tree->child[1]);
        strcat(text, two ? ")" : "");
    }
}
