/* What an integrator says, made fit for a table or a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_LEGIBLE_H
#define HARNESS_PLUGIN_LEGIBLE_H

/* In place: bytes that are no UTF-8, also of a character that was cut at the end, and control
 * characters become question marks, line ends and tabulators blanks. */
void legible_make(char *text);

#endif
