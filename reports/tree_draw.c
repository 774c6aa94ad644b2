/* Trees as pictures: the root at the foot, children above it. Nodes differ in shape
 * and in their letter, so that colour is free for the verdict.
 *
 * With leaves side by side, 1 apart, each node stands within the leaves above it;
 * subtrees whose roots are on one level have different leaves, and so do not meet.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/tree.h"

#include <string.h>

static const double unit = 22;  /* pixels between leaves, and between levels */
static const double margin = 9; /* the radius of a node with its line */

static void lay_out(struct tree *t) {
    double leaves = 0, first[TREE_MOST_NODES], last[TREE_MOST_NODES];
    bool inner[TREE_MOST_NODES] = {false};
    for (int i = 1; i < t->count; i++)
        inner[t->node[i].parent] = true;
    for (int i = 0; i < t->count; i++) { /* parents first, hence leaves in their order */
        first[i] = leaves;
        last[i] = leaves;
        leaves += inner[i] ? 0 : 1;
    }
    t->levels = 0;
    for (int i = t->count - 1; i >= 0; i--) {
        struct tree_node *node = &t->node[i];
        node->x = (first[i] + last[i]) / 2;
        t->levels = node->level >= t->levels ? node->level + 1 : t->levels;
        if (node->parent >= 0) { /* children come from the last to the first */
            int parent = node->parent;
            last[parent] = node->x > last[parent] ? node->x : last[parent];
            first[parent] = node->x;
        }
    }
    t->width = leaves > 0 ? leaves - 1 : 0;
}

/* The last node of the level below that of the i-th; -1: there is none, as of the root. */
static int find_parent(const struct tree *t, int i) {
    int parent = i - 1;
    while (parent >= 0 && t->node[parent].level >= t->node[i].level)
        parent--;
    return parent;
}

bool tree_read(struct tree *t, const char *levels) {
    *t = (struct tree){0};
    for (; *levels != '\0'; levels += 2) {
        const int i = t->count, level = levels[1] - '0';
        if (i == TREE_MOST_NODES || strchr("qvt", *levels) == NULL || level < 0 ||
            level > 9)
            return false;
        t->node[i] = (struct tree_node){.colour = *levels, .level = level};
        const int parent = t->node[i].parent = find_parent(t, i);
        if ((parent < 0) != (i == 0) || level != (i > 0 ? t->node[parent].level + 1 : 0))
            return false;
        t->count++;
    }
    lay_out(t);
    return t->count > 0;
}

/* The size in pixels of the box for trees of so many nodes. */
static void tree_box(int order, double *width, double *height) {
    int across = order > 2 ? order - 2 : 0, up = order > 1 ? order - 1 : 0;
    *width = across * unit + 2 * margin;
    *height = up * unit + 2 * margin;
}

void tree_draw(struct text *out, const struct tree *t, int order, const char *title) {
    double width, height;
    tree_box(order, &width, &height);
    double left = (width - t->width * unit) / 2, foot = height - margin;
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree\" role=\"img\" "
                "width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\"><title>",
                width, height, width, height);
    text_escaped(out, title);
    text_add(out, "</title>");
    for (int i = 1; i < t->count; i++) {
        const struct tree_node *node = &t->node[i], *parent = &t->node[node->parent];
        text_format(out, "<path d=\"M%g %gL%g %g\"/>", left + parent->x * unit,
                    foot - parent->level * unit, left + node->x * unit,
                    foot - node->level * unit);
    }
    for (int i = 0; i < t->count; i++) {
        const struct tree_node *node = &t->node[i];
        text_format(out,
                    "<use href=\"#node-%c\" x=\"%g\" y=\"%g\" width=\"18\" "
                    "height=\"18\"/>",
                    node->colour, left + node->x * unit - margin,
                    foot - node->level * unit - margin);
    }
    text_add(out, "</svg>");
}
