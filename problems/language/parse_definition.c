/* Statements of the form "keyword name = term", the rate "name' = term", and the mass matrix
 * entry "mass name, name = term", and "quaternion name = name, name, name, name"; most may be
 * repeated over indices by "for" at their end.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/parser.h"
#include "problems/language/suggest.h"

/* Statements with a keyword: what the name names, and how the rest goes. */
static const struct definition {
    enum token_kind keyword;
    enum statement_kind statement;
    const char *what, *context;
    bool is_list;   /* keyword name = term, name = term */
    bool is_family; /* may end with for */
} DEFINITION[] = {
    {TOKEN_SIZE, STATEMENT_SIZE, "the name of a size", "after the name of a size", true,
     false},
    {TOKEN_PARAM, STATEMENT_PARAMETER, "the name of a parameter",
     "after the name of a parameter", true, true},
    {TOKEN_POSITION, STATEMENT_POSITION, "the name of a position",
     "after the name of a position", true, true},
    {TOKEN_VELOCITY, STATEMENT_VELOCITY, "the name of a velocity",
     "after the name of a velocity", true, true},
    {TOKEN_STATE, STATEMENT_STATE, "the name of a state", "after the name of a state",
     true, true},
    {TOKEN_LET, STATEMENT_LET, "a new name", "after the new name", true, true},
    {TOKEN_MASS, STATEMENT_MASS, "the name of a velocity", "after the names of a mass",
     false, true},
    {TOKEN_FORCE, STATEMENT_FORCE, "the name of a velocity", "after the name of a force",
     false, true},
    {TOKEN_INVARIANT, STATEMENT_INVARIANT, "the name of an invariant",
     "after the name of an invariant", false, true},
    {TOKEN_JOINT, STATEMENT_JOINT, "the name of a joint", "after the name of a joint",
     false, true},
    {TOKEN_QUATERNION, STATEMENT_QUATERNION, "the name of a quaternion",
     "after the name of a quaternion", false, true},
    {TOKEN_SOLUTION, STATEMENT_SOLUTION, "the name of a position, velocity or state",
     "after the name of a solution", false, true},
};
enum { DEFINITIONS = sizeof DEFINITION / sizeof DEFINITION[0] };

static const struct definition *find_definition(enum token_kind keyword) {
    for (int i = 0; i < DEFINITIONS; i++)
        if (DEFINITION[i].keyword == keyword)
            return &DEFINITION[i];
    return NULL;
}

/* The four positions of a quaternion. */
static bool parse_members(struct parser *p, struct statement *s) {
    struct statement **end = &s->body;
    for (int i = 0; i < QUATERNION_SIZE; i++) {
        if (i > 0 && !parser_expect(p, TOKEN_COMMA, "and four positions in all"))
            return false;
        struct statement *member = parser_append(p, &end, STATEMENT_MEMBER);
        if (!member || !parse_target(p, &member->target, "the name of a position"))
            return false;
    }
    return true;
}

/* name = term, or for a mass: name, name = term; for a quaternion: name = four names. */
static bool parse_item(struct parser *p, struct statement ***end,
                       const struct definition *definition) {
    struct statement *s = parser_append(p, end, definition->statement);
    if (!s || !parse_target(p, &s->target, definition->what))
        return false;
    if (definition->statement == STATEMENT_MASS &&
        (!parser_expect(p, TOKEN_COMMA, "and a second velocity") ||
         !parse_target(p, &s->second, definition->what)))
        return false;
    if (definition->statement == STATEMENT_SIZE && s->target.indices > 0)
        return parser_fail(p, s->target.offset, "a size has no indices");
    s->offset = s->target.offset;
    if (!parser_expect(p, TOKEN_EQUAL, definition->context))
        return false;
    if (definition->statement == STATEMENT_QUATERNION)
        return parse_members(p, s);
    s->value = parse_number_term(p);
    return s->value != NULL;
}

/* A list of items, each repeated over the clauses at the end, as if it stood on a line of
 * its own. */
static bool parse_items(struct parser *p, struct statement ***end,
                        const struct definition *definition) {
    struct statement **first = *end;
    struct clause *clauses = NULL;
    if (!parser_advance(p))
        return false;
    do {
        if (!parse_item(p, end, definition))
            return false;
    } while (definition->is_list && parser_accept(p, TOKEN_COMMA));
    if (definition->is_family && !parse_clauses(p, &clauses))
        return false;
    for (struct statement *s = *first; s; s = s->next)
        s->clauses = clauses;
    return p->status == PROBLEM_OK;
}

/* A name at the start of a statement that is no rate. */
static bool fail_rate(struct parser *p, const struct target *target) {
    const char *name = p->atoms->text[target->name];
    struct suggestion s = suggest_start(name);
    for (int kind = TOKEN_TITLE; kind <= TOKEN_IF; kind++)
        suggest_consider(&s, token_text((enum token_kind)kind));
    if (p->token.kind == TOKEN_EQUAL && parser_knows_field(name))
        return parser_fail(p, target->offset,
                           "'%s' stands in the braces of a contact, or it is an "
                           "abbreviation: let %s = ...",
                           name, name);
    if (p->token.kind == TOKEN_EQUAL)
        return parser_fail(p, p->token.offset,
                           "expected %s' = (a rate) or let %s = (an abbreviation), found "
                           "'='",
                           name, name);
    if (s.best)
        return parser_fail(p, target->offset,
                           "no statement begins with '%s'; did you mean '%s'?", name,
                           s.best);
    return parser_fail_expected(p, "' and a rate, as in q' = v");
}

/* name' = term for ... */
static bool parse_rate(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_RATE);
    if (!s || !parse_target(p, &s->target, "a name"))
        return false;
    if (p->token.kind != TOKEN_PRIME)
        return fail_rate(p, &s->target);
    if (!parser_advance(p) || !parser_expect(p, TOKEN_EQUAL, "after the ' of a rate"))
        return false;
    s->value = parse_number_term(p);
    return s->value && parse_clauses(p, &s->clauses);
}

bool parse_definition(struct parser *p, struct statement ***end) {
    const struct definition *definition = find_definition(p->token.kind);
    if (!definition && p->token.kind == TOKEN_NAME)
        return parse_rate(p, end);
    if (!definition)
        return parser_fail_expected(p, "a statement");
    if (definition->keyword == TOKEN_SIZE && p->block > 0)
        return parser_fail(p, p->token.offset, "'size' may not stand inside { }");
    return parse_items(p, end, definition);
}
