/* Conditions: relations bind tightest, then not, and, or.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/math_tree.h"

static int parse_relation(struct math_parser *p) {
    static const char *const relations[] = {"<", "<=", ">", ">=", "=", "!="};
    struct math_token word = p->token;
    if (math_accept(p, "not")) {
        int operand = math_descend(p) ? parse_relation(p) : MATH_NONE;
        p->depth--;
        return math_node(p, MATH_LOGIC, &word, operand, MATH_NONE);
    }
    int node = math_parse_expression(p);
    struct math_token operation = p->token;
    for (size_t i = 0; i < sizeof relations / sizeof relations[0]; i++) {
        if (math_accept(p, relations[i])) {
            return math_node(p, MATH_RELATION, &operation, node,
                             math_parse_expression(p));
        }
    }
    return node;
}

/* Level 0: or; level 1: and; below: relations. */
static int parse_logic(struct math_parser *p, int level) {
    static const char *const words[] = {"or", "and"};
    enum { LEVELS = 2 };
    if (level == LEVELS) {
        return parse_relation(p);
    }
    int node = parse_logic(p, level + 1);
    for (struct math_token word = p->token; math_accept(p, words[level]);
         word = p->token) {
        node = math_node(p, MATH_LOGIC, &word, node, parse_logic(p, level + 1));
    }
    return node;
}

int math_parse_condition(struct math_parser *p) {
    return parse_logic(p, 0);
}
