/* Where statements begin and end.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/math_split.h"

#include <stddef.h>
#include <string.h>

static bool is_one_of(char c, const char *set) {
    return c != '\0' && strchr(set, c) != NULL;
}

/* Behind a comment or a quoted text that starts at s; s itself when none does. */
static const char *skip_opaque(const char *s, const char *end) {
    if (*s != '#' && *s != '"') {
        return s;
    }
    const char *line_end = memchr(s, '\n', (size_t)(end - s));
    line_end = line_end ? line_end : end;
    const char *quote = *s == '"' ? memchr(s + 1, '"', (size_t)(line_end - s - 1)) : NULL;
    return quote ? quote + 1 : line_end;
}

static bool ends_in(const char *first, const char *last, const char *word) {
    size_t length = strlen(word), all = (size_t)(last - first);
    return all > length && memcmp(last - length, word, length) == 0 &&
           is_one_of(last[-(ptrdiff_t)length - 1], " \t\r\n)");
}

/* Whether a statement goes on in the next line after what stands from first to last. */
static bool is_unfinished(const char *first, const char *last) {
    return is_one_of(last[-1], "+-*/^=,<>:.") || ends_in(first, last, "then") ||
           ends_in(first, last, "else");
}

/* Whether the statement that stands from first to last ends before this character; `depth`
 * is the number of open brackets. */
static bool ends_before(char c, const char *first, const char *last, int depth) {
    if (depth > 0) {
        return false;
    }
    return c == ';' || c == '}' || (c == '\n' && !is_unfinished(first, last));
}

bool math_split_next(const char **s, const char *end, const char **first,
                     const char **last) {
    const char *at = *s;
    while (at < end && is_one_of(*at, " \t\r\n;")) {
        at++;
    }
    *first = *last = at;
    char previous = '\0';
    for (int depth = 0; at < end;) {
        const char *behind = skip_opaque(at, end);
        if (behind > at) {
            *last = *at == '"' ? behind : *last;
            at = behind;
            continue;
        }
        if (*last > *first && ends_before(*at, *first, *last, depth)) {
            break;
        }
        depth += is_one_of(*at, "([") ? 1 : is_one_of(*at, ")]") ? -1 : 0;
        if (!is_one_of(*at, " \t\r\n")) {
            previous = *at;
            *last = at + 1;
        }
        at++;
        if (depth <= 0 && is_one_of(previous, "{}") && *last == at) {
            break;
        }
    }
    *s = at;
    return *last > *first;
}
