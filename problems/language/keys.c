/* A hash table with linear probing.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/keys.h"

#include <stdint.h>
#include <stdlib.h>

#include "problems/base/arena.h"

enum { FIRST_TABLE_SIZE = 64, EMPTY = -1 };

static uint64_t hash_key(const struct key *k) {
    const uint64_t golden = UINT64_C(0x9e3779b97f4a7c15); /* 2^64 over the golden ratio */
    uint64_t hash = (uint64_t)(unsigned)k->atom;
    for (int i = 0; i < k->indices; i++) {
        hash = hash * golden + (unsigned)k->index[i] + 1;
        hash ^= hash >> 29;
    }
    hash *= golden;
    return hash ^ (hash >> 32);
}

static bool are_equal(const struct key *a, const struct key *b) {
    if (a->atom != b->atom || a->indices != b->indices)
        return false;
    for (int i = 0; i < a->indices; i++)
        if (a->index[i] != b->index[i])
            return false;
    return true;
}

/* Where the table has a key, or has room for it. */
static int *find_slot(const struct key_table *t, const struct key *k) {
    uint64_t mask = (uint64_t)t->table_size - 1;
    for (uint64_t i = hash_key(k) & mask;; i = (i + 1) & mask)
        if (t->table[i] == EMPTY || are_equal(&t->key[t->table[i]], k))
            return &t->table[i];
}

int *keys_find(const struct key_table *t, const struct key *k) {
    if (t->count == 0)
        return NULL;
    int place = *find_slot(t, k);
    return place == EMPTY ? NULL : &t->value[place];
}

static bool grow_table(struct key_table *t) {
    int size = t->table_size > 0 ? 2 * t->table_size : FIRST_TABLE_SIZE;
    int *table = malloc((size_t)size * sizeof *table);
    if (!table)
        return false;
    for (int i = 0; i < size; i++)
        table[i] = EMPTY;
    free(t->table);
    t->table = table;
    t->table_size = size;
    for (int i = 0; i < t->count; i++)
        *find_slot(t, &t->key[i]) = i;
    return true;
}

static bool grow_arrays(struct key_table *t) {
    int capacity = t->capacity;
    struct key *key = array_grow(t->key, &capacity, t->count + 1, sizeof *key);
    if (!key)
        return false;
    t->key = key;
    int *value = array_grow(t->value, &t->capacity, t->count + 1, sizeof *value);
    if (!value)
        return false;
    t->value = value;
    return true;
}

bool keys_add(struct key_table *t, const struct key *k, int value) {
    if (2 * t->count >= t->table_size && !grow_table(t))
        return false;
    if (!grow_arrays(t))
        return false;
    t->key[t->count] = *k;
    t->value[t->count] = value;
    *find_slot(t, k) = t->count;
    t->count++;
    return true;
}

void keys_clear(struct key_table *t) {
    free(t->key);
    free(t->value);
    free(t->table);
    *t = (struct key_table){0};
}
