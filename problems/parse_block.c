/* Statements with a part in braces, and variants.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/parser.h"

#define FIELD_NAME(field, name) [field] = name,
static const char *const FIELD[] = {FIELD_LIST(FIELD_NAME)};
#undef FIELD_NAME
enum { FIELDS = sizeof FIELD / sizeof FIELD[0] };

static bool close_block(struct parser *p, int offset) {
    p->block--;
    parser_leave(p);
    if (p->status != PROBLEM_OK || parser_accept(p, TOKEN_CLOSE_BLOCK))
        return p->status == PROBLEM_OK;
    return parser_fail(p, parser_here(p), "expected '}' for the '{' of line %d",
                       source_place(p->source, offset).line);
}

/* Goes past ends of lines before '{' or else. */
static bool skip_newlines(struct parser *p) {
    while (p->token.kind == TOKEN_NEWLINE)
        if (!parser_advance(p))
            return false;
    return true;
}

/* { statements } */
static bool parse_braces(struct parser *p, struct statement **first,
                         const char *context) {
    if (!skip_newlines(p))
        return false;
    int offset = p->token.offset;
    if (!parser_expect(p, TOKEN_OPEN_BLOCK, context) || !parser_enter(p))
        return false;
    p->block++;
    return parse_statements(p, first) && close_block(p, offset);
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
    if (!skip_newlines(p))
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

/* Parses what stands in the braces of a contact or a published solution: items, one a line
 * or separated by ';'. */
static bool
parse_list_in_braces(struct parser *p, struct statement **first, const char *context,
                     bool (*parse_item)(struct parser *, struct statement ***)) {
    if (!skip_newlines(p))
        return false;
    int offset = p->token.offset;
    if (!parser_expect(p, TOKEN_OPEN_BLOCK, context) || !parser_enter(p))
        return false;
    p->block++;
    while (p->token.kind != TOKEN_CLOSE_BLOCK && p->token.kind != TOKEN_END) {
        if (parser_accept(p, TOKEN_NEWLINE))
            continue;
        if (p->status != PROBLEM_OK || !parse_item(p, &first))
            return false;
        if (p->token.kind != TOKEN_NEWLINE && p->token.kind != TOKEN_CLOSE_BLOCK)
            return parser_fail_expected(p, "the end of the line");
    }
    return close_block(p, offset);
}

static bool parse_field(struct parser *p, struct statement ***end) {
    for (int i = 0; i < FIELDS; i++)
        if (parser_sees(p, FIELD[i])) {
            struct statement *s = parser_append(p, end, STATEMENT_FIELD);
            if (!s || !parser_advance(p) ||
                !parser_expect(p, TOKEN_EQUAL, "after the name of a field"))
                return false;
            s->field = (enum contact_field)i;
            s->value = parse_number_term(p);
            return s->value != NULL;
        }
    return parser_fail_expected(p, "gap, slide, restitution, friction, static_friction, "
                                   "dynamic_friction or viscous_friction");
}

static bool parse_contact(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_CONTACT);
    if (!s || !parser_advance(p) || !parse_target(p, &s->target, "the name of a contact"))
        return false;
    s->offset = s->target.offset;
    return parse_list_in_braces(p, &s->body, "after the name of a contact", parse_field);
}

/* name = term [digits term] */
static bool parse_entry(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_ENTRY);
    if (!s || !parse_target(p, &s->target, "the name of a position, velocity or state") ||
        !parser_expect(p, TOKEN_EQUAL, "after the name of a published value"))
        return false;
    s->value = parse_number_term(p);
    if (!s->value)
        return false;
    if (p->token.kind == TOKEN_NEWLINE || p->token.kind == TOKEN_CLOSE_BLOCK)
        return true;
    if (!parser_sees(p, "digits"))
        return parser_fail_expected(p, "'digits' or the end of the line");
    if (!parser_advance(p))
        return false;
    s->second_value = parse_number_term(p);
    return s->second_value != NULL;
}

/* published "source" at term { entries } */
static bool parse_published(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_PUBLISHED);
    if (!s || !parser_advance(p))
        return false;
    if (p->token.kind != TOKEN_STRING)
        return parser_fail_expected(p, "the source in double quotes");
    s->text = arena_text(p->arena, p->source->text + p->token.offset + 1,
                         (size_t)p->token.length - 2);
    if (!s->text)
        return parser_fail_memory(p);
    if (!parser_advance(p))
        return false;
    if (!parser_sees(p, "at"))
        return parser_fail_expected(p, "'at' and a time");
    if (!parser_advance(p) || !(s->value = parse_number_term(p)))
        return false;
    return parse_list_in_braces(p, &s->body, "after the time", parse_entry);
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

/* variant name : name = term, ... */
static bool parse_variant(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_VARIANT);
    if (!s || !parser_advance(p))
        return false;
    if (!parse_target(p, &s->target, "the name of a variant"))
        return false;
    if (s->target.indices > 0)
        return parser_fail(p, s->target.offset, "a variant has no indices");
    s->offset = s->target.offset;
    if (!parser_expect(p, TOKEN_COLON, "after the name of a variant"))
        return false;
    struct statement **setting = &s->body;
    do {
        if (!parse_assignment(p, &setting))
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
