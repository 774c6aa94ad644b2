/* The different names in a text, numbered: equal names have equal numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ATOMS_H
#define PROBLEMS_ATOMS_H

#include <stddef.h>

#include "problems/base/arena.h"

struct atoms {
    struct arena *arena; /* holds the texts */
    int count, capacity;
    const char **text; /* (size capacity) */
    int table_size;    /* a power of two, at least twice count */
    int *table;        /* numbers by hash, -1 where empty (size table_size) */
};

/* The number of a name, which is added when it is not there yet; -1: out of memory. */
int atoms_intern(struct atoms *a, const char *text, size_t length);

/* Gives back what atoms_intern took, except the arena. */
void atoms_clear(struct atoms *a);

#endif
