/* Words: their kinds, places and limits.
 *
 * Seen to fail: with "1." taken before "..", with the exponent's sign skipped.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/lexer.h"
#include "problems/language/source.h"

#include <criterion/criterion.h>
#include <string.h>

enum { WORDS = 16 };

static const struct {
    const char *text;
    enum token_kind kind[WORDS]; /* the rest is TOKEN_END, which is 0 */
} ROW[] = {
    {"", {TOKEN_END}},
    {"a b_1 c9", {TOKEN_NAME, TOKEN_NAME, TOKEN_NAME}},
    {"1..n", {TOKEN_NUMBER, TOKEN_DOTS, TOKEN_NAME}},
    {"1.5..2", {TOKEN_NUMBER, TOKEN_DOTS, TOKEN_NUMBER}},
    {"1e-8 2E+3 3e4", {TOKEN_NUMBER, TOKEN_NUMBER, TOKEN_NUMBER}},
    {"< <= > >= = != !",
     {TOKEN_LESS, TOKEN_LESS_EQUAL, TOKEN_GREATER, TOKEN_GREATER_EQUAL, TOKEN_EQUAL,
      TOKEN_NOT_EQUAL, TOKEN_WRONG}},
    {"a' = -b", {TOKEN_NAME, TOKEN_PRIME, TOKEN_EQUAL, TOKEN_MINUS, TOKEN_NAME}},
    {"time t titles title", {TOKEN_NAME, TOKEN_TIME, TOKEN_NAME, TOKEN_TITLE}},
    {"\"a # b\" # c", {TOKEN_STRING}},
    {"a # b\nc", {TOKEN_NAME, TOKEN_NEWLINE, TOKEN_NAME}},
    {"a;b", {TOKEN_NAME, TOKEN_NEWLINE, TOKEN_NAME}},
    {"a +\n\n# c\n  b", {TOKEN_NAME, TOKEN_PLUS, TOKEN_NAME}},
    {"(a\nb)\nc",
     {TOKEN_OPEN, TOKEN_NAME, TOKEN_NAME, TOKEN_CLOSE, TOKEN_NEWLINE, TOKEN_NAME}},
    {"[a\n]\n",
     {TOKEN_OPEN_INDEX, TOKEN_NAME, TOKEN_CLOSE_INDEX, TOKEN_NEWLINE, TOKEN_END}},
    {"{\n}", {TOKEN_OPEN_BLOCK, TOKEN_NEWLINE, TOKEN_CLOSE_BLOCK}},
    {")\na", {TOKEN_CLOSE, TOKEN_NEWLINE, TOKEN_NAME}},
    {"_a", {TOKEN_WRONG}},
    {".5", {TOKEN_WRONG}},
    {"5.", {TOKEN_WRONG}},
    {"5.e3", {TOKEN_WRONG}},
    {"5e", {TOKEN_WRONG}},
    {"5e+", {TOKEN_WRONG}},
    {"5x", {TOKEN_WRONG}},
    {"5.5.5", {TOKEN_NUMBER, TOKEN_WRONG}},
    {"1e5000 1e-5000 1e05000", {TOKEN_NUMBER, TOKEN_NUMBER, TOKEN_NUMBER}},
    {"1e-5001", {TOKEN_WRONG}},
    {"1e99999999999999999999", {TOKEN_WRONG}},
    {"\"a", {TOKEN_WRONG}},
    {"\"a\n\"", {TOKEN_WRONG}},
    {"a $", {TOKEN_NAME, TOKEN_WRONG}},
    {"\xC3\xA9", {TOKEN_WRONG}},
};
enum { ROWS = sizeof ROW / sizeof ROW[0] };

Test(lexer, cuts_each_text_into_the_words_of_the_table) {
    for (int i = 0; i < ROWS; i++) {
        struct source s = {SOURCE_FILE, "a.model", ROW[i].text, (int)strlen(ROW[i].text)};
        struct lexer l = lexer_start(&s);
        for (int j = 0; j < WORDS; j++) {
            struct token token = lexer_next(&l);
            cr_expect_eq(token.kind, ROW[i].kind[j], "row %d, word %d: %d", i, j,
                         (int)token.kind);
            if (token.kind == TOKEN_WRONG) {
                cr_expect(l.error != NULL && strlen(l.error) > 0, "row %d", i);
                break;
            }
        }
    }
}

Test(lexer, knows_where_words_stand) {
    const char *text = "let ab = \"c d\" # x\n  12.5e3";
    static const struct {
        int offset, length;
    } PLACE[] = {{0, 3}, {4, 2}, {7, 1}, {9, 5}, {18, 1}, {21, 6}, {27, 0}};
    struct source s = {SOURCE_FILE, "a.model", text, (int)strlen(text)};
    struct lexer l = lexer_start(&s);
    for (size_t i = 0; i < sizeof PLACE / sizeof PLACE[0]; i++) {
        struct token token = lexer_next(&l);
        cr_expect_eq(token.offset, PLACE[i].offset, "word %zu", i);
        cr_expect_eq(token.length, PLACE[i].length, "word %zu", i);
    }
}

Test(lexer, takes_each_keyword_for_itself_only) {
    for (int kind = TOKEN_TITLE; kind <= TOKEN_PI; kind++) {
        char text[32];
        strcpy(text, token_text((enum token_kind)kind));
        struct source s = {SOURCE_FILE, "a.model", text, (int)strlen(text)};
        struct lexer l = lexer_start(&s);
        cr_expect_eq((int)lexer_next(&l).kind, kind);
        strcat(text, "_");
        s.length++;
        l = lexer_start(&s);
        cr_expect_eq(lexer_next(&l).kind, TOKEN_NAME, "%s", text);
    }
}

Test(lexer, takes_names_of_64_letters_and_no_more) {
    char text[66];
    memset(text, 'k', sizeof text);
    struct source s = {SOURCE_FILE, "a.model", text, 64};
    struct lexer l = lexer_start(&s);
    cr_assert_eq(lexer_next(&l).kind, TOKEN_NAME);
    s.length = 65;
    l = lexer_start(&s);
    cr_assert_eq(lexer_next(&l).kind, TOKEN_WRONG);
}
