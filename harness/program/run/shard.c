/* Shares of a study's jobs: reading I/N, and splitting; short names of contents (see shard.h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/shard.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/input.h"
#include "harness/base/message.h"
#include "harness/truth/record/truth_key.h"

/* A number of digits alone, at most SHARD_MOST; returns what follows it, or NULL. */
static const char *read_number(int *number, const char *text) {
    size_t length = strspn(text, "0123456789");
    *number = 0;
    for (size_t i = 0; i < length && *number <= SHARD_MOST; i++)
        *number = 10 * *number + (text[i] - '0');
    return length > 0 && *number <= SHARD_MOST ? text + length : NULL;
}

int shard_read(struct shard *s, const char *text, struct diagnostic *d) {
    struct shard found = {0, 0};
    if (text == NULL) {
        *s = found;
        return 0;
    }
    const char *rest = read_number(&found.index, text);
    if (rest != NULL && *rest == '/')
        rest = read_number(&found.count, rest + 1);
    else
        rest = NULL;
    bool is_one =
        rest != NULL && *rest == '\0' && found.index >= 1 && found.index <= found.count;
    if (!is_one)
        return message_set(d,
                           "--shard %s: must be I/N, the I-th of N shares, with "
                           "1 <= I <= N <= %d, as in 2/4",
                           text, (int)SHARD_MOST);
    *s = found;
    return 0;
}

struct item {
    long cost;
    int job;
};

/* The dearest first; of equals, the one that stands first. */
static int compare_items(const void *a, const void *b) {
    const struct item *one = a, *other = b;
    if (one->cost != other->cost)
        return one->cost > other->cost ? -1 : 1;
    return (one->job > other->job) - (one->job < other->job);
}

static int find_least(const long *sum, int shards) {
    int least = 0;
    for (int k = 1; k < shards; k++)
        if (sum[k] < sum[least])
            least = k;
    return least;
}

int shard_split(int *owner, const long *cost, int jobs, int shards) {
    struct item *item = calloc((size_t)jobs + 1, sizeof *item);
    long *sum = calloc((size_t)shards, sizeof *sum);
    int failed = item == NULL || sum == NULL;
    for (int i = 0; i < jobs && !failed; i++)
        item[i] = (struct item){cost[i], i};
    if (!failed)
        qsort(item, (size_t)jobs, sizeof *item, compare_items);
    for (int i = 0; i < jobs && !failed; i++) {
        int least = find_least(sum, shards);
        sum[least] += item[i].cost;
        owner[item[i].job] = least + 1;
    }
    free(item);
    free(sum);
    return failed;
}

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
