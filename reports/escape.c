/* Other people's words in markup and in addresses.
 *
 * The characters allowed are those of XML 1.0, production [2] Char: tab, newline, return
 * and U+0020 .. U+10FFFF without the surrogates, U+FFFE and U+FFFF, but for those that change the
 * direction of the text that follows (Unicode Standard Annex 9). UTF-8 as in RFC 3629: no
 * overlong forms.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/text.h"

#include <string.h>

#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

/* The bytes of the character that starts at s, its code in *code; 0: no valid character.
 * */
static size_t decode_character(const unsigned char *s, size_t left, unsigned long *code) {
    static const unsigned long smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t size = s[0] < 0x80 ? 1 : s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if ((s[0] >= 0x80 && s[0] < 0xC2) || s[0] > 0xF4 || size > left)
        return 0;
    *code = size == 1 ? s[0] : s[0] & (0x7FU >> size);
    for (size_t i = 1; i < size; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (s[i] & 0x3FU);
    }
    return *code >= smallest[size] ? size : 0;
}

static bool is_allowed(unsigned long code) {
    if (code < 0x20)
        return code == '\t' || code == '\n' || code == '\r';
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    bool turns = code == 0x61C || code == 0x200E || code == 0x200F ||
                 (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    return !surrogate && !turns && code != 0xFFFE && code != 0xFFFF && code <= 0x10FFFF;
}

size_t text_allowed(const char *s) {
    unsigned long code = 0;
    size_t left = 0;
    while (left < 4 && s[left] != '\0')
        left++;
    size_t size = decode_character((const unsigned char *)s, left, &code);
    return size > 0 && is_allowed(code) ? size : 0;
}

static const char *find_entity(unsigned long code) {
    switch (code) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    case '\r': return "&#13;";
    default: return NULL;
    }
}

void text_escaped_bytes(struct text *t, const char *s, size_t length) {
    const unsigned char *bytes = (const unsigned char *)s;
    for (size_t i = 0; i < length;) {
        unsigned long code = 0;
        size_t size = decode_character(bytes + i, length - i, &code);
        if (size == 0 || !is_allowed(code)) {
            text_add(t, REPLACEMENT);
            i += size ? size : 1;
            continue;
        }
        const char *entity = find_entity(code);
        if (entity)
            text_add(t, entity);
        else
            text_add_bytes(t, s + i, size);
        i += size;
    }
}

void text_escaped(struct text *t, const char *s) {
    if (s)
        text_escaped_bytes(t, s, strlen(s));
}

static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '_';
}

void text_shell(struct text *t, const char *s) {
    const char *at = s;
    while (is_plain(*at) || (*at != '\0' && strchr("./:+", *at) != NULL))
        at++;
    const bool quoted = *s == '\0' || *at != '\0';
    text_add(t, quoted ? "'" : "");
    for (; *s != '\0'; s++)
        if (*s == '\'')
            text_add(t, "'\\''");
        else
            text_add_bytes(t, s, 1);
    text_add(t, quoted ? "'" : "");
}

void text_address(struct text *t, const char *s) {
    for (; *s; s++)
        if (is_plain(*s) || *s == '.')
            text_add_bytes(t, s, 1);
        else
            text_format(t, "%%%02X", (unsigned)(unsigned char)*s);
}
