/* results.json read piece by piece: of a hundred megabytes nearly all are points that no page
 * shows, and they go as soon as they are read.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SITE_DOCUMENT_H
#define REPORTS_SITE_DOCUMENT_H

#include <jansson.h>

#include "reports/text.h"

/* The object in folder/name, whose results have only those points that are shown. NULL: *why
 * says where the file is wrong. New reference. */
json_t *document_read(const char *folder, const char *name, struct text *why);

/* Of a result's points that where measured and predicted decimals agree least; NULL: none has both.
 * Borrowed. */
json_t *document_worst_point(const json_t *points);

#endif
