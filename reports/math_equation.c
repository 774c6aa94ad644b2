/* One equation as a row of a table: what is defined, how, and for which indices. A for or
 * if around the statement is written behind it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/math_equation.h"

#include "reports/math_print.h"

/* The left side: q[i]', a let's name, a mass or a force. */
static void print_target(struct math_parser *p, struct math_printer *to) {
    struct math_parser start = *p;
    if (math_accept(p, "mass") || math_accept(p, "force")) {
        bool mass = math_token_is(&start.token, "mass");
        int first = math_parse_target(p), second = MATH_NONE;
        if (mass) {
            math_expect(p, ",");
            second = math_parse_target(p);
        }
        if (!p->failed) {
            math_print_symbol(to, mass ? "M" : "f", first, second);
        }
        return;
    }
    bool let = math_accept(p, "let");
    int target = math_parse_target(p);
    if (!let) {
        math_expect(p, "'");
    }
    if (!p->failed) {
        math_print_name(to, target, MATH_NONE);
        text_add(to->page, let ? "" : "<mo lspace=\"0\" rspace=\"0\">\xE2\x80\xB2</mo>");
    }
}

/* "for i = 1, .., n", ", j = 1, .., i", " if i < j", " otherwise" */
static void print_qualifier(const struct math_printer *to, int node, const char *before) {
    enum math_kind kind = to->tree->node[node].kind;
    text_add(to->page, kind == MATH_RANGE       ? before
                       : kind == MATH_OTHERWISE ? "<mtext>&#160;</mtext>"
                                                : "<mtext>&#160;if&#160;</mtext>");
    math_print_qualifier(to, node);
}

static void print_qualifiers(const struct math_printer *to, const int *block, int blocks,
                             int own) {
    const struct math_node *node = to->tree->node;
    const char *before = "<mtext>for&#160;</mtext>";
    for (int i = 0; i < blocks; i++) {
        print_qualifier(to, block[i], before);
        before = node[block[i]].kind == MATH_RANGE ? "<mo>,</mo>" : before;
    }
    for (int i = own; i != MATH_NONE; i = node[i].next) {
        print_qualifier(to, i, before);
        before = node[i].kind == MATH_RANGE ? "<mo>,</mo>" : before;
    }
}

bool math_equation(struct text *row, struct math_tree *tree, const int *block, int blocks,
                   const char *s, const char *end) {
    struct math_parser p;
    struct math_printer to = {row, tree};
    math_parser_start(&p, tree, s, end);
    text_add(row, "<mtr><mtd>");
    print_target(&p, &to);
    struct math_token equals = math_expect(&p, "=");
    int right = math_parse_expression(&p);
    int holder = math_node(&p, MATH_RANGE, &equals, MATH_NONE, MATH_NONE);
    math_parse_qualifiers(&p, holder);
    if (p.failed || p.token.kind != TOKEN_END) {
        return false;
    }
    text_add(row, "</mtd><mtd><mo>=</mo>");
    math_print_lines(&to, right,
                     "</mtd></mtr>\n<mtr><mtd></mtd><mtd><mspace width=\"2em\"/>");
    text_add(row, "</mtd><mtd>");
    print_qualifiers(&to, block, blocks, tree->node[holder].first);
    text_add(row, "</mtd></mtr>\n");
    return !text_failed(row);
}
