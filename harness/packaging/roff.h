/* Text as the macros of manual pages take it: groff_man(7).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ROFF_H
#define HARNESS_ROFF_H

#include <stdio.h>

/* On one line, none of it markup; line ends are blanks. */
void roff_print_line(const char *text, FILE *out);

/* Lines. Those that begin with a blank stay as they are, the others are filled; an empty line
 * begins a paragraph. */
void roff_print_lines(const char *text, FILE *out);

/* What follows is about this: a tagged paragraph, with the word in bold and the value, unless
 * it is NULL, in italics. */
void roff_print_tag(const char *word, const char *value, FILE *out);

#endif
