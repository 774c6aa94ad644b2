/* Escapes of roff: what begins with a backslash, and lines that begin with a control character.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/packaging/roff.h"

#include <stdbool.h>
#include <string.h>

/* A hyphen would be turned into another character than a shell takes. */
static void print(const char *text, size_t length, FILE *out) {
    if (length > 0 && (text[0] == '.' || text[0] == '\''))
        fputs("\\&", out);
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '\\': fputs("\\e", out); break;
        case '-': fputs("\\-", out); break;
        case '\'': fputs("\\(aq", out); break;
        case '^': fputs("\\(ha", out); break;
        case '~': fputs("\\(ti", out); break;
        case '`': fputs("\\(ga", out); break;
        case '\n': fputc(' ', out); break;
        default: fputc(text[i], out); break;
        }
    }
}

void roff_print_line(const char *text, FILE *out) {
    print(text, strlen(text), out);
    fputc('\n', out);
}

void roff_print_lines(const char *text, FILE *out) {
    bool is_kept = false;
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        const bool keep = *text == ' ';
        if (keep != is_kept)
            fputs(keep ? ".PP\n.nf\n" : ".fi\n.PP\n", out);
        else if (length == 0)
            fputs(".PP\n", out);
        is_kept = keep;
        if (length > 0) {
            print(text, length, out);
            fputc('\n', out);
        }
        text += length + (text[length] == '\n');
    }
    if (is_kept)
        fputs(".fi\n", out);
}

void roff_print_tag(const char *word, const char *value, FILE *out) {
    fputs(".TP\n\\fB", out);
    print(word, strlen(word), out);
    fputs("\\fR", out);
    if (value != NULL) {
        fputs(" \\fI", out);
        print(value, strlen(value), out);
        fputs("\\fR", out);
    }
    fputc('\n', out);
}
