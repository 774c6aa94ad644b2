/* The files of all shards of one plan, none missing and none twice.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SHARD_SET_H
#define HARNESS_SHARD_SET_H

#include "harness/program/shard/shard_file.h"

/* *files := what the paths hold, in the order of the shards; freed with shard_set_free. On
 * failure it is NULL: EXIT_USAGE, *d says which shard is missing, doubled or of another plan,
 * or what is wrong with a file; or EXIT_MACHINE. */
enum exit_status shard_set_read(struct shard_file **files, const char *const *paths,
                                int count, struct diagnostic *d);
void shard_set_free(struct shard_file *files, int count);

#endif
