/* Memory that is taken piece by piece and given back all at once, and arrays that grow.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ARENA_H
#define PROBLEMS_ARENA_H

#include <stddef.h>

struct arena;

/* An empty arena, freed with arena_free, which takes NULL; NULL when memory runs out. */
struct arena *arena_alloc(void);
void arena_free(struct arena *a);

/* `size` bytes of zeros, aligned for any type; NULL when memory runs out. */
void *arena_take(struct arena *a, size_t size);

/* A copy of length characters, ended by a zero; NULL when memory runs out. */
char *arena_text(struct arena *a, const char *text, size_t length);

/* The array (NULL at first) with room for at least `needed` elements of `size` bytes; new
 * ones are not set. A capacity that begins at 0 is a power of two. NULL when memory runs out: the
 * old array is then still there. */
void *array_grow(void *array, int *capacity, int needed, size_t size);

#endif
