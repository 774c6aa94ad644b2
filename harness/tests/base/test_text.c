/* Text from anywhere, made fit for a format.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/text.h"

typedef void print_function(const char *text, FILE *out);

static void expect_printed(print_function *print, const char *text, const char *printed) {
    char *got = NULL;
    size_t length;
    FILE *out = open_memstream(&got, &length);
    print(text, out);
    fclose(out);
    cr_expect_str_eq(got, printed);
}

Test(text, a_character_of_utf_8_is_told_from_bytes_that_are_none) {
    static const struct {
        const char *text;
        size_t length;
        unsigned long code;
    } known[] = {
        {"a", 1, 'a'},
        {"\xc3\xa9", 2, 0xe9},
        {"\xe2\x88\x82", 3, 0x2202},
        {"\xf0\x9f\x98\x80", 4, 0x1f600},
        {"\xf4\x8f\xbf\xbf", 4, 0x10ffff},
        {"\x80", 0, 0},
        {"\xc0\xaf", 0, 0},         /* overlong */
        {"\xe0\x80\xaf", 0, 0},     /* overlong */
        {"\xed\xa0\x80", 0, 0},     /* a surrogate */
        {"\xef\xbf\xbf", 0, 0},     /* no character */
        {"\xf4\x90\x80\x80", 0, 0}, /* beyond the last */
        {"\xe2\x82", 0, 0},         /* cut */
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        unsigned long code = 0;
        cr_expect(text_character(known[i].text, &code) == known[i].length, "%zu", i);
        cr_expect(known[i].length == 0 || code == known[i].code, "%zu: %lx", i, code);
    }
}

Test(text, in_quotes_everything_stays_on_one_line) {
    expect_printed(text_print_quoted, "a\"b\\c\nd\te", "\"a\\\"b\\\\c\\nd\\te\"");
    expect_printed(text_print_quoted, "\x01\x7f\r", "\"\\x01\\x7f\\x0d\"");
    expect_printed(text_print_quoted, "\xc2\x85\xe2\x80\xa8\xef\xbb\xbf",
                   "\"\\x85\\u2028\\ufeff\"");
    expect_printed(text_print_quoted, "\xc3\xa9\xff", "\"\xc3\xa9?\"");
}

Test(text, markdown_is_neither_markup_nor_more_than_a_line) {
    expect_printed(text_print_markdown, "a|b<c>&\n*d*", "a\\|b&lt;c&gt;&amp; \\*d\\*");
    expect_printed(text_print_markdown, "`x`[y]$z$!", "\\`x\\`\\[y\\]\\$z\\$\\!");
    expect_printed(text_print_markdown, "\x01\xff\xe2\x80\xa8\xc3\xa9", "?? \xc3\xa9");
}

Test(text, plain_words_have_letters_digits_and_a_few_signs) {
    expect_printed(text_print_plain, "gap-order:x.2/a+b", "gap-order:x.2/a+b");
    expect_printed(text_print_plain, "a b\"#<\n\xc3\xa9", "a_b______");
}

Test(text, an_address_has_no_blanks_and_no_signs_of_its_own) {
    expect_printed(text_print_uri, "/a b/c#d?e%", "/a%20b/c%23d%3Fe%25");
    expect_printed(text_print_uri, "\xc3\xa9-._~", "%C3%A9-._~");
}
