/* The documents that are to be joined: each read, and held against what it says about itself; those
 * of all shards of one plan, none missing and none twice.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SHARD_FILE_H
#define HARNESS_SHARD_FILE_H

#include <jansson.h>

#include "harness/results/job_account.h"
#include "harness/session/session.h"

struct shard_file {
    const char *path;
    json_t *document;
    int index, count;
    const char *command, *digest;
    json_t *plan;                   /* of the member "shard", */
    struct job_accounts jobs, done; /* its jobs, and those that were done */
    bool is_unbegun; /* the integrator could not be begun with: one result says why */
    json_t *items;   /* the results, or the fingerprints */
};

/* Reads a file, or results.json in a folder. `path` has to outlive *f, which the caller frees
 * with shard_file_clear in any case. EXIT_USAGE: it is no shard's document, or not a sound one,
 * or of another version, and *d says which and why. */
enum exit_status shard_file_read(struct shard_file *f, const char *path,
                                 struct diagnostic *d);
void shard_file_clear(struct shard_file *f);

/* "gap of pendulum": a job of a plan, or of what was done, in text[size]. */
void shard_job_name(char *text, size_t size, const struct job_account *job);

/* *files := what the paths hold, in the order of the shards; freed with shard_set_free. On
 * failure it is NULL: EXIT_USAGE, *d says which shard is missing, doubled or of another plan,
 * or what is wrong with a file; or EXIT_MACHINE. */
enum exit_status shard_set_read(struct shard_file **files, const char *const *paths,
                                int count, struct diagnostic *d);
void shard_set_free(struct shard_file *files, int count);

#endif
