/* How wide the screen is that a stream's text goes to, and text in lines of that width.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/screen/screen.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Below it nothing is fitted. */
enum { least_columns = 40 };

static struct {
    const FILE *out;
    int columns;
} screen;

void screen_set(const FILE *out, int columns) {
    screen.out = out;
    screen.columns = columns;
}

int screen_columns(const FILE *out) {
    return out == screen.out && screen.columns >= least_columns ? screen.columns : 0;
}

/* The length of the first word; blanks and line ends inside brackets do not end it. */
static int word_length(const char *text) {
    int length = 0, depth = 0;
    while (text[length] != '\0' && (strchr(" \n", text[length]) == NULL || depth > 0)) {
        depth += (text[length] == '[') - (text[length] == ']');
        length++;
    }
    return length;
}

int screen_print_words(const char *text, int column, int indent, int width, FILE *out) {
    bool begins_line = column <= indent;
    text += strspn(text, " \n");
    while (*text != '\0') {
        int length = word_length(text);
        if (width > 0 && !begins_line && column + 1 + length > width) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
            begins_line = true;
        }
        if (!begins_line) {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", length, text);
        begins_line = false;
        column += length;
        text += length;
        text += strspn(text, " \n");
    }
    return column;
}

void screen_print_line(const char *text, int column, int indent, FILE *out) {
    screen_print_words(text, column, indent, screen_columns(out), out);
    fputc('\n', out);
}

void screen_print_format(int column, int indent, FILE *out, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text != NULL)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    screen_print_line(text != NULL ? text : "", column, indent, out);
    free(text);
}
