/* Reading a whole file into memory.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_FILE_H
#define PROBLEMS_FILE_H

#include <stddef.h>

#include "problems/base/status.h"

/* The first SOURCE_BYTES_LIMIT + 1 bytes of a file, which the caller frees. On failure
 * *text is NULL and *d says why: PROBLEM_NOT_FOUND, PROBLEM_UNREADABLE or
 * PROBLEM_NO_MEMORY. */
enum problem_status file_read(char **text, size_t *length, const char *path,
                              struct diagnostic *d);

/* Fills *d with "PATH: REASON". */
void file_message(struct diagnostic *d, const char *path, const char *reason);

#endif
