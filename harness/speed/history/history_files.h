/* Files of documents: one JSON document, several after one another (JSON lines), or an array of
 * them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_HISTORY_FILES_H
#define HARNESS_HISTORY_FILES_H

#include <stddef.h>

#include <jansson.h>

#include "problems/base/status.h"

/* Documents that are added or imported are shorter, in bytes. */
#define HISTORY_LONGEST ((size_t)1 << 32)

/* Appends the documents of a file. Nonzero: *d says why, and where in the file. */
int history_read_documents(json_t *documents, const char *path, struct diagnostic *d);

#endif
