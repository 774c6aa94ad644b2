/* An output folder that takes its place when it is complete.
 *
 * It is filled under a temporary name beside its place. On completion an older folder with
 * its own kind of contents (it has a results.json) is replaced; anything else in the place is
 * left alone and refused. What a killed program has left under a temporary name is removed by
 * the next one that has the same place.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FOLDER_H
#define HARNESS_FOLDER_H

struct diagnostic; /* problems/base/status.h */

struct folder {
    char *place; /* where it belongs, without a '/' at the end */
    char *path;  /* where it is filled */
    int lock;    /* of partial.h */
};

/* Makes the temporary folder. Nonzero: *d says why, and nothing is left behind; OUTPUT_MISPLACED
 * (harness/base/output.h) where the place cannot be that of a folder. */
int folder_begin(struct folder *f, const char *place, struct diagnostic *d);

/* Makes a folder inside. */
int folder_make(const struct folder *f, const char *name, struct diagnostic *d);

/* Puts it in its place. On failure it is still to be discarded. */
int folder_complete(struct folder *f, struct diagnostic *d);

/* Chooses a place beside its own, which ends in the suffix, where an older folder in it has the
 * page: it is not replaced by one without. */
int folder_step_aside(struct folder *f, const char *page, const char *suffix,
                      struct diagnostic *d);

/* Removes what folder_begin made, if it has not been completed, and frees the names. */
void folder_discard(struct folder *f);

#endif
