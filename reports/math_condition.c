/* Conditions and ranges: i = 1, ..., n; i < n and not j = i; otherwise.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/math_print.h"

static const struct math_node *at(const struct math_printer *p, int node) {
    return &p->tree->node[node];
}

static const struct math_place part = {MATH_BINDS_RELATION, true, true, false};

static void print_relation(const struct math_printer *p, int node) {
    const struct math_node *n = at(p, node);
    const char *sign = math_is_named(n, "<=")   ? "\xE2\x89\xA4"
                       : math_is_named(n, ">=") ? "\xE2\x89\xA5"
                       : math_is_named(n, "!=") ? "\xE2\x89\xA0"
                       : math_is_named(n, "<")  ? "&lt;"
                       : math_is_named(n, ">")  ? "&gt;"
                                                : "=";
    math_print(p, n->first, math_alone);
    text_format(p->page, "<mo>%s</mo>", sign);
    math_print(p, math_second(p->tree, node), math_alone);
}

static void print_logic(const struct math_printer *p, int node) {
    const struct math_node *n = at(p, node);
    int second = at(p, n->first)->next;
    if (second == MATH_NONE) {
        text_add(p->page, "<mtext>not&#160;</mtext>");
        math_print(p, n->first, part);
        return;
    }
    math_print(p, n->first, part);
    text_format(p->page, "<mtext>&#160;%.*s&#160;</mtext>", n->length, n->at);
    math_print(p, second, part);
}

/* i = low, ..., high */
static void print_range(const struct math_printer *p, int node) {
    const struct math_node *n = at(p, node);
    text_format(p->page, "<mi>%.*s</mi><mo>=</mo>", n->length, n->at);
    math_print(p, n->first, math_alone);
    text_add(p->page, "<mo>,</mo><mi>\xE2\x80\xA6</mi><mo>,</mo>");
    math_print(p, math_second(p->tree, node), math_alone);
}

void math_print_qualifier(const struct math_printer *p, int node) {
    switch (at(p, node)->kind) {
    case MATH_RANGE: print_range(p, node); break;
    case MATH_OTHERWISE: text_add(p->page, "<mtext>otherwise</mtext>"); break;
    case MATH_RELATION: print_relation(p, node); break;
    case MATH_LOGIC: print_logic(p, node); break;
    default: math_print(p, node, math_alone); break;
    }
}
