/* A folder as a user has it: Halfstep in `halfstep` (its launcher, and `harness` with the plug-in
 * folder), in which the commands of documents are run as they stand.
 *
 * The launcher adds models to `gate` and `report` where none is named, and the profile "quick"
 * where none is, so that a test takes seconds; in the nightly tests (HALFSTEP_NIGHTLY is set) it
 * adds nothing.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_WORKBENCH_H
#define HARNESS_TESTS_WORKBENCH_H

#include "harness/tests/scratch.h"

struct workbench {
    struct scratch scratch;
    char *out; /* what the last commands said */
};

/* The models that the launcher adds. Halfstep is also a repository of git, with the branch
 * main. */
struct workbench workbench_make(const char *models);
void workbench_remove(struct workbench *w);

/* Runs commands by `sh -e` in a folder of the folder (".": itself), with words for the environment
 * ("SHARD=1"), `halfstep` on the path and nothing to install; their exit status. */
int workbench_run(struct workbench *w, const char *folder, const char *environment,
                  const char *commands);

/* A file of the folder, which the caller frees; a missing one is a failure, and empty. */
char *workbench_read(const struct workbench *w, const char *name);

/* A file of the project, which the caller frees. */
char *workbench_document(const char *name);

/* A copy of a text with each `from` replaced, which the caller frees; there has to be one. */
char *workbench_replace(const char *text, const char *from, const char *to);

#endif
