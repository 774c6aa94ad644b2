/* A table from names with indices, like m, q[3] or r[1,2], to numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_KEYS_H
#define PROBLEMS_KEYS_H

#include <stdbool.h>

#include "problems/language/syntax.h"

struct key {
    int atom, indices;
    int index[NAME_INDICES_LIMIT]; /* zero beyond `indices` */
};

struct key_table {
    int count, capacity;
    struct key *key; /* in the order of their coming (size count) */
    int *value;      /* (size count) */
    int table_size;  /* a power of two, at least twice count */
    int *table;      /* places of keys by hash, -1 where empty */
};

/* Where a key's value is; NULL: there is no such key. Valid until the next key comes. */
int *keys_find(const struct key_table *t, const struct key *k);

/* Adds a key that is not there; false: out of memory. */
bool keys_add(struct key_table *t, const struct key *k, int value);

void keys_clear(struct key_table *t);

#endif
