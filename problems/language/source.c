/* Characters and places of a text, by the definition of UTF-8 in RFC 3629.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/source.h"

static bool is_continuation(unsigned char byte) {
    return (byte & 0xC0) == 0x80;
}

int source_character(const char *text, size_t length) {
    const unsigned char *byte = (const unsigned char *)text;
    if (byte[0] < 0x80)
        return 1;
    int size = byte[0] >= 0xF0 ? 4 : byte[0] >= 0xE0 ? 3 : 2;
    if (byte[0] < 0xC2 || byte[0] > 0xF4 || length < (size_t)size)
        return 0;
    for (int i = 1; i < size; i++)
        if (!is_continuation(byte[i]))
            return 0;
    /* Too long a form, a surrogate, or beyond U+10FFFF. */
    if ((byte[0] == 0xE0 && byte[1] < 0xA0) || (byte[0] == 0xED && byte[1] > 0x9F) ||
        (byte[0] == 0xF0 && byte[1] < 0x90) || (byte[0] == 0xF4 && byte[1] > 0x8F))
        return 0;
    return size;
}

struct source_place source_place(const struct source *s, int offset) {
    struct source_place place = {1, 1};
    for (int i = 0; i < offset && i < s->length; i++) {
        if (s->text[i] == '\n') {
            place.line++;
            place.column = 1;
        } else if (!is_continuation((unsigned char)s->text[i])) {
            place.column++;
        }
    }
    return place;
}
