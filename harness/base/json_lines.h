/* Large documents as text that is short, and of which `diff` still shows what differs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_JSON_LINES_H
#define HARNESS_JSON_LINES_H

#include <stddef.h>

#include <jansson.h>

/* The text of a document, its numbers as JSON_NUMBER_FLAGS has them: each member of the outermost
 * object in a line, and where that is an array of objects each of them in a line of its own. The
 * caller frees it; NULL: out of memory. */
char *json_lines(const json_t *document, size_t *length);

#endif
