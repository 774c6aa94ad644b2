/* Lines without their comments.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/typeset/written.h"

#include <ctype.h>
#include <string.h>

/* The length of a line without its comment and the blanks before that. */
static size_t length_without_comment(const char *line, size_t length) {
    bool quoted = false;
    size_t end = 0;
    while (end < length && (line[end] != '#' || quoted))
        quoted ^= line[end++] == '"';
    while (end > 0 && isspace((unsigned char)line[end - 1]))
        end--;
    return end;
}

static void write_character(FILE *out, char c, bool as_markup) {
    if (as_markup && c == '&')
        fputs("&amp;", out);
    else if (as_markup && c == '<')
        fputs("&lt;", out);
    else if (as_markup && c == '>')
        fputs("&gt;", out);
    else
        putc(c, out);
}

void written_text(FILE *out, const struct source *source, int begin, int end,
                  bool as_markup) {
    const char *line = source->text + begin, *last = source->text + end;
    bool first = true;
    while (line < last) {
        const char *stop = memchr(line, '\n', (size_t)(last - line));
        stop = stop == NULL ? last : stop;
        const size_t length = length_without_comment(line, (size_t)(stop - line));
        if (length > 0 && !first)
            putc('\n', out);
        for (size_t i = 0; i < length; i++)
            write_character(out, line[i], as_markup);
        first = first && length == 0;
        line = stop + 1;
    }
}
