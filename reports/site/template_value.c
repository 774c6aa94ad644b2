/* Values as a page shows them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "reports/site/template.h"

/* Whether a character of UTF-8 changes the direction of the text that follows: U+061C,
 * U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069 (Unicode Standard Annex 9). */
static size_t turns_text(const char *s) {
    const unsigned char *u = (const unsigned char *)s;
    if (u[0] == 0xD8 && u[1] == 0x9C)
        return 2;
    if (u[0] != 0xE2 || (u[1] != 0x80 && u[1] != 0x81))
        return 0;
    bool turns = u[1] == 0x80
                     ? u[2] == 0x8E || u[2] == 0x8F || (u[2] >= 0xAA && u[2] <= 0xAE)
                     : u[2] >= 0xA6 && u[2] <= 0xA9;
    return turns ? 3 : 0;
}

static void add_words(struct text *out, const char *words) {
    const char *begin = words;
    for (const char *at = words; *at != '\0';) {
        size_t length = turns_text(at);
        if (length == 0) {
            at++;
            continue;
        }
        text_escaped_bytes(out, begin, (size_t)(at - begin));
        text_add(out, "\xEF\xBF\xBD");
        begin = at += length;
    }
    text_escaped_bytes(out, begin, strlen(begin));
}

/* 1.25e-08 becomes 1.25e-8, with a minus sign that is one. */
static void add_number(struct text *out, double value) {
    struct text plain = {0};
    if (!isfinite(value))
        return;
    text_format(&plain, "%.5g", value);
    bool padded = false;
    for (const char *c = text_bytes(&plain); *c != '\0'; c++) {
        if (*c == '-')
            text_add(out, "\xE2\x88\x92");
        else if (*c != '+' && !(padded && *c == '0' && c[1] != '\0'))
            text_add_bytes(out, c, 1);
        padded = *c == 'e' || (padded && (*c == '-' || *c == '+'));
    }
    text_clear(&plain);
}

void template_value(struct text *out, const json_t *value) {
    if (json_is_string(value))
        add_words(out, json_string_value(value));
    else if (json_is_integer(value))
        text_format(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        add_number(out, json_real_value(value));
    else if (json_is_boolean(value))
        text_add(out, json_is_true(value) ? "yes" : "no");
}
