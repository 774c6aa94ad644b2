/* Whether a text is fit to be read, by the definition of UTF-8 in RFC 3629.
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

static bool refuse(const struct source *s, int offset, struct diagnostic *d,
                   const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    source_message(s, offset, d, format, arguments);
    va_end(arguments);
    return false;
}

static bool is_control(unsigned char c) {
    return (c < 0x20 && c != '\n' && c != '\t' && c != '\r') || c == 0x7F;
}

bool source_check(const struct source *s, struct diagnostic *d) {
    if (s->length > SOURCE_BYTES_LIMIT)
        return refuse(s, 0, d, "the text is longer than %d bytes", SOURCE_BYTES_LIMIT);
    for (int i = 0, line = 0, size; i < s->length; i += size) {
        unsigned char c = (unsigned char)s->text[i];
        size = source_character(s->text + i, (size_t)(s->length - i));
        if (size == 0)
            return refuse(s, i, d, "the byte %02X is not part of a UTF-8 character", c);
        if (is_control(c))
            return refuse(s, i, d, "the control character %02X may not stand here", c);
        if (c == '\n')
            line = i + 1;
        if (i - line >= SOURCE_LINE_LIMIT)
            return refuse(s, i, d, "the line is longer than %d bytes", SOURCE_LINE_LIMIT);
    }
    return true;
}
