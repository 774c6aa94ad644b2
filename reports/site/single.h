/* A page as one file, to be sent by itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SITE_SINGLE_H
#define REPORTS_SITE_SINGLE_H

#include <stdbool.h>

#include "reports/text.h"

/* Writes FILE.html, a page of the report in `folder` with its style, scripts and pictures inside, where
 * `name` is that of a problem or method, or "index"; what leads to other pages is words only. *file := the
 * name of what was written, in the current folder. False: *why says that there is no such page, or
 * what cannot be read or written. */
bool single_make(const char *folder, const char *name, struct text *file,
                 struct text *why);

#endif
