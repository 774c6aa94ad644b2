/* Truths that were found before, and the search for those that were not.
 *
 * A truth is looked up in the catalogue's file of truths (FOLDER/NAME.json, named after
 * the model), then in the user's cache, then computed. What took long to compute is kept
 * in the cache. No cache changes what a truth says: a record serves when the whole key
 * of the model, the constants and the limits are the same, and it has the times and at least
 * the digits wanted. A cache that cannot be read or written is done without.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_STORE_H
#define HARNESS_TRUTH_STORE_H

#include <stdbool.h>

#include <jansson.h>
#include <mpfr.h>

#include "ref/status.h"

struct model;             /* problems/model.h */
struct ref_truth;         /* ref/truth.h */
struct ref_truth_options; /* ref/truth.h */
struct truth_query;       /* harness/truth/record/truth_record.h */
struct truth_record;      /* harness/truth/record/truth_record.h */

struct truth_store {
    const char *catalogue; /* the folder of the catalogue's truths; NULL: none */
    const char *cache;     /* the user's; NULL: none */
    json_t *collected; /* a document (truth_file.h) that gets what is computed and took
                              long, and is looked into first; NULL: none */
};

/* What a truth has to take, in seconds, to be worth keeping. */
#define TRUTH_STORE_SECONDS 0.02

/* Whether a truth is known; then *r is it, which the caller clears. s may be NULL. */
bool truth_store_look_up(struct truth_record *r, const struct truth_store *s,
                         const struct truth_query *w);

/* Keeps what was found; does nothing where that cannot be done. s may be NULL. */
void truth_store_keep(const struct truth_store *s, const struct truth_query *w,
                      const struct truth_record *r);

/* Truth by Taylor's method, as ref_truth_alloc, looked up first. Failures that more work
 * would not mend are remembered, too. */
enum ref_status truth_store_taylor(const struct truth_store *s, struct ref_truth **truth,
                                   struct model *m, int times, const mpfr_t *time,
                                   const struct ref_truth_options *options);

/* The file of a model's truths in the catalogue's folder, whose name the caller frees; NULL:
 * out of memory. */
char *truth_store_path(const char *catalogue, const char *model);

/* Makes the folder of the user's cache, and those that it is in. Nonzero: not possible. */
int truth_store_make_folder(const char *path);

#endif
