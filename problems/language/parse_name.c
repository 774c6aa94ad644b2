/* Names, lists of terms, and the loops "for i in 1..n if condition".
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "problems/language/parser.h"
#include "problems/language/source.h"

bool parse_term_list(struct parser *p, struct term **first, int *count, int limit,
                     enum token_kind close, const char *what) {
    char context[64];
    struct term **end = first;
    for (*count = 0; *count == 0 || parser_accept(p, TOKEN_COMMA);) {
        int offset = p->token.offset;
        if (++*count > limit)
            return parser_fail(p, offset, "more than %d %s", limit, what);
        *end = parse_number_term(p);
        if (!*end)
            return false;
        end = &(*end)->next;
    }
    snprintf(context, sizeof context, "after the %s", what);
    return parser_expect(p, close, context);
}

static bool parse_indices(struct parser *p, struct target *target) {
    return parse_term_list(p, &target->index, &target->indices, NAME_INDICES_LIMIT,
                           TOKEN_CLOSE_INDEX, "indices of a name");
}

/* A name that a model may give; `what` it names is for messages. Returns its atom or -1. */
static int parse_new_name(struct parser *p, const char *what) {
    const char *text = p->source->text + p->token.offset;
    int length = p->token.length;
    if (token_is_keyword(p->token.kind)) {
        parser_fail(p, p->token.offset,
                    "expected %s, but '%.*s' is a word of the language", what, length,
                    text);
        return -1;
    }
    if (p->token.kind != TOKEN_NAME) {
        parser_fail_expected(p, what);
        return -1;
    }
    if (parser_find_function(p) != NO_FUNCTION) {
        parser_fail(p, p->token.offset, "expected %s, but '%.*s' is a function", what,
                    length, text);
        return -1;
    }
    int atom = atoms_intern(p->atoms, text, (size_t)length);
    if (atom < 0)
        parser_fail_memory(p);
    return parser_advance(p) ? atom : -1;
}

bool parse_target(struct parser *p, struct target *target, const char *what) {
    *target = (struct target){.offset = p->token.offset};
    target->name = parse_new_name(p, what);
    if (p->status != PROBLEM_OK)
        return false;
    if (parser_accept(p, TOKEN_OPEN_INDEX) && !parse_indices(p, target))
        return false;
    target->length = p->end - target->offset;
    return p->status == PROBLEM_OK;
}

static struct clause *parse_clause(struct parser *p) {
    struct clause *clause = parser_take(p, sizeof *clause);
    if (!clause)
        return NULL;
    clause->offset = p->token.offset;
    clause->name = parse_new_name(p, "the name of an index after 'for'");
    if (p->status != PROBLEM_OK ||
        !parser_expect(p, TOKEN_IN, "after the name of the index"))
        return NULL;
    clause->low = parse_number_term(p);
    if (!clause->low || !parser_expect(p, TOKEN_DOTS, "after the first index"))
        return NULL;
    clause->high = parse_number_term(p);
    return clause->high ? clause : NULL;
}

bool parse_clauses(struct parser *p, struct clause **first) {
    enum { CLAUSES_LIMIT = 8 };
    int count = 0;
    *first = NULL;
    while (parser_accept(p, TOKEN_FOR)) {
        if (++count > CLAUSES_LIMIT)
            return parser_fail(p, p->token.offset, "more than %d loops in one line",
                               CLAUSES_LIMIT);
        struct clause *clause = *first = parse_clause(p);
        if (!clause)
            return false;
        if (parser_accept(p, TOKEN_IF) && !(clause->condition = parse_condition_term(p)))
            return false;
        first = &clause->next;
    }
    return p->status == PROBLEM_OK;
}
