/* Verdicts in colour, for a terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COLOUR_H
#define HARNESS_COLOUR_H

#include <stdio.h>

/* Prints the text, in which "PASS" at the start of a line and "pass" at the end of one are green,
 * "FAIL" and "fail" red; all else stays. */
void colour_verdicts(const char *text, FILE *out);

#endif
