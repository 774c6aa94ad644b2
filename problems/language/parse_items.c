/* Statements with items in braces: contacts and published values.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/language/parser.h"

#define FIELD_NAME(field, name) [field] = name,
static const char *const FIELD[] = {FIELD_LIST(FIELD_NAME)};
#undef FIELD_NAME
enum { FIELDS = sizeof FIELD / sizeof FIELD[0] };

const char *contact_field_text(enum contact_field field) {
    return FIELD[field];
}

bool parse_list_in_braces(struct parser *p, struct statement **first, const char *context,
                          bool (*parse_item)(struct parser *, struct statement ***)) {
    if (!parser_skip_newlines(p))
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
    return parser_close_block(p, offset);
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

bool parser_knows_field(const char *name) {
    for (int i = 0; i < FIELDS; i++)
        if (strcmp(name, FIELD[i]) == 0)
            return true;
    return false;
}

bool parse_contact(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_CONTACT);
    if (!s || !parser_advance(p) || !parse_target(p, &s->target, "the name of a contact"))
        return false;
    s->offset = s->target.offset;
    return parse_list_in_braces(p, &s->body, "after the name of a contact",
                                parse_field) &&
           parse_clauses(p, &s->clauses);
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

/* of VARIANT, or nothing; lines may end before it and after it. */
static bool parse_owner(struct parser *p, struct target *variant) {
    if (!parser_skip_newlines(p))
        return false;
    if (!parser_sees(p, "of"))
        return true;
    if (!parser_advance(p) || !parse_target(p, variant, "the name of a variant"))
        return false;
    if (variant->indices > 0)
        return parser_fail(p, variant->offset, "a variant has no indices");
    return parser_skip_newlines(p);
}

/* at term, the time. */
static bool parse_time(struct parser *p, struct statement *s) {
    const char *missing = s->target.length > 0
                              ? "'at' and a time"
                              : "'of' and the name of a variant, or 'at' "
                                "and a time";
    if (!parser_sees(p, "at"))
        return parser_fail_expected(p, missing);
    s->value = parser_advance(p) ? parse_number_term(p) : NULL;
    return s->value != NULL;
}

/* published "source" [of variant] at term { entries } */
bool parse_published(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_PUBLISHED);
    return s && parser_advance(p) &&
           parse_text(p, &s->text, "the source in double quotes") &&
           parse_owner(p, &s->target) && parse_time(p, s) &&
           parse_list_in_braces(p, &s->body, "after the time", parse_entry);
}
