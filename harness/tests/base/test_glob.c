/* Patterns for names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/base/glob.h"

Test(glob, stars_and_marks_stand_for_characters_and_nothing_else_does) {
    static const struct {
        const char *pattern, *text;
        bool matches;
    } known[] = {
        {"gap-order", "gap-order", true},
        {"gap-order", "gap-order:x", false},
        {"gap-order*", "gap-order:x", true},
        {"gap-order*", "gap-order", true},
        {"*order", "gap-order", true},
        {"*order", "order:x", false},
        {"*", "", true},
        {"", "", true},
        {"", "a", false},
        {"?", "", false},
        {"?", "a", true},
        {"a?c*e", "abcde", true},
        {"*ab*ab*c", "aababxabc", true},
        {"*ab*ab*c", "aabxabd", false},
        {"a*b*", "acccb", true},
        {"[a]", "a", false},
        {"[a]", "[a]", true},
        {"*.", "a.b.", true},
        {"**x", "x", true},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        cr_expect(glob_matches(known[i].pattern, known[i].text) == known[i].matches,
                  "'%s' '%s'", known[i].pattern, known[i].text);
}

Test(glob, a_long_text_takes_no_long_time) {
    char text[4001], pattern[] = "*a*a*a*a*a*a*a*a*a*b";
    for (int i = 0; i < 4000; i++)
        text[i] = 'a';
    text[4000] = '\0';
    cr_expect(!glob_matches(pattern, text));
}

Test(glob, a_pattern_is_told_from_a_name) {
    cr_expect(glob_is_pattern("a*") && glob_is_pattern("?"));
    cr_expect(!glob_is_pattern("gap-order:x") && !glob_is_pattern(""));
}
