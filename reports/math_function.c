/* Functions, sums over a range, and cases.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/math_print.h"

#include <string.h>

static const struct math_node *at(const struct math_printer *p, int node) {
    return &p->tree->node[node];
}

bool math_is_named(const struct math_node *node, const char *name) {
    return strlen(name) == (size_t)node->length &&
           memcmp(node->at, name, (size_t)node->length) == 0;
}

static bool is_simple_argument(const struct math_printer *p, int node) {
    const struct math_node *n = at(p, node);
    if (n->kind == MATH_MULTIPLY) {
        const struct math_node *left = at(p, n->first);
        const struct math_node *right = at(p, math_second(p->tree, node));
        return (left->kind == MATH_NUMBER || left->kind == MATH_NAME) &&
               right->kind == MATH_NAME;
    }
    return n->kind == MATH_NAME || n->kind == MATH_INDEXED;
}

void math_print_arguments(const struct math_printer *p, int node, bool may_be_bare) {
    int first = at(p, node)->first;
    bool single = at(p, first)->next == MATH_NONE;
    text_add(p->page, "<mo>&#x2061;</mo>");
    if (single && may_be_bare && is_simple_argument(p, first)) {
        text_add(p->page, MATH_THIN_SPACE);
        math_print(p, first, math_alone);
        return;
    }
    text_add(p->page, "<mrow><mo>(</mo>");
    for (int i = first; i != MATH_NONE; i = at(p, i)->next) {
        text_add(p->page, i == first ? "" : "<mo>,</mo>");
        math_print(p, i, math_alone);
    }
    text_add(p->page, "<mo>)</mo></mrow>");
}

void math_print_call(const struct math_printer *p, int node, struct math_place place) {
    static const char *const bare[] = {"sin",  "cos",  "tan",  "sinh", "cosh",
                                       "tanh", "asin", "acos", "atan", "log"};
    const struct math_node *n = at(p, node);
    if (math_is_named(n, "sqrt")) {
        text_add(p->page, "<msqrt>");
        math_print(p, n->first, math_alone);
        text_add(p->page, "</msqrt>");
        return;
    }
    if (math_is_named(n, "abs")) {
        math_print_enclosed(p, n->first, "|", "|");
        return;
    }
    bool may_be_bare = false;
    for (size_t i = 0; i < sizeof bare / sizeof bare[0]; i++) {
        may_be_bare = may_be_bare || (place.ends_product && math_is_named(n, bare[i]));
    }
    math_print_function(p->page, n);
    math_print_arguments(p, node, may_be_bare);
}

void math_print_big(const struct math_printer *p, int node, struct math_place place) {
    const struct math_node *n = at(p, node);
    const char *comma = "";
    int high = MATH_NONE;
    text_format(p->page, "<munderover><mo>%s</mo><mrow>",
                n->kind == MATH_SUM ? "\xE2\x88\x91" : "\xE2\x88\x8F");
    for (int i = at(p, n->first)->next; i != MATH_NONE; i = at(p, i)->next) {
        text_add(p->page, comma);
        comma = "<mo>,</mo>";
        if (at(p, i)->kind != MATH_RANGE) {
            math_print(p, i, math_alone);
            continue;
        }
        text_format(p->page, "<mi>%.*s</mi><mo>=</mo>", at(p, i)->length, at(p, i)->at);
        math_print(p, at(p, i)->first, math_alone);
        high = math_second(p->tree, i);
    }
    text_add(p->page, "</mrow><mrow>");
    if (high != MATH_NONE) {
        math_print(p, high, math_alone);
    }
    text_add(p->page, "</mrow></munderover>");
    place.binding = MATH_BINDS_PRODUCT;
    math_print(p, n->first, place);
}

void math_print_cases(const struct math_printer *p, int node) {
    text_add(p->page, "<mrow><mo>{</mo><mtable class=\"cases\">");
    for (; at(p, node)->kind == MATH_IF; node = at(p, math_second(p->tree, node))->next) {
        text_add(p->page, "<mtr><mtd>");
        math_print(p, math_second(p->tree, node), math_alone);
        text_add(p->page, "</mtd><mtd><mtext>if&#160;</mtext>");
        math_print(p, at(p, node)->first, math_alone);
        text_add(p->page, "</mtd></mtr>");
    }
    text_add(p->page, "<mtr><mtd>");
    math_print(p, node, math_alone);
    text_add(p->page, "</mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable></mrow>");
}
