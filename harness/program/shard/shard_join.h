/* The documents of all shards of one plan as one: what a run on one machine would have come
 * to, in the same order. What cannot be the same is left to the caller: seconds and machines.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SHARD_JOIN_H
#define HARNESS_SHARD_JOIN_H

#include "harness/program/shard/shard_file.h"
#include "harness/results/result_list.h"
#include "harness/session/foreign.h"

struct shard_joined {
    int count;
    struct shard_file *file; /* by index, from 0 */
    const char *command;
    const json_t *first; /* the first shard's document, */
    const json_t *plan;  /* and the plan of all */

    json_t *items; /* in the order of the plan; of fingerprints, all there is */
    /* As one machine tells them, but for what the gate adds when all is known. */
    struct results results;
    json_t *models;           /* descriptions; NULL: none */
    struct job_accounts jobs; /* without descriptions of models */
    json_t *shards;           /* [{"index", "machine", "seconds"}, ...] */
    double seconds;           /* of the shard that took longest */
};

/* Reads the files, which are the shards of one plan in any order, and joins them. Refers to the
 * paths. The caller frees *j with shard_joined_clear in any case. EXIT_USAGE: a shard is
 * missing, there twice, or of another plan, or a file is no sound one; *d says which. */
enum exit_status shard_join(struct shard_joined *j, const char *const *paths, int count,
                            struct diagnostic *d);
void shard_joined_clear(struct shard_joined *j);

/* *f := what foreign_describe made the description of; refers to its texts, and is good for
 * foreign_describe and for names only. NULL: none is given. Freed with foreign_clear in any
 * case. Nonzero: that is no description, or memory has run out, and *d says which. */
int shard_foreign_restore(struct foreign *f, const json_t *description,
                          struct diagnostic *d);

#endif
