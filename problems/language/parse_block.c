/* Loops and conditions over statements, and variants.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/parser.h"
#include "problems/language/source.h"

/* { statements } */
static bool parse_braces(struct parser *p, struct statement **first,
                         const char *context) {
    if (!parser_skip_newlines(p))
        return false;
    int offset = p->token.offset;
    if (!parser_expect(p, TOKEN_OPEN_BLOCK, context) || !parser_enter(p))
        return false;
    p->block++;
    return parse_statements(p, first) && parser_close_block(p, offset);
}

static bool parse_for(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_FOR);
    return s && parse_clauses(p, &s->clauses) &&
           parse_braces(p, &s->body, "after 'for' and its range");
}

static bool parse_if(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_IF);
    if (!s || !parser_advance(p))
        return false;
    s->condition = parse_condition_term(p);
    if (!s->condition || !parse_braces(p, &s->body, "after the condition"))
        return false;
    if (!parser_skip_newlines(p))
        return false;
    if (p->token.kind != TOKEN_ELSE)
        return true;
    if (!parser_advance(p))
        return false;
    if (p->token.kind != TOKEN_IF)
        return parse_braces(p, &s->otherwise, "after 'else'");
    struct statement **inner = &s->otherwise;
    bool parsed = parser_enter(p) && parse_if(p, &inner);
    parser_leave(p);
    return parsed;
}

bool parse_assignment(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_SETTING);
    if (!s ||
        !parse_target(p, &s->target,
                      "the name of a parameter, a size or a component of the state") ||
        !parser_expect(p, TOKEN_EQUAL, "after the name"))
        return false;
    int begin = p->token.offset;
    s->value = parse_number_term(p);
    if (!s->value)
        return false;
    s->text = arena_text(p->arena, p->source->text + begin, (size_t)(p->end - begin));
    return s->text ? true : parser_fail_memory(p);
}

/* variant name [tags a, not b] : name = term, ... */
static bool parse_variant(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_VARIANT);
    if (!s || !parser_advance(p))
        return false;
    if (!parse_target(p, &s->target, "the name of a variant"))
        return false;
    if (s->target.indices > 0)
        return parser_fail(p, s->target.offset, "a variant has no indices");
    s->offset = s->target.offset;
    struct statement **item = &s->body;
    if (p->token.kind == TOKEN_TAGS && !parse_tags(p, &item, true))
        return false;
    if (!parser_expect(p, TOKEN_COLON,
                       s->body ? "after the tags of a variant"
                               : "or 'tags' after the name of a variant"))
        return false;
    do {
        if (!parse_assignment(p, &item))
            return false;
    } while (parser_accept(p, TOKEN_COMMA));
    return p->status == PROBLEM_OK;
}

bool parse_block(struct parser *p, struct statement ***end) {
    bool is_list = p->token.kind == TOKEN_VARIANT || p->token.kind == TOKEN_PUBLISHED;
    if (is_list && p->block > 0)
        return parser_fail(p, p->token.offset, "'%s' may not stand inside { }",
                           token_text(p->token.kind));
    switch (p->token.kind) {
    case TOKEN_CONTACT: return parse_contact(p, end);
    case TOKEN_PUBLISHED: return parse_published(p, end);
    case TOKEN_VARIANT: return parse_variant(p, end);
    case TOKEN_FOR: return parse_for(p, end);
    default: return parse_if(p, end);
    }
}
