/* Files and folders that are there as a whole or not at all.
 *
 * What is written goes to a temporary name beside the target, is flushed to the disk and then
 * renamed. A target that is no regular file (a device, a pipe) is written to directly.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_OUTPUT_H
#define HARNESS_OUTPUT_H

#include <stddef.h>

#include <jansson.h>

struct diagnostic; /* problems/base/status.h */

/* How a place is refused: it is wrongly named (a folder where a file is to be, or none above it),
 * or the machine lacks what it takes to write there. */
enum output_refusal { OUTPUT_MISPLACED = 1, OUTPUT_UNWRITABLE };

/* Says that `path` cannot be written, for the reason in errno; one of the two, as that tells. */
int output_refuse(const char *path, struct diagnostic *d);

/* Writes text[length] to the file `path`. Nonzero: *d says why, and the target is as it was
 * (a device may have taken a part). */
int output_write(const char *path, const char *text, size_t length, struct diagnostic *d);

/* The same for a document. */
int output_write_json(const char *path, const json_t *document, struct diagnostic *d);

/* The same of a large document, with a line for each result (json_lines.h). */
int output_write_lines(const char *path, const json_t *document, struct diagnostic *d);

/* Whether a file could be written there, by making and removing an empty one beside it. Nonzero:
 * an output_refusal. */
int output_probe(const char *path, struct diagnostic *d);

/* Makes a folder where there is none, in one that is there. Nonzero: an output_refusal. */
int output_make_folder(const char *folder, struct diagnostic *d);

#endif
