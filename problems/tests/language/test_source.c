/* Messages: where the caret stands, and what is left of long lines, paths and words.
 *
 * Seen to fail: with columns that count bytes, with the window one character to the right.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/source.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "problems/base/status.h"

static void message(const struct source *s, int offset, struct diagnostic *d,
                    const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    source_message(s, offset, d, format, arguments);
    va_end(arguments);
}

static struct source source_of(const char *text) {
    return (struct source){SOURCE_FILE, "a.model", text, (int)strlen(text)};
}

Test(source, counts_characters_and_not_bytes) {
    struct source s = source_of("a\n# \xC3\xA9\xE2\x82\xAC x");
    struct source_place p = source_place(&s, (int)(strchr(s.text, 'x') - s.text));
    cr_assert_eq(p.line, 2);
    cr_assert_eq(p.column, 6);
}

Test(source, puts_the_caret_below_the_place_also_after_tabs) {
    struct diagnostic d;
    struct source s = source_of("\ta\tb\nc");
    message(&s, 3, &d, "%s", "here");
    cr_assert_str_eq(d.text, "a.model:1:4: here\n    \ta\tb\n    \t \t^\n");
    message(&s, s.length, &d, "%s", "here");
    cr_assert_str_eq(d.text, "a.model:2:2: here\n    c\n     ^\n");
}

/* The caret of a message: the character above it; '\0': there is none. */
static char character_above_caret(const char *text) {
    const char *line = strchr(text, '\n') + 1, *caret_line = strchr(line, '\n') + 1;
    size_t column = strcspn(caret_line, "^");
    cr_assert(caret_line[column] == '^', "%s", text);
    cr_assert(column < (size_t)(caret_line - line), "%s", text);
    return line[column];
}

Test(source, shows_the_caret_in_every_line_of_any_length) {
    enum { LENGTH = 500, WIDEST = 4 + 3 + 72 + 3 + 1 };
    char text[LENGTH + 1];
    for (int length = 1; length <= LENGTH; length += 7)
        for (int at = 0; at < length; at++) {
            memset(text, 'o', sizeof text);
            text[at] = 'X';
            text[length] = '\0';
            struct source s = source_of(text);
            struct diagnostic d;
            message(&s, at, &d, "%s", "here");
            cr_assert_eq(character_above_caret(d.text), 'X', "%d of %d", at, length);
            const char *line = strchr(d.text, '\n') + 1;
            cr_assert(strcspn(line, "\n") < WIDEST, "%d of %d", at, length);
        }
}

Test(source, shortens_paths_and_messages_but_never_the_caret) {
    char path[3000], words[3000], line[3000];
    memset(path, 'p', sizeof path - 1);
    memset(words, 'w', sizeof words - 1);
    path[sizeof path - 1] = words[sizeof words - 1] = '\0';
    strcpy(path + 2990, "END");
    /* Characters of four bytes are the longest. */
    for (size_t i = 0; i + 5 < sizeof line; i += 4)
        memcpy(line + i, "\xF0\x9F\x98\x80", 5);
    struct source s = {SOURCE_FILE, path, line, (int)strlen(line)};
    struct diagnostic d;
    message(&s, 1600, &d, "%s", words);
    cr_assert(strlen(d.text) < sizeof d.text - 1);
    cr_assert(strstr(d.text, "END:1:401: ") != NULL);
    cr_assert_str_eq(d.text + strlen(d.text) - 2, "^\n");
    cr_assert(strncmp(d.text, "...ppp", 6) == 0);
    cr_assert(strstr(d.text, "www...\n") != NULL);
}
