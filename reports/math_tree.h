/* Expressions of the model language as they were written, for setting them in type.
 *
 * The tree keeps what the author wrote (a/b stays a fraction, a name stays a name). Nodes
 * live in one array and refer to each other by index.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_MATH_TREE_H
#define REPORTS_MATH_TREE_H

#include <stdbool.h>
#include <stddef.h>

enum math_token_kind { TOKEN_END, TOKEN_NUMBER, TOKEN_NAME, TOKEN_SYMBOL, TOKEN_WRONG };

struct math_token {
    enum math_token_kind kind;
    const char *at;
    int length;
};

/* The token at or after s, before end; spaces, ends of lines and comments are skipped. */
struct math_token math_token_read(const char *s, const char *end);
bool math_token_is(const struct math_token *token, const char *text);

enum math_kind {
    MATH_NUMBER,
    MATH_NAME,
    MATH_INDEXED, /* name[children] */
    MATH_CALL,    /* name(children) */
    MATH_ADD,
    MATH_SUBTRACT,
    MATH_MULTIPLY,
    MATH_DIVIDE,
    MATH_NEGATE,
    MATH_POWER,
    MATH_SUM,      /* body, ranges, perhaps a condition */
    MATH_PRODUCT,  /* the same */
    MATH_RANGE,    /* name from child to child */
    MATH_IF,       /* condition, then, else */
    MATH_RELATION, /* the operator is the text */
    MATH_LOGIC,    /* "and", "or" between children, "not" before one */
    MATH_OTHERWISE /* the condition of an else */
};

enum { MATH_NONE = -1 };

struct math_node {
    enum math_kind kind;
    const char *at; /* the number, name or operator in the source */
    int length;
    int first, next; /* child, sibling; MATH_NONE: none */
};

struct math_tree {
    struct math_node *node;
    int count, room;
};

/* Where a parser stands in one statement. */
struct math_parser {
    struct math_tree *tree;
    struct math_token token; /* the next one */
    const char *end;
    int depth;
    bool failed; /* out of memory, too deep, or not of the language */
};

/* A new node with up to two children; MATH_NONE, the parser failed, when memory runs out
 * or the tree is too large to be set in type. */
int math_node(struct math_parser *p, enum math_kind kind, const struct math_token *token,
              int first, int second);
/* left * right; a name times itself, which model files prefer to ^2, becomes a square. */
int math_multiply(struct math_parser *p, const struct math_token *operation, int left,
                  int right);
void math_append_child(struct math_tree *tree, int parent, int child);
int math_second(const struct math_tree *tree, int node);

void math_parser_start(struct math_parser *p, struct math_tree *tree, const char *s,
                       const char *end);
bool math_accept(struct math_parser *p, const char *text);
struct math_token math_expect(struct math_parser *p, const char *text);
struct math_token math_expect_name(struct math_parser *p);

/* Whether one more level of nesting is allowed; the caller takes p->depth back. */
bool math_descend(struct math_parser *p);

/* An expression; a condition (also accepts an expression); "for NAME in LOW..HIGH" after
 * its first word; what may follow a body: any number of for, perhaps an if, appended to
 * parent. */
int math_parse_expression(struct math_parser *p);
int math_parse_condition(struct math_parser *p);
int math_parse_range(struct math_parser *p);
void math_parse_qualifiers(struct math_parser *p, int parent);

/* name or name[index, ...] */
int math_parse_target(struct math_parser *p);

#endif
