/* Comma-separated values (RFC 4180, section 2).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/csv.h"

#include <stdlib.h>
#include <string.h>

/* One field from `at` on to `to`, which move behind it. Nonzero: a quote is not closed. */
static int read_field(const char **at, const char *end, char **to) {
    const char *c = *at;
    int quoted = c < end && *c == '"';
    c += quoted;
    for (;; c++) {
        if (c == end && quoted)
            return -1;
        if (c == end)
            break;
        if (quoted && *c == '"' && c + 1 < end && c[1] == '"')
            c++;
        else if (quoted && *c == '"')
            quoted = 0, c++;
        if (!quoted && (c == end || *c == ',' || *c == '\n'))
            break;
        if (!quoted && *c == '\r' && (c + 1 == end || c[1] == '\n'))
            break;
        *(*to)++ = *c;
    }
    *at = c;
    *(*to)++ = '\0';
    return 0;
}

int csv_read(struct csv_line *line, const char **at, const char *end) {
    *line = (struct csv_line){.count = 0};
    if (*at >= end)
        return 0;
    /* A field is never longer than it is written, but for its end. */
    line->text = malloc((size_t)(end - *at) + 2);
    char *to = line->text;
    int failed = to == NULL, more = !failed;
    while (more && !failed) {
        failed = line->count == CSV_MOST_FIELDS;
        if (failed)
            break;
        line->field[line->count++] = to;
        failed = read_field(at, end, &to);
        more = !failed && *at < end && **at == ',';
        *at += more;
    }
    if (failed) {
        csv_clear(line);
        return -1;
    }
    *at += *at < end && **at == '\r';
    *at += *at < end && **at == '\n';
    return 1;
}

void csv_clear(struct csv_line *line) {
    free(line->text);
    *line = (struct csv_line){.count = 0};
}

void csv_print(const char *text, int more, FILE *out) {
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, out);
    } else {
        fputc('"', out);
        for (const char *c = text; *c != '\0'; c++) {
            if (*c == '"')
                fputc('"', out);
            fputc(*c, out);
        }
        fputc('"', out);
    }
    fputc(more ? ',' : '\n', out);
}
