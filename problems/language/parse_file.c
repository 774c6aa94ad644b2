/* Parsing a whole text: a model file, a variant in it, a setting from outside.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/parser.h"

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
