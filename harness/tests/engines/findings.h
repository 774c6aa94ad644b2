/* FINDINGS.md as tests read it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_ENGINES_FINDINGS_H
#define HARNESS_TESTS_ENGINES_FINDINGS_H

#include <stdbool.h>

enum { FINDING_LONGEST = 2048 };

/* row[FINDING_LONGEST] := the table's row of that number. Ends the test when there is none. */
void finding_row(char *row, int number);

/* The text stands in the row. */
void finding_expect(int number, const char *row, const char *text);

/* Whether the plug-in is built, of that version: of another the figures say nothing. */
bool finding_is_of(const char *plugin, const char *version);

#endif
