/* Long sums, broken before a sign into lines that fit on a phone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/math_print.h"

enum { LINE_WIDTH = 40 }; /* letters: a phone shows about as many */

static const struct math_node *at(const struct math_tree *tree, int node) {
    return &tree->node[node];
}

static int math_width(const struct math_tree *tree, int node);

static int width_of_children(const struct math_tree *tree, int node) {
    int width = 0;
    for (int i = at(tree, node)->first; i != MATH_NONE; i = at(tree, i)->next) {
        width += math_width(tree, i);
    }
    return width;
}

static int width_of_fraction(const struct math_tree *tree, int node) {
    int above = math_width(tree, at(tree, node)->first);
    int below = math_width(tree, math_second(tree, node));
    return above > below ? above : below;
}

/* Letters and signs that the node takes on a line, roughly. */
static int math_width(const struct math_tree *tree, int node) {
    enum { SIGN = 3, BRACKETS = 2, SUM_SIGN = 4, GREEK_AT_MOST = 7 };
    const struct math_node *n = at(tree, node);
    switch (n->kind) {
    case MATH_NAME: return n->length <= 2 || n->length > GREEK_AT_MOST ? n->length : 2;
    case MATH_NUMBER: return n->length;
    case MATH_INDEXED: return 1 + width_of_children(tree, node) / 2;
    case MATH_CALL: return n->length + BRACKETS + width_of_children(tree, node);
    case MATH_ADD:
    case MATH_SUBTRACT: return SIGN + width_of_children(tree, node);
    case MATH_DIVIDE: return width_of_fraction(tree, node);
    case MATH_SUM:
    case MATH_PRODUCT: return SUM_SIGN + math_width(tree, n->first);
    default: return 1 + width_of_children(tree, node);
    }
}

static bool is_sum(const struct math_tree *tree, int node) {
    return at(tree, node)->kind == MATH_ADD || at(tree, node)->kind == MATH_SUBTRACT;
}

/* Prints the terms of a left-associated chain; returns the width of the last line. */
static int print_terms(const struct math_printer *p, int node, const char *between,
                       bool last) {
    struct math_place place = {MATH_BINDS_SUM, last, true, false};
    if (!is_sum(p->tree, node)) {
        math_print(p, node, place);
        return math_width(p->tree, node);
    }
    int term = math_second(p->tree, node), width = math_width(p->tree, term);
    int before = print_terms(p, at(p->tree, node)->first, between, false);
    bool fits = before + width <= LINE_WIDTH;
    text_add(p->page, fits ? "" : between);
    text_add(p->page, at(p->tree, node)->kind == MATH_ADD ? "<mo>+</mo>" : MATH_MINUS);
    place.binding = MATH_BINDS_PRODUCT;
    math_print(p, term, place);
    return fits ? before + width : width;
}

void math_print_lines(const struct math_printer *p, int node, const char *between) {
    bool fits = math_width(p->tree, node) <= LINE_WIDTH;
    if (!fits && is_sum(p->tree, node)) {
        print_terms(p, node, between, true);
    } else if (!fits && at(p->tree, node)->kind == MATH_DIVIDE &&
               is_sum(p->tree, at(p->tree, node)->first)) {
        text_add(p->page, "<mfrac><mtable class=\"lines\"><mtr><mtd>");
        print_terms(p, at(p->tree, node)->first, "</mtd></mtr><mtr><mtd>", true);
        text_add(p->page, "</mtd></mtr></mtable><mrow>");
        math_print(p, math_second(p->tree, node), math_alone);
        text_add(p->page, "</mrow></mfrac>");
    } else {
        math_print(p, node, math_alone);
    }
}
