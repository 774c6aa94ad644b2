/* Files that are complete or absent.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_OUTPUT_H
#define REPORTS_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "reports/text.h"

/* Writes all of it to an open file and closes that. False: errno says why. */
bool output_fill(FILE *file, const struct text *content);

/* Puts a file into a folder, or into one inside that, which is made: written under a temporary name beside its place, then
 * renamed, so that readers see the old one or the new one. False: *why says which file
 * and why, the old one is untouched and nothing temporary is left. */
bool output_replace(const char *folder, const char *name, const struct text *content,
                    struct text *why);

#endif
