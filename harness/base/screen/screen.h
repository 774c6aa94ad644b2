/* How wide the screen is that a stream's text goes to, and text in lines of that width.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SCREEN_H
#define HARNESS_SCREEN_H

#include <stdio.h>

/* Text that is printed to this stream is for a screen of so many columns; 0: of unknown width, as
 * is that of every other stream. One stream at a time, before anything is printed to it. */
void screen_set(const FILE *out, int columns);

/* The columns of the screen, 40 at least; 0: there is none, or its width is unknown. */
int screen_columns(const FILE *out);

/* Prints words from column `indent` on, the cursor being at `column`, in lines of at most
 * `width` columns (0: in one line), after a blank where the cursor is beyond `indent`; where it
 * is then. Blanks and line ends part words, but for those inside brackets. */
int screen_print_words(const char *text, int column, int indent, int width, FILE *out);

/* The same for a stream's screen, followed by a line end. */
void screen_print_line(const char *text, int column, int indent, FILE *out);

/* The same for what printf would print, from the cursor's column `column` on. */
void screen_print_format(int column, int indent, FILE *out, const char *format, ...);

#endif
