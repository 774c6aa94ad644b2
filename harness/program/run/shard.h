/* One of several shares of a study's jobs, each for a machine of its own.
 *
 * The jobs of a plan are split the same way on every machine: by the costs that are known of
 * them (shard_cost.h), the dearest first, each to the shard that has least so far
 * (R. L. Graham, "Bounds on multiprocessing timing anomalies", SIAM J. Appl. Math. 17 (1969),
 * section 4: no shard's sum is above 4/3 of the best split's).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SHARD_H
#define HARNESS_SHARD_H

struct diagnostic; /* problems/base/status.h */

struct shard {
    int index, count; /* the index-th of count, from 1; count 0: the whole */
};

/* More than the jobs of any plan; an empty shard is allowed. */
enum { SHARD_MOST = 4096 };

/* The option, for a command's table. */
#define SHARD_OPTION                                                                     \
    OPTION("shard", VALUE, "I/N",                                                        \
           "only the I-th of N shares of the work, for machines that work side by "      \
           "side; 'halfstep merge' joins what they write",                               \
           .is_apart = true)

/* Reads "I/N" with 1 <= I <= N <= SHARD_MOST; NULL: the whole. Nonzero: *d says what is wrong,
 * and *s is unchanged. */
int shard_read(struct shard *s, const char *text, struct diagnostic *d);

/* owner[i] := the shard, from 1, of the i-th of `jobs` jobs that cost cost[i] >= 0 each.
 * Nonzero: out of memory, and owner[] is unchanged. */
int shard_split(int *owner, const long *cost, int jobs, int shards);

/* Short names of contents: files that have the same are taken for the same. 64 bits as
 * hexadecimal digits, and the end of the text. */
enum { SHARD_HASH_ROOM = 17 };

/* The hash of a text (truth/record/truth_key.h). */
void shard_hash_text(char hash[SHARD_HASH_ROOM], const char *text);

/* That of a text file. Nonzero: it cannot be read, and *d says why. */
int shard_hash_file(char hash[SHARD_HASH_ROOM], const char *path, struct diagnostic *d);

#endif
