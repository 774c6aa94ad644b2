/* Mutants of C sources: the text of a source with one small change, as somebody might
 * make by mistake. Found by tokens, in the order of the text and operator by operator;
 * the sources must be formatted so that a binary operator stands between blanks and a
 * unary one does not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CORPUS_MUTANT_H
#define HARNESS_CORPUS_MUTANT_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_OTHER };

struct token {
    enum token_kind kind;
    size_t begin, end; /* in the text */
    int line;          /* from 1 */
    int nesting;       /* how many (, [, { are open before it */
    bool in_body, in_assertion;
};

struct source {
    char *text;
    int count, room;
    struct token *token;
    int doubles, doubles_room; /* names declared to be double, as tokens */
    int *declared;
};

/* One replaced piece of the text. */
struct mutant {
    const char *operation; /* "arithmetic" */
    size_t begin, end;
    char *replacement;
    int line;
};

struct mutants {
    int count, room;
    struct mutant *mutant;
    bool failed; /* out of memory */
};

/* Takes the text over. Nonzero: out of memory; source_free in any case. */
int source_read(struct source *s, char *text);
void source_free(struct source *s);

/* Whether token i is this. False when there is no such token. */
bool source_is(const struct source *s, int i, const char *text);
bool source_is_one_of(const struct source *s, int i, const char *const *texts);

/* Whether it is an operator between two operands. */
bool source_is_binary(const struct source *s, int i);

/* The token that closes the bracket at i; the first token from i on that ends an
 * operand of + or - at this nesting; s->count: none. */
int source_closing(const struct source *s, int i);
int source_operand_end(const struct source *s, int i);

/* Whether `name` was declared with the type double, or a pointer to it, in this text. */
bool source_is_double(const struct source *s, int i);

/* Adds all mutants of one source. */
void mutants_find(struct mutants *m, const struct source *s);
void mutants_of_operators(struct mutants *m, const struct source *s);
void mutants_of_numbers(struct mutants *m, const struct source *s);
void mutants_of_statements(struct mutants *m, const struct source *s);
void mutants_of_names(struct mutants *m, const struct source *s);
void mutants_free(struct mutants *m);

/* Tokens first .. last - 1 become before + their text + after; without their text if
 * `after` is NULL. */
void mutants_add(struct mutants *m, const struct source *s, const char *operation,
                 int first, int last, const char *before, const char *after);

#endif
