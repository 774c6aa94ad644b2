/* From words to a tree.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_PARSER_H
#define PROBLEMS_PARSER_H

#include "problems/base/arena.h"
#include "problems/base/status.h"
#include "problems/language/atoms.h"
#include "problems/language/syntax.h"

/* Parses a model file, which has passed source_check. The statements live in the arena and
 * their names are atoms of *atoms. PROBLEM_BAD_MODEL: *d says why, and *first has the
 * statements before the wrong one. */
enum problem_status parse_file(const struct source *s, struct arena *arena,
                               struct atoms *atoms, struct statement **first,
                               struct diagnostic *d);

/* The variants of such a file alone. What is wrong elsewhere may remain unseen.
 * PROBLEM_BAD_MODEL: *first has those before the mistake. */
enum problem_status parse_variants(const struct source *s, struct arena *arena,
                                   struct atoms *atoms, struct statement **first,
                                   struct diagnostic *d);

/* Parses the variant whose word is at an offset, and appends it to **end; *end moves on. */
enum problem_status parse_variant_at(const struct source *s, int offset,
                                     struct arena *arena, struct atoms *atoms,
                                     struct statement ***end, struct diagnostic *d);

/* Parses a setting, "NAME=VALUE", as a STATEMENT_SETTING. PROBLEM_BAD_SETTING: *d says
 * why. */
enum problem_status parse_setting(const struct source *s, struct arena *arena,
                                  struct atoms *atoms, struct statement **setting,
                                  struct diagnostic *d);

/* The inside of the parser, for parse_*.c only. Every function that parses returns NULL or
 * false after a failure, which parser_fail has noted. */
struct parser {
    const struct source *source;
    struct lexer lexer;
    struct token token; /* the word to be read next */
    int end;            /* where the last word before it ended, ends of lines aside */
    struct arena *arena;
    struct atoms *atoms;
    struct diagnostic *diagnostic;
    enum problem_status status;
    int depth; /* of terms and blocks inside each other */
    int block; /* { } around the statement */
};

/* Notes the first failure: a message about a place. */
bool parser_fail(struct parser *p, int offset, const char *format, ...);
bool parser_fail_memory(struct parser *p);

/* Fails with "expected WHAT, found THE NEXT WORD". */
bool parser_fail_expected(struct parser *p, const char *what);

/* Goes on to the next word. */
bool parser_advance(struct parser *p);

/* If the next word is of that kind, goes past it. parser_expect fails otherwise: "expected
 * KIND CONTEXT, found ...". */
bool parser_accept(struct parser *p, enum token_kind kind);
bool parser_expect(struct parser *p, enum token_kind kind, const char *context);

/* Whether the next word is this one, which is no keyword: "at", "digits", a field. */
bool parser_sees(const struct parser *p, const char *word);

/* Notes one more thing inside another; false when there are too many. parser_leave undoes
 * it. */
bool parser_enter(struct parser *p);
void parser_leave(struct parser *p);

/* Zeroed memory for one thing. */
void *parser_take(struct parser *p, size_t size);

/* A term that is a number; a condition; either; and one that no operator joins to others. */
struct term *parse_number_term(struct parser *p);
struct term *parse_condition_term(struct parser *p);
struct term *parse_any_term(struct parser *p);
struct term *parse_primary_term(struct parser *p);

/* The terms of a list that ends with `close`; their number, at most limit, in *count. What
 * they are, as "indices of a name", is for messages. */
bool parse_term_list(struct parser *p, struct term **first, int *count, int limit,
                     enum token_kind close, const char *what);

struct term *parser_new_term(struct parser *p, enum term_kind kind, int offset);

/* The function (enum function) that the next word names, or NO_FUNCTION. */
enum { NO_FUNCTION = -1 };
int parser_find_function(const struct parser *p);

/* name or name[index, ...]. */
bool parse_target(struct parser *p, struct target *target, const char *what);

/* for i in 1..n ... [if condition]; *first is NULL when the next word is no "for". */
bool parse_clauses(struct parser *p, struct clause **first);

/* Statements up to '}' or the end of the file, appended to *end. */
bool parse_statements(struct parser *p, struct statement **end);

/* A statement that begins with the next word, appended to **end; *end moves on. */
bool parse_header(struct parser *p, struct statement ***end);
bool parse_definition(struct parser *p, struct statement ***end);
bool parse_block(struct parser *p, struct statement ***end);

/* path "name" = x, y for ..., as parse_block. */
bool parse_path(struct parser *p, struct statement ***end);

/* A string without its quotes; what is expected is for messages. */
bool parse_text(struct parser *p, const char **text, const char *what);

/* tags a, b, as parse_header; with may_deny also tags a, not b. */
bool parse_tags(struct parser *p, struct statement ***end, bool may_deny);

/* Statements with items in braces, as parse_block. */
bool parse_contact(struct parser *p, struct statement ***end);
bool parse_published(struct parser *p, struct statement ***end);

/* body name { fields }, and gravity = terms, as parse_block; whether one begins here, for these
 * words are names elsewhere. */
bool parse_body(struct parser *p, struct statement ***end);
bool parse_gravity(struct parser *p, struct statement ***end);
bool parser_sees_body(const struct parser *p);
bool parser_sees_gravity(const struct parser *p);

/* What stands in braces: items, one a line or separated by ';'. */
bool parse_list_in_braces(struct parser *p, struct statement **first, const char *context,
                          bool (*parse_item)(struct parser *, struct statement ***));

/* Whether a name is that of a field of contacts. */
bool parser_knows_field(const char *name);

/* Goes past ends of lines before '{' or else; past the '}' of the '{' at an offset. */
bool parser_skip_newlines(struct parser *p);
bool parser_close_block(struct parser *p, int offset);

/* A statement of a kind at the next word, appended to **end. */
struct statement *parser_append(struct parser *p, struct statement ***end,
                                enum statement_kind kind);

/* NAME=VALUE of a variant or from outside, with the text of the value. */
bool parse_assignment(struct parser *p, struct statement ***end);

#endif
