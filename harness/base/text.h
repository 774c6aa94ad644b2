/* Text from anywhere, made fit for a format.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TEXT_H
#define HARNESS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Whether a list, which ends with NULL, has this text. */
bool text_is_one_of(const char *text, const char *const *list);

/* The length in bytes of the character at text (not its end), and its number in *code; 0 when
 * the bytes there are no UTF-8 (RFC 3629), or U+FFFE or U+FFFF. */
size_t text_character(const char *text, unsigned long *code);

/* In double quotes, as YAML 1.2 (section 5.7) and JSON read it alike but for what is outside
 * of ASCII and not printable: that is written \xHH or \uHHHH. Bytes that are no UTF-8 become
 * question marks. */
void text_print_quoted(const char *text, FILE *out);

/* On one line of Markdown: what would be markup is escaped, line ends are blanks, control
 * characters question marks. */
void text_print_markdown(const char *text, FILE *out);

/* Letters, digits and ".:+-_/" as they are, everything else as '_'. */
void text_print_plain(const char *text, FILE *out);

/* Bytes other than letters, digits and "-._~/" as %HH (RFC 3986, section 2). */
void text_print_uri(const char *text, FILE *out);

/* As one word of a shell (POSIX 2.2.2): as it is, or in single quotes, those in it outside of
 * them. */
void text_print_word(const char *text, FILE *out);

/* What print(context, out) prints, *length bytes and a '\0', which the caller frees; NULL: out of
 * memory. length may be NULL. */
char *text_printed(void (*print)(void *context, FILE *out), void *context,
                   size_t *length);

#endif
