/* What all parts of the parser use: a parser by recursive descent with one word of
 * lookahead, which stops at the first mistake.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/parser.h"

#include <stdio.h>
#include <string.h>

#include "problems/language/source.h"

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

/* Where messages about the next word point: at the end of the file, to the last word. */
static int place_of_next(const struct parser *p) {
    return p->token.kind == TOKEN_END ? p->end : p->token.offset;
}

bool parser_fail_expected(struct parser *p, const char *what) {
    char found[160];
    describe_token(p, found, sizeof found);
    return parser_fail(p, place_of_next(p), "expected %s, found %s", what, found);
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

struct statement *parser_append(struct parser *p, struct statement ***end,
                                enum statement_kind kind) {
    struct statement *s = parser_take(p, sizeof *s);
    if (!s)
        return NULL;
    *s = (struct statement){.kind = kind, .offset = p->token.offset, .text = ""};
    **end = s;
    *end = &s->next;
    return s;
}

bool parser_close_block(struct parser *p, int offset) {
    p->block--;
    parser_leave(p);
    if (p->status != PROBLEM_OK || parser_accept(p, TOKEN_CLOSE_BLOCK))
        return p->status == PROBLEM_OK;
    return parser_fail(p, place_of_next(p), "expected '}' for the '{' of line %d",
                       source_place(p->source, offset).line);
}

bool parser_skip_newlines(struct parser *p) {
    while (p->token.kind == TOKEN_NEWLINE)
        if (!parser_advance(p))
            return false;
    return true;
}
