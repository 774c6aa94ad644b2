/* The words of the model language.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_LEXER_H
#define PROBLEMS_LEXER_H

#include <stdbool.h>

struct source; /* problems/language/source.h */

/* Kinds of words, with what a message calls them. */
#define TOKEN_CLASS_LIST(ENTRY)                                                          \
    ENTRY(TOKEN_END, "the end of the file")                                              \
    ENTRY(TOKEN_NEWLINE, "the end of the line") /* or ';' */                             \
    ENTRY(TOKEN_WRONG, "")                      /* lexer.error says why */               \
    ENTRY(TOKEN_NAME, "a name")                                                          \
    ENTRY(TOKEN_NUMBER, "a number")                                                      \
    ENTRY(TOKEN_STRING, "a string in double quotes")

/* Signs; one that begins with another stands before it. */
#define TOKEN_SIGN_LIST(ENTRY)                                                           \
    ENTRY(TOKEN_DOTS, "..")                                                              \
    ENTRY(TOKEN_LESS_EQUAL, "<=")                                                        \
    ENTRY(TOKEN_LESS, "<")                                                               \
    ENTRY(TOKEN_GREATER_EQUAL, ">=")                                                     \
    ENTRY(TOKEN_GREATER, ">")                                                            \
    ENTRY(TOKEN_NOT_EQUAL, "!=")                                                         \
    ENTRY(TOKEN_EQUAL, "=")                                                              \
    ENTRY(TOKEN_PLUS, "+")                                                               \
    ENTRY(TOKEN_MINUS, "-")                                                              \
    ENTRY(TOKEN_TIMES, "*")                                                              \
    ENTRY(TOKEN_SLASH, "/")                                                              \
    ENTRY(TOKEN_POWER, "^")                                                              \
    ENTRY(TOKEN_OPEN, "(")                                                               \
    ENTRY(TOKEN_CLOSE, ")")                                                              \
    ENTRY(TOKEN_OPEN_INDEX, "[")                                                         \
    ENTRY(TOKEN_CLOSE_INDEX, "]")                                                        \
    ENTRY(TOKEN_OPEN_BLOCK, "{")                                                         \
    ENTRY(TOKEN_CLOSE_BLOCK, "}")                                                        \
    ENTRY(TOKEN_COMMA, ",")                                                              \
    ENTRY(TOKEN_COLON, ":")                                                              \
    ENTRY(TOKEN_PRIME, "'")

/* Names that mean something of their own. */
#define TOKEN_KEYWORD_LIST(ENTRY)                                                        \
    ENTRY(TOKEN_TITLE, "title")                                                          \
    ENTRY(TOKEN_SOURCE, "source")                                                        \
    ENTRY(TOKEN_WHY, "why")                                                              \
    ENTRY(TOKEN_TAGS, "tags")                                                            \
    ENTRY(TOKEN_SPAN, "span")                                                            \
    ENTRY(TOKEN_SIZE, "size")                                                            \
    ENTRY(TOKEN_PARAM, "param")                                                          \
    ENTRY(TOKEN_POSITION, "position")                                                    \
    ENTRY(TOKEN_VELOCITY, "velocity")                                                    \
    ENTRY(TOKEN_STATE, "state")                                                          \
    ENTRY(TOKEN_LET, "let")                                                              \
    ENTRY(TOKEN_MASS, "mass")                                                            \
    ENTRY(TOKEN_FORCE, "force")                                                          \
    ENTRY(TOKEN_INVARIANT, "invariant")                                                  \
    ENTRY(TOKEN_JOINT, "joint")                                                          \
    ENTRY(TOKEN_QUATERNION, "quaternion")                                                \
    ENTRY(TOKEN_CONTACT, "contact")                                                      \
    ENTRY(TOKEN_SOLUTION, "solution")                                                    \
    ENTRY(TOKEN_PUBLISHED, "published")                                                  \
    ENTRY(TOKEN_PATH, "path")                                                            \
    ENTRY(TOKEN_VARIANT, "variant")                                                      \
    ENTRY(TOKEN_FOR, "for")                                                              \
    ENTRY(TOKEN_IN, "in")                                                                \
    ENTRY(TOKEN_IF, "if")                                                                \
    ENTRY(TOKEN_THEN, "then")                                                            \
    ENTRY(TOKEN_ELSE, "else")                                                            \
    ENTRY(TOKEN_AND, "and")                                                              \
    ENTRY(TOKEN_OR, "or")                                                                \
    ENTRY(TOKEN_NOT, "not")                                                              \
    ENTRY(TOKEN_SUM, "sum")                                                              \
    ENTRY(TOKEN_PRODUCT, "product")                                                      \
    ENTRY(TOKEN_DOUBLE, "double")                                                        \
    ENTRY(TOKEN_TIME, "t")                                                               \
    ENTRY(TOKEN_PI, "pi")

#define TOKEN_ENUM(kind, text) kind,
enum token_kind {
    TOKEN_CLASS_LIST(TOKEN_ENUM) TOKEN_SIGN_LIST(TOKEN_ENUM)
        TOKEN_KEYWORD_LIST(TOKEN_ENUM)
};
#undef TOKEN_ENUM

/* A word: where it stands in the text. A string includes its quotes. */
struct token {
    enum token_kind kind;
    int offset, length;
};

struct lexer {
    const struct source *source;
    int position;         /* offset of what comes next */
    int depth;            /* open ( and [ */
    enum token_kind last; /* the kind of the last word */
    const char *error;    /* why the last word is TOKEN_WRONG */
};

/* A lexer at the start of a source, which has passed source_check. */
struct lexer lexer_start(const struct source *s);

/* The next word. At the end of the text every further call gives TOKEN_END; after
 * TOKEN_WRONG nothing more is to be read. */
struct token lexer_next(struct lexer *l);

/* The text of a sign or keyword, or what a message calls a class of words. */
const char *token_text(enum token_kind kind);
bool token_is_keyword(enum token_kind kind);

#endif
