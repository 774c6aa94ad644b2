/* Paths.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PATH_H
#define HARNESS_PATH_H

#include <stdbool.h>

/* directory + "/" + name, which the caller frees; NULL when memory runs out. */
char *path_join(const char *directory, const char *name);

/* The last part of a path, which may be "". */
const char *path_name(const char *path);

/* The folder of that part, with a '/' at its end, or "."; the caller frees it. NULL: out of
 * memory. */
char *path_folder(const char *path);

/* Whether two paths are of one file by its name in one folder; it need not be there. */
bool path_is_same(const char *one, const char *other);

#endif
