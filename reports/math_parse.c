/* Expressions: ^ binds tightest and to the right, then the sign, then * and /, then + and
 * -. So -x^2 is -(x^2), and a - b - c is (a - b) - c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/math_tree.h"

enum { DEEPEST = 200 }; /* nesting that a reader could follow is far below */

bool math_descend(struct math_parser *p) {
    p->failed = p->failed || ++p->depth > DEEPEST;
    return !p->failed;
}

int math_parse_range(struct math_parser *p) {
    struct math_token name = math_expect_name(p);
    math_expect(p, "in");
    int low = math_parse_expression(p);
    math_expect(p, "..");
    int high = math_parse_expression(p);
    return math_node(p, MATH_RANGE, &name, low, high);
}

void math_parse_qualifiers(struct math_parser *p, int parent) {
    while (math_accept(p, "for")) {
        math_append_child(p->tree, parent, math_parse_range(p));
    }
    if (math_accept(p, "if")) {
        math_append_child(p->tree, parent, math_parse_condition(p));
    }
}

/* Children up to the closing bracket, separated by commas. */
static void parse_list(struct math_parser *p, int parent, const char *close) {
    do {
        math_append_child(p->tree, parent, math_parse_expression(p));
    } while (math_accept(p, ","));
    math_expect(p, close);
}

static int parse_call(struct math_parser *p, const struct math_token *name) {
    bool sum = math_token_is(name, "sum");
    if (!sum && !math_token_is(name, "product")) {
        int call = math_node(p, MATH_CALL, name, MATH_NONE, MATH_NONE);
        parse_list(p, call, ")");
        return call;
    }
    int body = math_parse_expression(p);
    int node = math_node(p, sum ? MATH_SUM : MATH_PRODUCT, name, body, MATH_NONE);
    math_parse_qualifiers(p, node);
    math_expect(p, ")");
    return node;
}

static int parse_if(struct math_parser *p, const struct math_token *word) {
    int condition = math_parse_condition(p);
    math_expect(p, "then");
    int node = math_node(p, MATH_IF, word, condition, math_parse_expression(p));
    math_expect(p, "else");
    math_append_child(p->tree, node, math_parse_expression(p));
    return node;
}

int math_parse_target(struct math_parser *p) {
    struct math_token name = math_expect_name(p);
    if (!math_accept(p, "[")) {
        return math_node(p, MATH_NAME, &name, MATH_NONE, MATH_NONE);
    }
    int node = math_node(p, MATH_INDEXED, &name, MATH_NONE, MATH_NONE);
    parse_list(p, node, "]");
    return node;
}

static int parse_atom(struct math_parser *p) {
    struct math_token token = p->token;
    if (math_accept(p, "(")) {
        int inside = math_parse_condition(p);
        math_expect(p, ")");
        return inside;
    }
    if (token.kind == TOKEN_NUMBER) {
        p->token = math_token_read(token.at + token.length, p->end);
        return math_node(p, MATH_NUMBER, &token, MATH_NONE, MATH_NONE);
    }
    if (math_accept(p, "if")) {
        return parse_if(p, &token);
    }
    struct math_parser before = *p;
    math_expect_name(p);
    if (math_accept(p, "(")) {
        return parse_call(p, &token);
    }
    p->token = before.token;
    return math_parse_target(p);
}

/* atom, atom ^ signed power */
static int parse_power(struct math_parser *p, bool may_have_sign) {
    struct math_token sign = p->token;
    if (!math_descend(p)) {
        return MATH_NONE;
    }
    int node;
    if (may_have_sign && math_accept(p, "-")) {
        node = math_node(p, MATH_NEGATE, &sign, parse_power(p, true), MATH_NONE);
    } else {
        node = parse_atom(p);
        struct math_token operation = p->token;
        if (math_accept(p, "^")) {
            node = math_node(p, MATH_POWER, &operation, node, parse_power(p, true));
        }
    }
    p->depth--;
    return node;
}

static int parse_factor(struct math_parser *p) {
    struct math_token sign = p->token;
    if (math_accept(p, "-")) {
        int operand = math_descend(p) ? parse_factor(p) : MATH_NONE;
        p->depth--;
        return math_node(p, MATH_NEGATE, &sign, operand, MATH_NONE);
    }
    math_accept(p, "+");
    return parse_power(p, false);
}

static int parse_term(struct math_parser *p) {
    int node = parse_factor(p);
    for (;;) {
        struct math_token operation = p->token;
        if (math_accept(p, "*")) {
            int right = parse_factor(p);
            node = math_multiply(p, &operation, node, right);
        } else if (math_accept(p, "/")) {
            node = math_node(p, MATH_DIVIDE, &operation, node, parse_factor(p));
        } else {
            return node;
        }
    }
}

int math_parse_expression(struct math_parser *p) {
    if (!math_descend(p)) {
        return MATH_NONE;
    }
    int node = parse_term(p);
    for (;;) {
        struct math_token operation = p->token;
        if (math_accept(p, "+")) {
            node = math_node(p, MATH_ADD, &operation, node, parse_term(p));
        } else if (math_accept(p, "-")) {
            node = math_node(p, MATH_SUBTRACT, &operation, node, parse_term(p));
        } else {
            p->depth--;
            return node;
        }
    }
}
