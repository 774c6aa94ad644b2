/* Nodes, and the steps that all parts of the parser take.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/math_tree.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_ROOM = 128,
    MOST_NODES = 8192 /* in one equation; more is no longer read by people */
};

int math_node(struct math_parser *p, enum math_kind kind, const struct math_token *token,
              int first, int second) {
    struct math_tree *tree = p->tree;
    if (p->failed) {
        return MATH_NONE;
    }
    if (tree->count == tree->room) {
        int room = tree->room ? 2 * tree->room : FIRST_ROOM;
        struct math_node *grown =
            room > MOST_NODES ? NULL
                              : realloc(tree->node, (size_t)room * sizeof *tree->node);
        if (!grown) {
            p->failed = true;
            return MATH_NONE;
        }
        tree->node = grown;
        tree->room = room;
    }
    int index = tree->count++;
    tree->node[index] =
        (struct math_node){kind, token->at, token->length, MATH_NONE, MATH_NONE};
    math_append_child(tree, index, first);
    math_append_child(tree, index, second);
    return index;
}

void math_append_child(struct math_tree *tree, int parent, int child) {
    if (parent == MATH_NONE || child == MATH_NONE) {
        return;
    }
    int *link = &tree->node[parent].first;
    while (*link != MATH_NONE) {
        link = &tree->node[*link].next;
    }
    *link = child;
}

int math_second(const struct math_tree *tree, int node) {
    return tree->node[tree->node[node].first].next;
}

void math_parser_start(struct math_parser *p, struct math_tree *tree, const char *s,
                       const char *end) {
    *p = (struct math_parser){tree, math_token_read(s, end), end, 0, false};
}

static void advance(struct math_parser *p) {
    p->token = math_token_read(p->token.at + p->token.length, p->end);
}

bool math_accept(struct math_parser *p, const char *text) {
    if (p->failed || !math_token_is(&p->token, text)) {
        return false;
    }
    advance(p);
    return true;
}

struct math_token math_expect(struct math_parser *p, const char *text) {
    struct math_token token = p->token;
    if (!math_accept(p, text)) {
        p->failed = true;
    }
    return token;
}

struct math_token math_expect_name(struct math_parser *p) {
    struct math_token token = p->token;
    if (token.kind != TOKEN_NAME) {
        p->failed = true;
    } else {
        advance(p);
    }
    return token;
}

static bool is_same_name(const struct math_tree *tree, int a, int b) {
    const struct math_node *p = &tree->node[a], *q = &tree->node[b];
    return p->kind == MATH_NAME && q->kind == MATH_NAME && p->length == q->length &&
           memcmp(p->at, q->at, (size_t)p->length) == 0;
}

int math_multiply(struct math_parser *p, const struct math_token *operation, int left,
                  int right) {
    static const struct math_token two = {TOKEN_NUMBER, "2", 1};
    struct math_node *node = p->tree->node;
    if (p->failed) {
        return MATH_NONE;
    }
    bool product = node[left].kind == MATH_MULTIPLY;
    int last = product ? math_second(p->tree, left) : left;
    if (!is_same_name(p->tree, last, right)) {
        return math_node(p, MATH_MULTIPLY, operation, left, right);
    }
    int exponent = math_node(p, MATH_NUMBER, &two, MATH_NONE, MATH_NONE);
    int square = math_node(p, MATH_POWER, operation, right, exponent);
    if (product && !p->failed) {
        node = p->tree->node;
        node[node[left].first].next = square;
    }
    return product ? left : square;
}
