/* C text as tokens, without comments and directives.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "harness/corpus/mutants/mutant.h"

static const char *const long_tokens[] = {
    "<<=", ">>=", "...", "->", "++", "--", "+=", "-=", "*=", "/=",
    "<=",  ">=",  "==",  "!=", "&&", "||", "<<", ">>", NULL};

/* The end of what is no token at `at`: blanks, a comment, a directive; `at` if there
 * is none. */
static size_t skip(const char *text, size_t at) {
    if (isspace((unsigned char)text[at]))
        return at + 1;
    if (strncmp(text + at, "/*", 2) == 0) {
        const char *end = strstr(text + at + 2, "*/");
        return end == NULL ? strlen(text) : (size_t)(end - text) + 2;
    }
    if (text[at] != '#' && strncmp(text + at, "//", 2) != 0)
        return at;
    while (text[at] != '\0' && (text[at] != '\n' || text[at - 1] == '\\'))
        at++;
    return at;
}

static size_t end_of_quoted(const char *text, size_t at) {
    char quote = text[at++];
    while (text[at] != '\0' && text[at] != quote)
        at += text[at] == '\\' && text[at + 1] != '\0' ? 2 : 1;
    return text[at] == '\0' ? at : at + 1;
}

static bool goes_on(const char *text, size_t at, bool number) {
    unsigned char c = (unsigned char)text[at];
    if (isalnum(c) || c == '_' || (number && c == '.'))
        return true;
    return number && (c == '-' || c == '+') && at > 0 && strchr("eEpP", text[at - 1]);
}

static size_t end_of_token(const char *text, size_t at, enum token_kind *kind) {
    unsigned char c = (unsigned char)text[at];
    *kind = TOKEN_OTHER;
    if (c == '"' || c == '\'')
        return end_of_quoted(text, at);
    if (isalnum(c) || c == '_' || (c == '.' && isdigit((unsigned char)text[at + 1]))) {
        bool number = isdigit(c) || c == '.';
        *kind = number ? TOKEN_NUMBER : TOKEN_NAME;
        do {
            at++;
        } while (goes_on(text, at, number && strncmp(text + at - 1, "0x", 2) != 0));
        return at;
    }
    for (int i = 0; long_tokens[i] != NULL; i++) {
        if (strncmp(text + at, long_tokens[i], strlen(long_tokens[i])) == 0)
            return at + strlen(long_tokens[i]);
    }
    return at + 1;
}

bool source_is(const struct source *s, int i, const char *text) {
    if (i < 0 || i >= s->count)
        return false;
    size_t length = s->token[i].end - s->token[i].begin;
    return strlen(text) == length &&
           strncmp(s->text + s->token[i].begin, text, length) == 0;
}

bool source_is_one_of(const struct source *s, int i, const char *const *texts) {
    for (int k = 0; texts[k] != NULL; k++) {
        if (source_is(s, i, texts[k]))
            return true;
    }
    return false;
}

static int add_token(struct source *s, struct token token) {
    if (s->count == s->room) {
        int room = s->room == 0 ? 1024 : 2 * s->room;
        struct token *larger = realloc(s->token, (size_t)room * sizeof *larger);
        if (larger == NULL)
            return -1;
        s->token = larger;
        s->room = room;
    }
    s->token[s->count++] = token;
    return 0;
}

static int split(struct source *s) {
    size_t at = 0;
    int line = 1;
    while (s->text[at] != '\0') {
        struct token token = {.begin = at, .line = line};
        size_t end = skip(s->text, at);
        bool nothing = end > at;
        if (!nothing) {
            token.end = end = end_of_token(s->text, at, &token.kind);
            if (add_token(s, token))
                return -1;
        }
        for (; at < end; at++)
            line += s->text[at] == '\n';
    }
    return 0;
}

/* How deep each token is, and whether it is in a function, or in an assertion. A brace
 * that follows a closing parenthesis at the outermost level begins a function. */
static void find_nesting(struct source *s) {
    int nesting = 0, assertion = -1;
    bool body = false;
    for (int i = 0; i < s->count; i++) {
        if (source_is(s, i, ")") || source_is(s, i, "]") || source_is(s, i, "}"))
            nesting--;
        if (nesting <= assertion && source_is(s, i, ";"))
            assertion = -1;
        if (source_is(s, i, "assert") || source_is(s, i, "_Static_assert"))
            assertion = nesting;
        s->token[i].nesting = nesting;
        s->token[i].in_body = body && nesting > 0;
        s->token[i].in_assertion = assertion >= 0;
        if (source_is(s, i, "{")) {
            if (nesting == 0)
                body = source_is(s, i - 1, ")");
            nesting++;
        }
        if (source_is(s, i, "(") || source_is(s, i, "["))
            nesting++;
    }
}

static int declare(struct source *s, int i) {
    if (s->doubles == s->doubles_room) {
        int room = s->doubles_room == 0 ? 64 : 2 * s->doubles_room;
        int *larger = realloc(s->declared, (size_t)room * sizeof *larger);
        if (larger == NULL)
            return -1;
        s->declared = larger;
        s->doubles_room = room;
    }
    s->declared[s->doubles++] = i;
    return 0;
}

/* "double a, *b = ..., c[3]": the names between commas, at the nesting of the type. */
static int find_doubles(struct source *s) {
    static const char *const QUALIFIERS[] = {"*", "const", "restrict", NULL};
    for (int i = 0; i < s->count; i++) {
        if (!source_is(s, i, "double"))
            continue;
        int nesting = s->token[i].nesting, k = i + 1;
        while (k < s->count) {
            while (source_is_one_of(s, k, QUALIFIERS))
                k++;
            if (k >= s->count || s->token[k].kind != TOKEN_NAME || declare(s, k))
                break;
            while (k < s->count && s->token[k].nesting >= nesting &&
                   !((source_is(s, k, ",") || source_is(s, k, ";")) &&
                     s->token[k].nesting == nesting))
                k++;
            if (!source_is(s, k, ",") || source_is(s, k + 1, "const"))
                break;
            k++;
        }
    }
    return 0;
}

int source_read(struct source *s, char *text) {
    *s = (struct source){.text = text};
    if (split(s))
        return -1;
    find_nesting(s);
    return find_doubles(s);
}

void source_free(struct source *s) {
    free(s->text);
    free(s->token);
    free(s->declared);
}

bool source_is_binary(const struct source *s, int i) {
    return i > 0 && i + 1 < s->count && s->text[s->token[i].begin - 1] == ' ' &&
           isspace((unsigned char)s->text[s->token[i].end]);
}

int source_closing(const struct source *s, int i) {
    int k = i + 1;
    while (k < s->count && s->token[k].nesting > s->token[i].nesting)
        k++;
    return k;
}

int source_operand_end(const struct source *s, int i) {
    static const char *const ENDS[] = {"+",  "-",  ";",  ",",  "?",  ":",  "<", ">",
                                       "<=", ">=", "==", "!=", "&&", "||", NULL};
    const int nesting = s->token[i].nesting;
    int k = i;
    while (k < s->count && s->token[k].nesting >= nesting) {
        if (s->token[k].nesting == nesting && source_is_one_of(s, k, ENDS) &&
            (s->token[k].end - s->token[k].begin > 1 ||
             !strchr("+-", s->text[s->token[k].begin]) || source_is_binary(s, k)))
            break;
        k++;
    }
    return k;
}

bool source_is_double(const struct source *s, int i) {
    size_t length = s->token[i].end - s->token[i].begin;
    for (int k = 0; k < s->doubles; k++) {
        const struct token *t = &s->token[s->declared[k]];
        if (t->end - t->begin == length &&
            strncmp(s->text + t->begin, s->text + s->token[i].begin, length) == 0)
            return true;
    }
    return false;
}
