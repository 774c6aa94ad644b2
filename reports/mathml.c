/* Statements of a model file as rows of tables, and as written what cannot be set in
 * type.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/mathml.h"

#include <stdlib.h>
#include <string.h>

#include "reports/math_equation.h"
#include "reports/math_print.h"
#include "reports/math_split.h"

enum { DEEPEST_BLOCK = 16 };

/* The blocks around a statement, and how far the output is. */
struct equations {
    struct text *page;
    struct math_tree tree;
    int block[DEEPEST_BLOCK]; /* their ranges and conditions, as nodes */
    int blocks;
    bool open; /* a table is open */
};

static void open_table(struct equations *e) {
    if (!e->open) {
        text_add(e->page,
                 "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" "
                 "display=\"block\"><mtable displaystyle=\"true\" class=\"system\">\n");
        e->open = true;
    }
}

static void close_table(struct equations *e) {
    if (e->open) {
        text_add(e->page, "</mtable></math>\n");
        e->open = false;
    }
}

/* "for i in 1..n {", "if i < n {", "else {" or "}". */
static bool read_block(struct equations *e, const char *s, const char *end) {
    struct math_parser p;
    int node = MATH_NONE;
    math_parser_start(&p, &e->tree, s, end);
    struct math_token first = p.token;
    if (math_accept(&p, "}") && e->blocks > 0) {
        e->blocks--;
        return p.token.kind == TOKEN_END;
    }
    if (math_accept(&p, "for")) {
        node = math_parse_range(&p);
    } else if (math_accept(&p, "if")) {
        node = math_parse_condition(&p);
    } else if (math_accept(&p, "else")) {
        node = math_node(&p, MATH_OTHERWISE, &first, MATH_NONE, MATH_NONE);
    } else {
        return false;
    }
    math_expect(&p, "{");
    if (p.failed || p.token.kind != TOKEN_END || e->blocks == DEEPEST_BLOCK) {
        return false;
    }
    e->block[e->blocks++] = node;
    return true;
}

static void print_as_written(struct equations *e, const char *s, const char *end) {
    close_table(e);
    text_add(e->page, "<pre class=\"written\">");
    text_escaped_bytes(e->page, s, (size_t)(end - s));
    text_add(e->page, "</pre>\n");
}

static void print_statement(struct equations *e, const char *s, const char *end) {
    struct text row = {0};
    if (math_equation(&row, &e->tree, e->block, e->blocks, s, end)) {
        open_table(e);
        text_add(e->page, text_bytes(&row));
    } else {
        print_as_written(e, s, end);
    }
    text_clear(&row);
}

static bool begins_with(const char *s, const char *end, const char *word) {
    struct math_token token = math_token_read(s, end);
    return math_token_is(&token, word);
}

/* Declarations and claims inside a block: no equations of motion. */
static bool is_beside(const char *s, const char *end) {
    static const char *const words[] = {"position",  "velocity",   "state",
                                        "param",     "quaternion", "path",
                                        "invariant", "solution",   "published"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins_with(s, end, words[i]))
            return true;
    return false;
}

/* Whether it opens the braces of a contact; then *last becomes the end of those. */
static bool take_contact(const char **s, const char *end, const char *first,
                         const char **last) {
    const char *inside;
    if (!begins_with(first, *last, "contact") || (*last)[-1] != '{')
        return false;
    while (math_split_next(s, end, &inside, last) && *inside != '}')
        continue;
    return true;
}

static void print_statements(struct equations *e, const char *s, const char *end) {
    const char *first, *last;
    while (math_split_next(&s, end, &first, &last)) {
        int kept = e->tree.count;
        if (e->blocks > 0 && is_beside(first, last))
            continue;
        if (take_contact(&s, end, first, &last)) {
            print_as_written(e, first, last);
            continue;
        }
        if (read_block(e, first, last)) {
            continue;
        }
        e->tree.count = kept;
        print_statement(e, first, last);
        e->tree.count = kept;
    }
}

void mathml_equations(struct text *page, const char *const *statement, int count) {
    struct equations e = {.page = page};
    struct text all = {0};
    for (int i = 0; i < count; i++) {
        text_add(&all, statement[i]);
        text_add(&all, "\n");
    }
    print_statements(&e, text_bytes(&all), text_bytes(&all) + all.length);
    close_table(&e);
    page->failed = page->failed || text_failed(&all);
    text_clear(&all);
    free(e.tree.node);
}

bool mathml_expression(struct text *page, const char *expression) {
    struct math_tree tree = {0};
    struct math_parser p;
    math_parser_start(&p, &tree, expression, expression + strlen(expression));
    int node = math_parse_condition(&p);
    bool good = !p.failed && p.token.kind == TOKEN_END;
    if (good) {
        struct math_printer to = {page, &tree};
        math_print(&to, node, math_alone);
    }
    free(tree.node);
    return good;
}
