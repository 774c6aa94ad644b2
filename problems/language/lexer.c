/* Cutting a text into words. A line ends a statement except inside ( ) or [ ], and after a
 * word that cannot be the last of a statement: a binary operator, a comma and the like.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/lexer.h"

#include <string.h>

#include "problems/language/source.h"

enum { NAME_BYTES_LIMIT = 64, EXPONENT_LIMIT = 5000 };

#define TOKEN_TEXT(kind, text) [kind] = text,
static const char *const TEXT[] = {TOKEN_CLASS_LIST(TOKEN_TEXT) TOKEN_SIGN_LIST(
    TOKEN_TEXT) TOKEN_KEYWORD_LIST(TOKEN_TEXT)};
#undef TOKEN_TEXT

enum {
    FIRST_SIGN = TOKEN_DOTS,
    FIRST_KEYWORD = TOKEN_TITLE,
    LAST_KEYWORD = TOKEN_PI,
};

const char *token_text(enum token_kind kind) {
    return TEXT[kind];
}

bool token_is_keyword(enum token_kind kind) {
    return kind >= TOKEN_TITLE;
}

struct lexer lexer_start(const struct source *s) {
    static const char mark[] = "\xEF\xBB\xBF"; /* byte order mark, left by some editors */
    const int size = sizeof mark - 1;
    bool marked = s->length >= size && memcmp(s->text, mark, (size_t)size) == 0;
    return (struct lexer){
        .source = s, .position = marked ? size : 0, .last = TOKEN_NEWLINE};
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_name_part(char c) {
    return is_letter(c) || is_digit(c) || c == '_';
}

/* The character at an offset; a zero beyond the end. */
static char character_at(const struct lexer *l, int offset) {
    return offset < l->source->length ? l->source->text[offset] : '\0';
}

static struct token wrong_token(struct lexer *l, int offset, const char *error) {
    l->error = error;
    return (struct token){TOKEN_WRONG, offset, 0};
}

static bool line_goes_on(const struct lexer *l) {
    if (l->depth > 0)
        return true;
    switch (l->last) {
    case TOKEN_DOTS:
    case TOKEN_LESS:
    case TOKEN_LESS_EQUAL:
    case TOKEN_GREATER:
    case TOKEN_GREATER_EQUAL:
    case TOKEN_NOT_EQUAL:
    case TOKEN_EQUAL:
    case TOKEN_PLUS:
    case TOKEN_MINUS:
    case TOKEN_TIMES:
    case TOKEN_SLASH:
    case TOKEN_POWER:
    case TOKEN_COMMA:
    case TOKEN_COLON:
    case TOKEN_AND:
    case TOKEN_OR:
    case TOKEN_NOT:
    case TOKEN_THEN:
    case TOKEN_ELSE: return true;
    default: return false;
    }
}

/* Skips blanks, comments, and the ends of lines that go on. */
static void skip_blanks(struct lexer *l) {
    for (;; l->position++) {
        char c = character_at(l, l->position);
        if (c == '#')
            while (l->position < l->source->length &&
                   character_at(l, l->position) != '\n')
                l->position++;
        c = character_at(l, l->position);
        if (c != ' ' && c != '\t' && c != '\r' && !(c == '\n' && line_goes_on(l)))
            return;
    }
}

static struct token read_name(struct lexer *l) {
    int begin = l->position, end = begin;
    while (is_name_part(character_at(l, end)))
        end++;
    if (end - begin > NAME_BYTES_LIMIT)
        return wrong_token(l, begin, "a name has at most 64 characters");
    const char *text = l->source->text + begin;
    const size_t length = (size_t)(end - begin);
    for (int k = FIRST_KEYWORD; k <= LAST_KEYWORD; k++) /* few begin as it does */
        if (TEXT[k][0] == text[0] && strlen(TEXT[k]) == length &&
            memcmp(TEXT[k], text, length) == 0)
            return (struct token){(enum token_kind)k, begin, end - begin};
    return (struct token){TOKEN_NAME, begin, end - begin};
}

/* The end of the digits that begin at an offset. */
static int skip_digits(const struct lexer *l, int offset) {
    while (is_digit(character_at(l, offset)))
        offset++;
    return offset;
}

/* The value of the digits text[from..to-1], or EXPONENT_LIMIT + 1 when larger than that. */
static int bounded_value(const struct lexer *l, int from, int to) {
    int value = 0;
    for (int i = from; i < to && value <= EXPONENT_LIMIT; i++)
        value = 10 * value + (character_at(l, i) - '0');
    return value <= EXPONENT_LIMIT ? value : EXPONENT_LIMIT + 1;
}

static struct token read_number(struct lexer *l) {
    int begin = l->position, end = skip_digits(l, begin);
    if (character_at(l, end) == '.' && character_at(l, end + 1) != '.') {
        if (!is_digit(character_at(l, end + 1)))
            return wrong_token(l, end + 1, "expected a digit after the decimal point");
        end = skip_digits(l, end + 1);
    }
    if (character_at(l, end) == 'e' || character_at(l, end) == 'E') {
        int digits = end + 1;
        if (character_at(l, digits) == '+' || character_at(l, digits) == '-')
            digits++;
        if (!is_digit(character_at(l, digits)))
            return wrong_token(l, digits, "expected the digits of the exponent");
        end = skip_digits(l, digits);
        if (bounded_value(l, digits, end) > EXPONENT_LIMIT)
            return wrong_token(l, digits, "an exponent lies between -5000 and 5000");
    }
    if (is_name_part(character_at(l, end)))
        return wrong_token(l, end,
                           "a letter may not follow a number directly: "
                           "write '*' for a product");
    return (struct token){TOKEN_NUMBER, begin, end - begin};
}

static struct token read_string(struct lexer *l) {
    int end = l->position + 1;
    while (end < l->source->length && character_at(l, end) != '"') {
        if (character_at(l, end) == '\n')
            break;
        end++;
    }
    if (character_at(l, end) != '"')
        return wrong_token(l, l->position, "this string has no closing '\"' on its line");
    return (struct token){TOKEN_STRING, l->position, end + 1 - l->position};
}

static struct token read_sign(struct lexer *l) {
    size_t left = (size_t)(l->source->length - l->position);
    const char *text = l->source->text + l->position;
    for (int k = FIRST_SIGN; k < FIRST_KEYWORD; k++) {
        if (TEXT[k][0] != text[0])
            continue;
        size_t length = strlen(TEXT[k]);
        if (length <= left && memcmp(TEXT[k], text, length) == 0)
            return (struct token){(enum token_kind)k, l->position, (int)length};
    }
    if ((unsigned char)*text >= 0x80)
        return wrong_token(l, l->position,
                           "only comments and strings may hold characters beyond ASCII");
    return wrong_token(l, l->position, "no word of the model language begins like this");
}

static struct token read_token(struct lexer *l) {
    if (l->position >= l->source->length)
        return (struct token){TOKEN_END, l->source->length, 0};
    char c = character_at(l, l->position);
    if (c == '\n' || c == ';')
        return (struct token){TOKEN_NEWLINE, l->position, 1};
    if (is_letter(c))
        return read_name(l);
    if (is_digit(c))
        return read_number(l);
    return c == '"' ? read_string(l) : read_sign(l);
}

struct token lexer_next(struct lexer *l) {
    skip_blanks(l);
    struct token token = read_token(l);
    l->position = token.offset + token.length;
    if (token.kind == TOKEN_OPEN || token.kind == TOKEN_OPEN_INDEX)
        l->depth++;
    if ((token.kind == TOKEN_CLOSE || token.kind == TOKEN_CLOSE_INDEX) && l->depth > 0)
        l->depth--;
    l->last = token.kind;
    return token;
}
