/* A folder for a test's files.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_SCRATCH_H
#define HARNESS_TESTS_SCRATCH_H

struct scratch {
    char path[64];
};

struct scratch scratch_make(void);
void scratch_remove(const struct scratch *s);

/* The number of entries of a folder, without . and .. */
int scratch_count(const char *path);

/* A file's text, which the caller frees; NULL when there is none. */
char *scratch_read(const char *path);

/* Writes a file NAME in the folder and returns its path, which the caller frees. */
char *scratch_write(const struct scratch *s, const char *name, const char *text);

#endif
