/* A text that grows: doubling keeps the cost of n appended bytes at O(n).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256 };

void text_clear(struct text *t) {
    if (t) {
        free(t->data);
        *t = (struct text){0};
    }
}

bool text_failed(const struct text *t) {
    return t->failed;
}

const char *text_bytes(const struct text *t) {
    return t->data ? t->data : "";
}

bool text_begins(const char *s, const char *with) {
    return strncmp(s, with, strlen(with)) == 0;
}

size_t text_word(const char **at) {
    *at += strspn(*at, " ");
    return strcspn(*at, " ");
}

/* Room for `more` bytes and the zero byte at the end. */
static bool make_room(struct text *t, size_t more) {
    if (t->failed || more > SIZE_MAX / 4 - t->length) {
        t->failed = true;
        return false;
    }
    size_t need = t->length + more + 1;
    if (need <= t->room)
        return true;
    size_t room = t->room ? t->room : FIRST_ROOM;
    while (room < need)
        room *= 2;
    char *data = realloc(t->data, room);
    if (!data) {
        t->failed = true;
        return false;
    }
    t->data = data;
    t->room = room;
    return true;
}

void text_add_bytes(struct text *t, const char *s, size_t length) {
    if (make_room(t, length)) {
        memcpy(t->data + t->length, s, length);
        t->length += length;
        t->data[t->length] = '\0';
    }
}

void text_add(struct text *t, const char *s) {
    text_add_bytes(t, s, strlen(s));
}

static void add_format(struct text *t, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length >= 0 && make_room(t, (size_t)length)) {
        vsnprintf(t->data + t->length, (size_t)length + 1, format, again);
        t->length += (size_t)length;
    }
    t->failed = t->failed || length < 0;
    va_end(again);
}

void text_format(struct text *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_format(t, format, arguments);
    va_end(arguments);
}

struct text text_made(const char *format, ...) {
    struct text t = {0};
    va_list arguments;
    va_start(arguments, format);
    add_format(&t, format, arguments);
    va_end(arguments);
    return t;
}
