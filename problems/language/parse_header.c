/* What a model file says about itself: title, source, why, tags, span.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/parser.h"
#include "problems/language/source.h"

bool parse_text(struct parser *p, const char **text, const char *what) {
    if (p->token.kind != TOKEN_STRING)
        return parser_fail_expected(p, what);
    *text = arena_text(p->arena, p->source->text + p->token.offset + 1,
                       (size_t)p->token.length - 2);
    return *text ? parser_advance(p) : parser_fail_memory(p);
}

static bool parse_line(struct parser *p, struct statement ***end,
                       enum statement_kind kind) {
    struct statement *s = parser_append(p, end, kind);
    return s && parser_advance(p) && parse_text(p, &s->text, token_text(TOKEN_STRING));
}

/* A word or several joined by '-': "smooth", "closed-form". Words of the language are
 * tags as well as any. */
static bool parse_tag(struct parser *p, struct statement ***end, bool denied) {
    struct statement *s = parser_append(p, end, STATEMENT_TAG);
    int begin = p->token.offset;
    if (!s)
        return false;
    if (denied) {
        if (!parser_advance(p))
            return false;
        begin = p->token.offset;
    }
    do {
        if (p->token.kind != TOKEN_NAME && !token_is_keyword(p->token.kind))
            return parser_fail_expected(p, "a tag like 'smooth'");
        if (!parser_advance(p))
            return false;
    } while (parser_accept(p, TOKEN_MINUS));
    s->text = arena_text(p->arena, p->source->text + begin, (size_t)(p->end - begin));
    s->denied = denied;
    return s->text ? p->status == PROBLEM_OK : parser_fail_memory(p);
}

bool parse_tags(struct parser *p, struct statement ***end, bool may_deny) {
    if (!parser_advance(p))
        return false;
    do {
        if (!parse_tag(p, end, may_deny && p->token.kind == TOKEN_NOT))
            return false;
    } while (parser_accept(p, TOKEN_COMMA));
    return p->status == PROBLEM_OK;
}

/* span TERM .. TERM */
static bool parse_span(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_SPAN);
    if (!s || !parser_advance(p))
        return false;
    s->value = parse_number_term(p);
    if (!s->value || !parser_expect(p, TOKEN_DOTS, "after the beginning of the span"))
        return false;
    s->second_value = parse_number_term(p);
    return s->second_value != NULL;
}

bool parse_header(struct parser *p, struct statement ***end) {
    if (p->block > 0)
        return parser_fail(p, p->token.offset, "'%s' may not stand inside { }",
                           token_text(p->token.kind));
    switch (p->token.kind) {
    case TOKEN_TITLE: return parse_line(p, end, STATEMENT_TITLE);
    case TOKEN_SOURCE: return parse_line(p, end, STATEMENT_SOURCE);
    case TOKEN_WHY: return parse_line(p, end, STATEMENT_WHY);
    case TOKEN_TAGS: return parse_tags(p, end, false);
    default: return parse_span(p, end);
    }
}
