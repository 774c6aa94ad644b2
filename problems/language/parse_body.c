/* Bodies in a tree: body name { fields } for ..., and the gravity that acts on them. The words
 * "body" and "gravity" are names wherever else they stand.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/language/parser.h"
#include "problems/language/source.h"

static const struct {
    const char *name;
    int least, most;
} FIELD[] = {
#define FIELD_ROW(field, name, least, most) [field] = {name, least, most},
    BODY_FIELD_LIST(FIELD_ROW)
#undef FIELD_ROW
};

static const char *const JOINT[] = {
#define JOINT_ROW(kind, name) [kind] = name,
    BODY_JOINT_LIST(JOINT_ROW)
#undef JOINT_ROW
};

/* Whether the word after the next one is of that kind. */
static bool is_before(const struct parser *p, enum token_kind kind) {
    struct lexer ahead = p->lexer;
    return lexer_next(&ahead).kind == kind;
}

bool parser_sees_body(const struct parser *p) {
    return parser_sees(p, "body") && is_before(p, TOKEN_NAME);
}

bool parser_sees_gravity(const struct parser *p) {
    return parser_sees(p, "gravity") && is_before(p, TOKEN_EQUAL);
}

/* Terms separated by commas, into s->value and s->values. */
static bool parse_values(struct parser *p, struct statement *s, int least, int most,
                         const char *name) {
    struct term **end = &s->value;
    int offset = p->token.offset;
    do {
        *end = parse_number_term(p);
        if (!*end)
            return false;
        end = &(*end)->next;
        s->values++;
    } while (p->token.kind == TOKEN_COMMA && parser_advance(p));
    if (p->status == PROBLEM_OK && (s->values < least || s->values > most))
        return least == most ? parser_fail(p, offset, "%s is %d value%s, not %d", name,
                                           least, least > 1 ? "s" : "", s->values)
                             : parser_fail(p, offset, "%s has %d to %d values, not %d",
                                           name, least, most, s->values);
    return p->status == PROBLEM_OK;
}

/* Names separated by commas, into s->body. */
static bool parse_names(struct parser *p, struct statement *s, const char *what) {
    struct statement **end = &s->body;
    do {
        struct statement *member = parser_append(p, &end, STATEMENT_MEMBER);
        if (!member || !parse_target(p, &member->target, what))
            return false;
        s->values++;
    } while (p->token.kind == TOKEN_COMMA && parser_advance(p));
    return p->status == PROBLEM_OK;
}

static bool parse_joint(struct parser *p, struct statement *s) {
    for (int kind = 0; kind < BODY_JOINTS; kind++)
        if (parser_sees(p, JOINT[kind])) {
            s->joint_kind = (enum body_joint)kind;
            return parser_advance(p) &&
                   (kind == JOINT_FIXED ||
                    parse_names(p, s,
                                "the positions and then the velocities of a joint"));
        }
    return parser_fail_expected(p, "fixed, revolute, prismatic, ball or free");
}

/* Whether the next word is this one, a keyword or not. */
static bool sees_word(const struct parser *p, const char *word) {
    return (p->token.kind == TOKEN_NAME || token_is_keyword(p->token.kind)) &&
           strlen(word) == (size_t)p->token.length &&
           memcmp(word, p->source->text + p->token.offset, strlen(word)) == 0;
}

static bool parse_field(struct parser *p, struct statement ***end) {
    int field = 0;
    while (field < BODY_FIELDS && !sees_word(p, FIELD[field].name))
        field++;
    if (field == BODY_FIELDS)
        return parser_fail_expected(
            p, "parent, joint, axis, position, rotation, mass, center, inertia, "
               "stiffness, rest, damping, point or velocity");
    struct statement *s = parser_append(p, end, STATEMENT_BODY_FIELD);
    if (!s || !parser_advance(p))
        return false;
    s->body_field = (enum body_field)field;
    bool defines = field == BODY_POINT || field == BODY_VELOCITY;
    if (defines && !parse_names(p, s, "a new name"))
        return false;
    s->values = 0;
    if (!parser_expect(p, TOKEN_EQUAL, "after the name of a field"))
        return false;
    if (field == BODY_JOINT)
        return parse_joint(p, s);
    if (field == BODY_PARENT)
        return parse_names(p, s, "the name of a body");
    return parse_values(p, s, FIELD[field].least, FIELD[field].most, FIELD[field].name);
}

bool parse_body(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_BODY);
    if (!s || !parser_advance(p) || !parse_target(p, &s->target, "the name of a body"))
        return false;
    s->offset = s->target.offset;
    return parse_list_in_braces(p, &s->body, "after the name of a body", parse_field) &&
           parse_clauses(p, &s->clauses);
}

bool parse_gravity(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_GRAVITY);
    return s && parser_advance(p) && parser_expect(p, TOKEN_EQUAL, "after 'gravity'") &&
           parse_values(p, s, 2, 3, "gravity");
}
