/* Paths.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PATH_H
#define HARNESS_PATH_H

/* directory + "/" + name, which the caller frees; NULL when memory runs out. */
char *path_join(const char *directory, const char *name);

#endif
