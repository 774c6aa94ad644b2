/* Other people's words in markup and addresses.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "reports/text.h"

#define NONE "\xEF\xBF\xBD" /* U+FFFD */

static const struct {
    void (*add)(struct text *, const char *);
    const char *given, *expected;
} pairs[] = {
    /* markup becomes text */
    {text_escaped, "<script>alert(\"1\")</script>",
     "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"},
    {text_escaped, "a & b's", "a &amp; b&#39;s"},
    {text_escaped, "]]>", "]]&gt;"},
    {text_escaped, "q[1] \xCF\x89 \xE2\x88\x92 \xF0\x9F\x98\x80",
     "q[1] \xCF\x89 \xE2\x88\x92 \xF0\x9F\x98\x80"},
    {text_escaped, "tab\tline\n", "tab\tline\n"},
    {text_escaped, "return\r", "return&#13;"},
    {text_escaped, "", ""},
    /* what XML forbids is replaced */
    {text_escaped, "bell\x07.", "bell" NONE "."},
    {text_escaped, "half \xE2\x88", "half " NONE NONE},
    {text_escaped, "lone \xBF", "lone " NONE},
    {text_escaped, "overlong \xC0\xAF", "overlong " NONE NONE},
    {text_escaped, "overlong \xE0\x80\xAF", "overlong " NONE NONE NONE},
    {text_escaped, "surrogate \xED\xA0\x80", "surrogate " NONE},
    {text_escaped, "no character \xEF\xBF\xBF", "no character " NONE},
    {text_escaped, "beyond \xF4\x90\x80\x80", "beyond " NONE},
    {text_escaped, "beyond \xF8\x88", "beyond " NONE NONE},
    /* what turns the text behind it around, too */
    {text_escaped, "\xD8\x9C", NONE},
    {text_escaped, "\xE2\x80\x8E-\xE2\x80\x8F", NONE "-" NONE},
    {text_escaped, "\xE2\x80\xAA \xE2\x80\xAE", NONE " " NONE},
    {text_escaped, "\xE2\x81\xA6 \xE2\x81\xA9", NONE " " NONE},
    {text_escaped, "\xE2\x80\x90\xE2\x80\xAF\xE2\x81\xA5",
     "\xE2\x80\x90\xE2\x80\xAF\xE2\x81\xA5"},
    /* a shell gets one word */
    {text_shell, "./a-b_1.so:x", "./a-b_1.so:x"},
    {text_shell, "a b; $(c) `d`", "'a b; $(c) `d`'"},
    {text_shell, "it's", "'it'\\''s'"},
    {text_shell, "", "''"},
    /* an address has no special bytes */
    {text_address, "pendulum-gap.tsv", "pendulum-gap.tsv"},
    {text_address, "my model?#1.tsv", "my%20model%3F%231.tsv"},
    {text_address, "\xC3\xA4/..", "%C3%A4%2F.."},
    {text_address, "\"'<&>%", "%22%27%3C%26%3E%25"},
};

Test(escape, words_of_others_are_no_more_than_words) {
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct text t = {0};
        pairs[i].add(&t, pairs[i].given);
        cr_expect_str_eq(text_bytes(&t), pairs[i].expected, "of '%s' was made '%s'",
                         pairs[i].given, text_bytes(&t));
    }
}

Test(escape, no_text_adds_nothing) {
    struct text t = {0};
    text_escaped(&t, NULL);
    cr_assert_eq(t.length, 0);
    cr_assert_not(text_failed(&t));
}
