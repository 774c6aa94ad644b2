/* Whether a text is fit to be read.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/source.h"

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
