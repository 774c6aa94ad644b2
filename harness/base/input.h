/* Files that are given: regular ones, and pipes that somebody writes to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_INPUT_H
#define HARNESS_INPUT_H

#include <stddef.h>

#include <jansson.h>

struct diagnostic; /* problems/base/status.h */

/* *text := all bytes of a file and a '\0', which the caller frees; *length their number, less
 * than `most`. Waits at most a second for somebody who writes to a pipe. Nonzero: *d says why
 * ("PATH: cannot be read: ..."), and *text is NULL. */
int input_read(char **text, size_t *length, const char *path, size_t most,
               struct diagnostic *d);

/* The JSON document in a file, read with these flags of jansson. NULL: *d says why, and in which
 * line ("PATH:LINE: not JSON: ..."). */
json_t *input_json(const char *path, size_t flags, struct diagnostic *d);

#endif
