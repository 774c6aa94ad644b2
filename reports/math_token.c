/* Words, numbers and signs of the model language.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/math_tree.h"

#include <ctype.h>
#include <string.h>

static bool is_digit(const char *s, const char *end) {
    return s < end && isdigit((unsigned char)*s);
}

static const char *skip_digits(const char *s, const char *end) {
    while (is_digit(s, end)) {
        s++;
    }
    return s;
}

static const char *skip_blank(const char *s, const char *end) {
    while (s < end && (isspace((unsigned char)*s) || *s == '#')) {
        if (*s == '#') {
            const char *line_end = memchr(s, '\n', (size_t)(end - s));
            s = line_end ? line_end : end;
        } else {
            s++;
        }
    }
    return s;
}

/* Digits, a point unless it is the first of the two in 1..n, an exponent. */
static const char *skip_number(const char *s, const char *end) {
    s = skip_digits(s, end);
    bool range = s + 1 < end && s[1] == '.';
    if (s < end && *s == '.' && !range) {
        s = skip_digits(s + 1, end);
    }
    if (s < end && (*s == 'e' || *s == 'E')) {
        const char *digits = s + 1;
        digits += digits < end && (*digits == '+' || *digits == '-') ? 1 : 0;
        s = is_digit(digits, end) ? skip_digits(digits, end) : s;
    }
    return s;
}

static const char *skip_symbol(const char *s, const char *end) {
    static const char *const pairs[] = {"..", "<=", ">=", "!="};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (end - s >= 2 && memcmp(s, pairs[i], 2) == 0) {
            return s + 2;
        }
    }
    return *s && strchr("+-*/^()[]=,'<>{};", *s) ? s + 1 : s;
}

struct math_token math_token_read(const char *s, const char *end) {
    s = skip_blank(s, end);
    const char *stop = s;
    enum math_token_kind kind = TOKEN_END;
    if (s < end) {
        if (is_digit(s, end) || (*s == '.' && is_digit(s + 1, end))) {
            kind = TOKEN_NUMBER;
            stop = skip_number(s, end);
        } else if (isalpha((unsigned char)*s)) {
            kind = TOKEN_NAME;
            while (stop < end && (isalnum((unsigned char)*stop) || *stop == '_')) {
                stop++;
            }
        } else {
            stop = skip_symbol(s, end);
            kind = stop > s ? TOKEN_SYMBOL : TOKEN_WRONG;
        }
    }
    return (struct math_token){kind, s, (int)(stop - s)};
}

bool math_token_is(const struct math_token *token, const char *text) {
    return token->length > 0 && strlen(text) == (size_t)token->length &&
           memcmp(token->at, text, (size_t)token->length) == 0;
}
