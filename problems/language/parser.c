/* What all parts of the parser use: a parser by recursive descent with one word of
 * lookahead, which stops at the first mistake.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/parser.h"

#include <stdio.h>
#include <string.h>

/* Terms and blocks inside each other: it bounds the recursion of everything that runs over
 * the tree. */
enum { DEPTH_LIMIT = 100 };

bool parser_fail(struct parser *p, int offset, const char *format, ...) {
    if (p->status != PROBLEM_OK)
        return false;
    va_list arguments;
    va_start(arguments, format);
    source_message(p->source, offset, p->diagnostic, format, arguments);
    va_end(arguments);
    p->status =
        p->source->kind == SOURCE_SETTING ? PROBLEM_BAD_SETTING : PROBLEM_BAD_MODEL;
    return false;
}

bool parser_fail_memory(struct parser *p) {
    if (p->status == PROBLEM_OK)
        p->status = PROBLEM_NO_MEMORY;
    return false;
}

/* What a message calls the next word. */
static void describe_token(const struct parser *p, char *text, size_t size) {
    const struct token *token = &p->token;
    const char *begin = p->source->text + token->offset;
    if (token->kind == TOKEN_STRING)
        snprintf(text, size, "a string");
    else if (token->kind == TOKEN_END && p->source->kind == SOURCE_SETTING)
        snprintf(text, size, "its end");
    else if (token->kind == TOKEN_END || (token->kind == TOKEN_NEWLINE && *begin != ';'))
        snprintf(text, size, "%s", token_text(token->kind));
    else
        snprintf(text, size, "'%.*s'", token->length, begin);
}

int parser_here(const struct parser *p) {
    return p->token.kind == TOKEN_END ? p->end : p->token.offset;
}

bool parser_fail_expected(struct parser *p, const char *what) {
    char found[160];
    describe_token(p, found, sizeof found);
    return parser_fail(p, parser_here(p), "expected %s, found %s", what, found);
}

bool parser_advance(struct parser *p) {
    if (p->token.kind != TOKEN_NEWLINE)
        p->end = p->token.offset + p->token.length;
    p->token = lexer_next(&p->lexer);
    if (p->token.kind == TOKEN_WRONG)
        return parser_fail(p, p->token.offset, "%s", p->lexer.error);
    return true;
}

bool parser_accept(struct parser *p, enum token_kind kind) {
    return p->status == PROBLEM_OK && p->token.kind == kind && parser_advance(p);
}

bool parser_expect(struct parser *p, enum token_kind kind, const char *context) {
    if (p->status != PROBLEM_OK)
        return false;
    if (p->token.kind == kind)
        return parser_advance(p);
    char what[160];
    snprintf(what, sizeof what, "'%s' %s", token_text(kind), context);
    return parser_fail_expected(p, what);
}

bool parser_sees(const struct parser *p, const char *word) {
    const char *text = p->source->text + p->token.offset;
    return p->token.kind == TOKEN_NAME && word[0] == text[0] &&
           strlen(word) == (size_t)p->token.length &&
           memcmp(word, text, strlen(word)) == 0;
}

bool parser_enter(struct parser *p) {
    if (p->depth >= DEPTH_LIMIT)
        return parser_fail(p, p->token.offset, "more than %d things inside each other",
                           DEPTH_LIMIT);
    p->depth++;
    return true;
}

void parser_leave(struct parser *p) {
    p->depth--;
}

void *parser_take(struct parser *p, size_t size) {
    void *piece = arena_take(p->arena, size);
    if (!piece)
        parser_fail_memory(p);
    return piece;
}

static struct parser start_parser(const struct source *s, struct arena *arena,
                                  struct atoms *atoms, struct diagnostic *d) {
    struct parser p = {.source = s,
                       .lexer = lexer_start(s),
                       .arena = arena,
                       .atoms = atoms,
                       .diagnostic = d};
    return p;
}

enum problem_status parse_file(const struct source *s, struct arena *arena,
                               struct atoms *atoms, struct statement **first,
                               struct diagnostic *d) {
    struct parser p = start_parser(s, arena, atoms, d);
    *first = NULL;
    if (parser_advance(&p) && parse_statements(&p, first) && p.token.kind != TOKEN_END)
        parser_fail_expected(&p, "a statement");
    return p.status;
}

enum problem_status parse_variant_at(const struct source *s, int offset,
                                     struct arena *arena, struct atoms *atoms,
                                     struct statement ***end, struct diagnostic *d) {
    struct parser p = start_parser(s, arena, atoms, d);
    p.lexer.position = offset;
    if (parser_advance(&p) && parse_block(&p, end) && p.token.kind != TOKEN_NEWLINE &&
        p.token.kind != TOKEN_END)
        parser_fail_expected(&p, "the end of the statement");
    return p.status;
}

enum problem_status parse_setting(const struct source *s, struct arena *arena,
                                  struct atoms *atoms, struct statement **setting,
                                  struct diagnostic *d) {
    struct parser p = start_parser(s, arena, atoms, d);
    *setting = NULL;
    if (parser_advance(&p) && parse_assignment(&p, &setting) && p.token.kind != TOKEN_END)
        parser_fail_expected(&p, "the end of the value");
    return p.status;
}
