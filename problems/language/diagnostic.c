/* Messages with the line they are about, and a caret.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "problems/base/status.h"
#include "problems/language/source.h"

/* The parts together stay below the size of a diagnostic's text:
 * path and numbers 230, message 320, line 4 + 3 + 72 * 4 + 3 + 1, caret 4 + 3 + 73 + 1. */
enum { PATH_BYTES = 200, MESSAGE_BYTES = 320, LINE_CHARACTERS = 72, CARET_AT_LEAST = 40 };

static const char *const MARGIN = "    ", *const CUT = "...";

/* A cursor into the text of a diagnostic. */
struct writer {
    struct diagnostic *d;
    size_t used;
};

static void put_text(struct writer *w, const char *text, size_t length) {
    size_t room = sizeof w->d->text - 1 - w->used;
    size_t size = length < room ? length : room;
    memcpy(w->d->text + w->used, text, size);
    w->used += size;
    w->d->text[w->used] = '\0';
}

static void put_string(struct writer *w, const char *text) {
    put_text(w, text, strlen(text));
}

static void put_place(struct writer *w, const struct source *s, int offset) {
    if (s->kind == SOURCE_SETTING) {
        put_string(w, "wrong setting: ");
        return;
    }
    size_t length = strlen(s->path), skip = length > PATH_BYTES ? length - PATH_BYTES : 0;
    while (skip > 0 && skip < length && ((unsigned char)s->path[skip] & 0xC0) == 0x80)
        skip++;
    struct source_place place = source_place(s, offset);
    char numbers[64];
    snprintf(numbers, sizeof numbers, ":%d:%d: ", place.line, place.column);
    put_string(w, skip > 0 ? CUT : "");
    put_string(w, s->path + skip);
    put_string(w, numbers);
}

/* Adds a message, cut between two characters when it is too long. */
static void put_message(struct writer *w, const char *format, va_list arguments) {
    char message[MESSAGE_BYTES + 1];
    int length = vsnprintf(message, sizeof message, format, arguments);
    if (length <= MESSAGE_BYTES) {
        put_string(w, message);
    } else {
        size_t kept = MESSAGE_BYTES - strlen(CUT);
        while (((unsigned char)message[kept] & 0xC0) == 0x80)
            kept--;
        put_text(w, message, kept);
        put_string(w, CUT);
    }
    put_string(w, "\n");
}

/* The bytes of the character at an offset; what is no character counts as one byte. */
static int step_forward(const struct source *s, int offset) {
    int size = source_character(s->text + offset, (size_t)(s->length - offset));
    return size > 0 ? size : 1;
}

/* Adds the characters of text[from..to-1]; with `blank`, as much empty space. */
static void put_characters(struct writer *w, const struct source *s, int from, int to,
                           bool blank) {
    for (int i = from, size; i < to; i += size) {
        size = step_forward(s, i);
        unsigned char c = (unsigned char)s->text[i];
        bool shown = c >= 0x20 && c != 0x7F && (size > 1 || c < 0x80);
        if (c == '\t')
            put_string(w, "\t");
        else if (blank)
            put_string(w, " ");
        else if (shown)
            put_text(w, s->text + i, (size_t)size);
        else
            put_string(w, "?");
    }
}

/* The part of the line around `offset` that is shown: LINE_CHARACTERS at most. */
static void choose_window(const struct source *s, int offset, int *from, int *to) {
    int begin = offset, end = offset, before = 0, after = 0;
    while (begin > 0 && s->text[begin - 1] != '\n' && before < LINE_CHARACTERS) {
        begin--;
        before += ((unsigned char)s->text[begin] & 0xC0) != 0x80;
    }
    while (end < s->length && s->text[end] != '\n' && after < LINE_CHARACTERS) {
        end += step_forward(s, end);
        after++;
    }
    if (end > offset && s->text[end - 1] == '\r')
        end--;
    int excess = before + after - LINE_CHARACTERS;
    for (; excess > 0 && before > CARET_AT_LEAST; excess--, before--)
        begin += step_forward(s, begin);
    for (; excess > 0 && after > 0; excess--, after--)
        do
            end--;
        while (end > offset && ((unsigned char)s->text[end] & 0xC0) == 0x80);
    *from = begin;
    *to = end;
}

void source_message(const struct source *s, int offset, struct diagnostic *d,
                    const char *format, va_list arguments) {
    struct writer w = {d, 0};
    int from, to;
    offset = offset < s->length ? offset : s->length;
    put_place(&w, s, offset);
    put_message(&w, format, arguments);
    choose_window(s, offset, &from, &to);
    bool cut_left = from > 0 && s->text[from - 1] != '\n';
    bool cut_right = to < s->length && s->text[to] != '\n' && s->text[to] != '\r';
    put_string(&w, MARGIN);
    put_string(&w, cut_left ? CUT : "");
    put_characters(&w, s, from, to, false);
    put_string(&w, cut_right ? CUT : "");
    put_string(&w, "\n");
    put_string(&w, MARGIN);
    put_string(&w, cut_left ? "   " : "");
    put_characters(&w, s, from, offset, true);
    put_string(&w, "^\n");
}
