/* Statements: which one begins with the next word, and where statements end.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/parser.h"

static bool parse_statement(struct parser *p, struct statement ***end) {
    if (parser_sees_body(p))
        return parse_body(p, end);
    if (parser_sees_gravity(p))
        return parse_gravity(p, end);
    switch (p->token.kind) {
    case TOKEN_TITLE:
    case TOKEN_SOURCE:
    case TOKEN_WHY:
    case TOKEN_TAGS:
    case TOKEN_SPAN: return parse_header(p, end);
    case TOKEN_CONTACT:
    case TOKEN_PUBLISHED:
    case TOKEN_VARIANT:
    case TOKEN_FOR:
    case TOKEN_IF: return parse_block(p, end);
    case TOKEN_PATH: return parse_path(p, end);
    default: return parse_definition(p, end);
    }
}

/* Whether a statement ends with '}', which needs no end of a line after it. */
static bool ends_with_brace(enum statement_kind kind) {
    return kind == STATEMENT_FOR || kind == STATEMENT_IF || kind == STATEMENT_CONTACT ||
           kind == STATEMENT_PUBLISHED || kind == STATEMENT_BODY;
}

bool parse_statements(struct parser *p, struct statement **end) {
    while (p->status == PROBLEM_OK) {
        if (parser_accept(p, TOKEN_NEWLINE))
            continue;
        if (p->token.kind == TOKEN_END || p->token.kind == TOKEN_CLOSE_BLOCK)
            break;
        struct statement **begin = end;
        const int offset = p->token.offset;
        if (!parse_statement(p, &end))
            return false;
        for (struct statement *s = *begin; s; s = s->next) {
            s->begin = offset;
            s->end = p->end;
        }
        if (!ends_with_brace((*begin)->kind) && p->token.kind != TOKEN_NEWLINE &&
            p->token.kind != TOKEN_END && p->token.kind != TOKEN_CLOSE_BLOCK)
            return parser_fail_expected(p, "the end of the statement");
    }
    return p->status == PROBLEM_OK;
}
