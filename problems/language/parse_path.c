/* Curves to be drawn: path x, y, or path "name" = x, y, repeated over clauses.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/parser.h"

static bool parse_name(struct parser *p, const char **name) {
    return p->token.kind != TOKEN_STRING ||
           (parse_text(p, name, token_text(TOKEN_STRING)) &&
            parser_expect(p, TOKEN_EQUAL, "after the name of a path"));
}

bool parse_path(struct parser *p, struct statement ***end) {
    struct statement *s = parser_append(p, end, STATEMENT_PATH);
    if (!s || !parser_advance(p) || !parse_name(p, &s->text))
        return false;
    s->value = parse_number_term(p);
    if (!s->value || !parser_expect(p, TOKEN_COMMA, "and a second coordinate"))
        return false;
    s->second_value = parse_number_term(p);
    return s->second_value && parse_clauses(p, &s->clauses);
}
