/* What an integrator says, or a file is called, made fit for a table, a document or a terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_LEGIBLE_H
#define HARNESS_PLUGIN_LEGIBLE_H

/* In place: bytes that are no UTF-8, also of a character that was cut at the end, and control
 * characters become question marks, line ends and tabulators blanks. */
void legible_make(char *text);

/* The same of a text of several lines, of which line ends and tabulators stay. */
void legible_make_lines(char *text);

#endif
