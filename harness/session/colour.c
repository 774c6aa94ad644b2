/* Verdicts in colour. The escapes are those of ECMA-48, SGR: 32 green, 31 red, 0 default.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/session/colour.h"

#include <stdbool.h>
#include <string.h>

static const struct {
    const char *first, *last; /* words at the start and at the end of a line */
    int colour;
} verdicts[] = {{"PASS:", "  pass", 32}, {"FAIL:", "  fail", 31}};

enum { word_length = 4 };

static void print_word(const char *word, int colour, FILE *out) {
    fprintf(out, "\033[%dm%.*s\033[0m", colour, (int)word_length, word);
}

static bool ends_with(const char *line, size_t length, const char *end) {
    const size_t its = strlen(end);
    return length >= its && strncmp(line + length - its, end, its) == 0;
}

/* A line of this length without its end. */
static void print_line(const char *line, size_t length, FILE *out) {
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        if (strncmp(line, verdicts[i].first, strlen(verdicts[i].first)) == 0) {
            print_word(line, verdicts[i].colour, out);
            line += word_length;
            length -= word_length;
        } else if (ends_with(line, length, verdicts[i].last)) {
            length -= word_length;
            fwrite(line, 1, length, out);
            print_word(line + length, verdicts[i].colour, out);
            return;
        }
    }
    fwrite(line, 1, length, out);
}

void colour_verdicts(const char *text, FILE *out) {
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        print_line(text, length, out);
        text += length;
        if (*text == '\n')
            fputc(*text++, out);
    }
}
