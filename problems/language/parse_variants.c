/* The variants of a file, without the rest of it: a folder's list asks for no more, and the rest is
 * twenty times as long.
 *
 * A statement that begins with "variant" begins a line, as the house writes it, or follows ';'
 * or '}'. Where the word stands elsewhere, as in a comment or a string, or begins a line and no
 * variant, as a tag may, the file is parsed as a whole.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/language/parser.h"
#include "problems/language/source.h"

static const char word[] = "variant";

enum { WORD_LENGTH = sizeof word - 1 };

static bool is_name_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_';
}

/* The offset of the next such word from an offset on; the length of the text: there is none. */
static int next_word(const struct source *s, int from) {
    const char *const end = s->text + s->length;
    for (const char *at = s->text + from; end - at >= WORD_LENGTH; at++) {
        at = memchr(at, word[0], (size_t)(end - at) - WORD_LENGTH + 1);
        if (at == NULL)
            break;
        if (memcmp(at, word, WORD_LENGTH) == 0 &&
            (at == s->text || !is_name_part(at[-1])) &&
            (end - at == WORD_LENGTH || !is_name_part(at[WORD_LENGTH])))
            return (int)(at - s->text);
    }
    return s->length;
}

static bool begins_line(const struct source *s, int offset) {
    while (offset > 0 && (s->text[offset - 1] == ' ' || s->text[offset - 1] == '\t'))
        offset--;
    return offset == 0 || s->text[offset - 1] == '\n';
}

enum problem_status parse_variants(const struct source *s, struct arena *arena,
                                   struct atoms *atoms, struct statement **first,
                                   struct diagnostic *d) {
    enum problem_status status = PROBLEM_OK;
    struct statement **end = first;
    *first = NULL;
    for (int at = next_word(s, 0); at < s->length; at = next_word(s, at + WORD_LENGTH))
        if (!begins_line(s, at))
            return parse_file(s, arena, atoms, first, d);
    for (int at = next_word(s, 0); at < s->length && status == PROBLEM_OK;
         at = next_word(s, at + WORD_LENGTH))
        status = parse_variant_at(s, at, arena, atoms, &end, d);
    return status == PROBLEM_BAD_MODEL ? parse_file(s, arena, atoms, first, d) : status;
}
