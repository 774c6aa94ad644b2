/* Files read whole, written whole, and copied.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SITE_FILES_H
#define REPORTS_SITE_FILES_H

#include <stdbool.h>

#include "reports/text.h"

/* Appends what is in folder/name. False: *why says why not (NULL: nobody asks). */
bool files_read(struct text *content, const char *folder, const char *name,
                struct text *why);

/* Copies from/name to to/name. False as above. */
bool files_copy(const char *from, const char *to, const char *name, struct text *why);

#endif
