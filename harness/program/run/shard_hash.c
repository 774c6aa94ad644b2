/* Short names of contents.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/shard_hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/input.h"
#include "harness/truth/record/truth_key.h"

static const size_t most_bytes = (size_t)1 << 32;

void shard_hash_text(char hash[SHARD_HASH_ROOM], const char *text) {
    snprintf(hash, SHARD_HASH_ROOM, "%016" PRIx64, truth_hash(text));
}

int shard_hash_file(char hash[SHARD_HASH_ROOM], const char *path, struct diagnostic *d) {
    char *text;
    size_t length;
    if (input_read(&text, &length, path, most_bytes, d))
        return -1;
    shard_hash_text(hash, text);
    free(text);
    return 0;
}
