/* Short names of contents: files that have the same are taken for the same.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SHARD_HASH_H
#define HARNESS_SHARD_HASH_H

#include "problems/base/status.h"

/* 64 bits as hexadecimal digits, and the end of the text. */
enum { SHARD_HASH_ROOM = 17 };

/* The hash of a text (truth/record/truth_key.h). */
void shard_hash_text(char hash[SHARD_HASH_ROOM], const char *text);

/* That of a text file. Nonzero: it cannot be read, and *d says why. */
int shard_hash_file(char hash[SHARD_HASH_ROOM], const char *path, struct diagnostic *d);

#endif
