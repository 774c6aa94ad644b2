/* An arena is a list of chunks; a piece is cut from the newest chunk that has room.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/arena.h"

#include <limits.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 1 << 16, FIRST_CAPACITY = 8 };

struct chunk {
    struct chunk *next;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

struct arena {
    struct chunk *first;
};

struct arena *arena_alloc(void) {
    return calloc(1, sizeof(struct arena));
}

void arena_free(struct arena *a) {
    if (!a)
        return;
    for (struct chunk *c = a->first, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    free(a);
}

static struct chunk *add_chunk(struct arena *a, size_t size) {
    struct chunk *c = calloc(1, sizeof *c + size);
    if (c) {
        *c = (struct chunk){.next = a->first, .size = size};
        a->first = c;
    }
    return c;
}

void *arena_take(struct arena *a, size_t size) {
    const size_t alignment = alignof(max_align_t);
    if (size > SIZE_MAX / 2)
        return NULL;
    size = (size + alignment - 1) / alignment * alignment;
    struct chunk *c = a->first;
    if (!c || c->size - c->used < size)
        c = add_chunk(a, size > CHUNK_SIZE ? size : CHUNK_SIZE);
    if (!c)
        return NULL;
    void *piece = c->bytes + c->used;
    c->used += size;
    return piece;
}

char *arena_text(struct arena *a, const char *text, size_t length) {
    char *copy = arena_take(a, length + 1);
    if (copy)
        memcpy(copy, text, length);
    return copy;
}

void *array_grow(void *array, int *capacity, int needed, size_t size) {
    if (needed <= *capacity)
        return array;
    if (needed > INT_MAX / 2)
        return NULL;
    int wanted = *capacity > 0 ? *capacity : FIRST_CAPACITY;
    while (wanted < needed)
        wanted *= 2;
    void *grown = realloc(array, (size_t)wanted * size);
    if (grown)
        *capacity = wanted;
    return grown;
}
