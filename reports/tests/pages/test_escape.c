/* Other people's words in markup and addresses.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "reports/text.h"

struct pair {
    const char *given, *expected;
};

static void check(void (*add)(struct text *, const char *), const struct pair *pairs,
                  size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct text t = {0};
        add(&t, pairs[i].given);
        cr_assert_str_eq(text_bytes(&t), pairs[i].expected, "of '%s' was made '%s'",
                         pairs[i].given, text_bytes(&t));
        text_clear(&t);
    }
}

Test(escape, markup_becomes_text) {
    static const struct pair pairs[] = {
        {"<script>alert(\"1\")</script>",
         "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"},
        {"a & b's", "a &amp; b&#39;s"},
        {"]]>", "]]&gt;"},
        {"q[1] \xCF\x89 \xE2\x88\x92 \xF0\x9F\x98\x80",
         "q[1] \xCF\x89 \xE2\x88\x92 \xF0\x9F\x98\x80"},
        {"tab\tline\n", "tab\tline\n"},
        {"return\r", "return&#13;"},
        {"", ""},
    };
    check(text_escaped, pairs, sizeof pairs / sizeof pairs[0]);
}

Test(escape, what_xml_forbids_is_replaced) {
    static const struct pair pairs[] = {
        {"bell\x07.", "bell\xEF\xBF\xBD."},
        {"half \xE2\x88", "half \xEF\xBF\xBD\xEF\xBF\xBD"},
        {"lone \xBF", "lone \xEF\xBF\xBD"},
        {"overlong \xC0\xAF", "overlong \xEF\xBF\xBD\xEF\xBF\xBD"},
        {"overlong \xE0\x80\xAF", "overlong \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"surrogate \xED\xA0\x80", "surrogate \xEF\xBF\xBD"},
        {"no character \xEF\xBF\xBF", "no character \xEF\xBF\xBD"},
        {"beyond \xF4\x90\x80\x80", "beyond \xEF\xBF\xBD"},
        {"beyond \xF8\x88", "beyond \xEF\xBF\xBD\xEF\xBF\xBD"},
    };
    check(text_escaped, pairs, sizeof pairs / sizeof pairs[0]);
}

Test(escape, what_turns_the_text_behind_it_is_replaced) {
    static const struct pair pairs[] = {
        {"\xD8\x9C", "\xEF\xBF\xBD"},
        {"a\xE2\x80\x8E"
         "b\xE2\x80\x8F",
         "a\xEF\xBF\xBD"
         "b\xEF\xBF\xBD"},
        {"\xE2\x80\xAA \xE2\x80\xAE", "\xEF\xBF\xBD \xEF\xBF\xBD"},
        {"\xE2\x81\xA6 \xE2\x81\xA9", "\xEF\xBF\xBD \xEF\xBF\xBD"},
        {"\xE2\x80\x90\xE2\x80\xAF\xE2\x81\xA5", "\xE2\x80\x90\xE2\x80\xAF\xE2\x81\xA5"},
    };
    check(text_escaped, pairs, sizeof pairs / sizeof pairs[0]);
}

Test(escape, an_address_has_no_special_bytes) {
    static const struct pair pairs[] = {
        {"pendulum-gap.tsv", "pendulum-gap.tsv"},
        {"my model?#1.tsv", "my%20model%3F%231.tsv"},
        {"\xC3\xA4/..", "%C3%A4%2F.."},
        {"\"'<&>%", "%22%27%3C%26%3E%25"},
    };
    check(text_address, pairs, sizeof pairs / sizeof pairs[0]);
}

Test(escape, no_text_adds_nothing) {
    struct text t = {0};
    text_escaped(&t, NULL);
    cr_assert_eq(t.length, 0);
    cr_assert_not(text_failed(&t));
}
