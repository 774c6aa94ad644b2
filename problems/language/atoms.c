/* A hash table with linear probing over the texts; the hash is FNV-1a.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/atoms.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_TABLE_SIZE = 64, EMPTY = -1 };

static uint32_t hash_text(const char *text, size_t length) {
    uint32_t hash = UINT32_C(2166136261); /* FNV-1a offset and prime */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT32_C(16777619);
    return hash;
}

/* Where the table has a name, or has room for it. */
static int *find_slot(const struct atoms *a, const char *text, size_t length) {
    uint32_t mask = (uint32_t)a->table_size - 1;
    for (uint32_t i = hash_text(text, length) & mask;; i = (i + 1) & mask) {
        int atom = a->table[i];
        if (atom == EMPTY ||
            (strncmp(a->text[atom], text, length) == 0 && a->text[atom][length] == '\0'))
            return &a->table[i];
    }
}

static bool grow_table(struct atoms *a) {
    int size = a->table_size > 0 ? 2 * a->table_size : FIRST_TABLE_SIZE;
    int *table = malloc((size_t)size * sizeof *table);
    if (!table)
        return false;
    for (int i = 0; i < size; i++)
        table[i] = EMPTY;
    free(a->table);
    a->table = table;
    a->table_size = size;
    for (int i = 0; i < a->count; i++)
        *find_slot(a, a->text[i], strlen(a->text[i])) = i;
    return true;
}

int atoms_intern(struct atoms *a, const char *text, size_t length) {
    if (2 * a->count >= a->table_size && !grow_table(a))
        return -1;
    int *slot = find_slot(a, text, length);
    if (*slot != EMPTY)
        return *slot;
    const char **grown = array_grow(a->text, &a->capacity, a->count + 1, sizeof *a->text);
    if (!grown)
        return -1;
    a->text = grown;
    a->text[a->count] = arena_text(a->arena, text, length);
    if (!a->text[a->count])
        return -1;
    *slot = a->count;
    return a->count++;
}

void atoms_clear(struct atoms *a) {
    free(a->text);
    free(a->table);
    a->text = NULL;
    a->table = NULL;
    a->count = a->capacity = a->table_size = 0;
}
