/* A text that grows, and the ways in which other people's words enter it.
 *
 * Functions that add never fail one by one: when memory runs out the text is marked as
 * failed, further additions do nothing, and text_failed tells.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_TEXT_H
#define REPORTS_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Starts as {0}. `data` ends in a zero byte that `length` does not count; NULL when
 * empty. */
struct text {
    char *data;
    size_t length, room; /* bytes */
    bool failed;
};

/* Frees the bytes and leaves {0}. Takes NULL. */
void text_clear(struct text *t);

/* Whether memory ran out in an addition since the last text_clear. */
bool text_failed(const struct text *t);

/* The bytes, "" when there are none; owned by t, valid until the next addition. */
const char *text_bytes(const struct text *t);

/* Append as is: a string, `length` bytes, what printf would print. */
void text_add(struct text *t, const char *s);
void text_add_bytes(struct text *t, const char *s, size_t length);
void text_format(struct text *t, const char *format, ...);

/* A new text: what printf would print. */
struct text text_made(const char *format, ...);

/* Whether a string begins with another. */
bool text_begins(const char *s, const char *with);

/* Moves *at past blanks; the length of the word there, 0 at the end. */
size_t text_word(const char **at);

/* The bytes of the character at s (not its end), if XML 1.0 may have it and it turns no text
 * around; else 0. */
size_t text_allowed(const char *s);

/* Append as character data or an attribute's value of HTML and XML: markup is escaped,
 * what is no UTF-8, not allowed in XML 1.0 or turns the text behind it around becomes U+FFFD.
 * NULL adds nothing. */
void text_escaped(struct text *t, const char *s);
void text_escaped_bytes(struct text *t, const char *s, size_t length);

/* Append as one word of a shell. */
void text_shell(struct text *t, const char *s);

/* Append as one segment of a relative address: all but letters, digits and -_. become
 * %XX. */
void text_address(struct text *t, const char *s);

#endif
