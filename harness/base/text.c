/* Text from anywhere, made fit for a format.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The last characters of ASCII and of the control characters behind it; line ends that are
 * none of ASCII's; a mark of byte order. */
enum {
    first_printable = 0x20,
    delete_character = 0x7f,
    last_control = 0x9f,
    line_separator = 0x2028,
    paragraph_separator = 0x2029,
    byte_order_mark = 0xfeff
};

bool text_is_one_of(const char *text, const char *const *list) {
    for (int i = 0; list[i] != NULL; i++)
        if (strcmp(text, list[i]) == 0)
            return true;
    return false;
}

size_t text_character(const char *text, unsigned long *code) {
    const unsigned char *byte = (const unsigned char *)text;
    *code = byte[0];
    if (byte[0] < 0x80)
        return 1;
    if (byte[0] < 0xc2 || byte[0] > 0xf4)
        return 0;
    size_t length = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
    *code = byte[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((byte[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (byte[i] & 0x3fu);
    }
    bool is_overlong = *code < (length == 4 ? 0x10000ul : length == 3 ? 0x800ul : 0x80ul);
    bool is_surrogate = *code >= 0xd800 && *code <= 0xdfff;
    bool is_none = *code == 0xfffe || *code == 0xffff || *code > 0x10ffff;
    return is_overlong || is_surrogate || is_none ? 0 : length;
}

/* Bytes that are no UTF-8 become question marks. */
static void print_characters(const char *text,
                             void (*print)(unsigned long code, const char *bytes,
                                           size_t length, FILE *out),
                             FILE *out) {
    while (*text != '\0') {
        unsigned long code;
        size_t length = text_character(text, &code);
        if (length == 0)
            fputc('?', out);
        else
            print(code, text, length, out);
        text += length > 0 ? length : 1;
    }
}

static void print_quoted_character(unsigned long code, const char *bytes, size_t length,
                                   FILE *out) {
    bool is_separator = code == line_separator || code == paragraph_separator;
    if (code == '"' || code == '\\')
        fprintf(out, "\\%c", (int)code);
    else if (code == '\n')
        fputs("\\n", out);
    else if (code == '\t')
        fputs("\\t", out);
    else if (code < first_printable || (code >= delete_character && code <= last_control))
        fprintf(out, "\\x%02lx", code);
    else if (is_separator || code == byte_order_mark)
        fprintf(out, "\\u%04lx", code);
    else
        fwrite(bytes, 1, length, out);
}

void text_print_quoted(const char *text, FILE *out) {
    fputc('"', out);
    print_characters(text, print_quoted_character, out);
    fputc('"', out);
}

static void print_markdown_character(unsigned long code, const char *bytes, size_t length,
                                     FILE *out) {
    if (code == '<')
        fputs("&lt;", out);
    else if (code == '>')
        fputs("&gt;", out);
    else if (code == '&')
        fputs("&amp;", out);
    else if (code < delete_character && code > ' ' &&
             strchr("\\`*_{}[]|#~$!", (int)code) != NULL)
        fprintf(out, "\\%c", (int)code);
    else if (code == '\n' || code == '\t' || code == line_separator ||
             code == paragraph_separator)
        fputc(' ', out);
    else if (code < first_printable || (code >= delete_character && code <= last_control))
        fputc('?', out);
    else
        fwrite(bytes, 1, length, out);
}

void text_print_markdown(const char *text, FILE *out) {
    print_characters(text, print_markdown_character, out);
}

void text_print_plain(const char *text, FILE *out) {
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        bool is_plain =
            c < delete_character && (isalnum(c) || strchr(".:+-_/", c) != NULL);
        fputc(is_plain ? c : '_', out);
    }
}

void text_print_uri(const char *text, FILE *out) {
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < delete_character && (isalnum(c) || strchr("-._~/", c) != NULL))
            fputc(c, out);
        else
            fprintf(out, "%%%02X", c);
    }
}

void text_print_word(const char *text, FILE *out) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_./-+:=,";
    if (text[strspn(text, plain)] == '\0' && text[0] != '\0') {
        fputs(text, out);
        return;
    }
    fputc('\'', out);
    for (; *text != '\0'; text++)
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fputc(*text, out);
    fputc('\'', out);
}

char *text_printed(void (*print)(void *context, FILE *out), void *context,
                   size_t *length) {
    char *text = NULL;
    size_t unused;
    FILE *out = open_memstream(&text, length != NULL ? length : &unused);
    if (out == NULL)
        return NULL;
    print(context, out);
    const bool is_whole = !ferror(out);
    if (fclose(out) == 0 && is_whole)
        return text;
    free(text);
    return NULL;
}
