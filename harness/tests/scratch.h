/* A folder for a test's files.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_SCRATCH_H
#define HARNESS_TESTS_SCRATCH_H

struct scratch {
    char path[64];
};

/* It is removed when the test's process ends, or by scratch_remove before. */
struct scratch scratch_make(void);
void scratch_remove(const struct scratch *s);

/* The number of entries of a folder, without . and .. */
int scratch_count(const char *path);

/* The path of NAME in the folder; a file's text, NULL when there is none; writes a file NAME in the
 * folder and returns its path. */
char *scratch_path(const struct scratch *s, const char *name);
char *scratch_read(const char *path);
char *scratch_write(const struct scratch *s, const char *name, const char *text);

#endif
