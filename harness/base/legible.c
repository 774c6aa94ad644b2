/* What an integrator says, or a file is called, made fit for a table, a document or a terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/legible.h"

#include <stdbool.h>
#include <string.h>

#include "harness/base/text.h"

/* The control characters of ASCII, and those behind it (Unicode, chapter 23.1). */
static int is_control(unsigned long code) {
    return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

static void make(char *text, bool keeps_lines) {
    for (unsigned long code; *text != '\0';) {
        size_t length = text_character(text, &code);
        if (length == 0)
            *text = '?';
        else if (*text == '\n' || *text == '\t')
            *text = keeps_lines ? *text : ' ';
        else if (is_control(code))
            memset(text, '?', length);
        text += length == 0 ? 1 : length;
    }
}

void legible_make(char *text) {
    make(text, false);
}

void legible_make_lines(char *text) {
    make(text, true);
}
