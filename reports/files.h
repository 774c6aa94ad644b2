/* Files read whole, written whole, and copied.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_FILES_H
#define REPORTS_FILES_H

#include <stdbool.h>
#include <stdio.h>

#include "reports/text.h"

/* Appends what is in folder/name. False: *why says why not (NULL: nobody asks). */
bool files_read(struct text *content, const char *folder, const char *name,
                struct text *why);

/* Writes all of it to an open file and closes that. False: errno says why. */
bool files_fill(FILE *file, const struct text *content);

/* Puts a file into a folder, or into one inside that, which is made: written under a temporary
 * name beside its place, then renamed, so that readers see the old one or the new one. False:
 * *why says which file and why, the old one is untouched and nothing temporary is left. */
bool files_replace(const char *folder, const char *name, const struct text *content,
                   struct text *why);

/* Copies from/name to to/name. False as above. */
bool files_copy(const char *from, const char *to, const char *name, struct text *why);

#endif
