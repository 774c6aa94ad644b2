/* Blocks of memory that are freed together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_JUDGE_STORE_H
#define FAST_JUDGE_STORE_H

#include <stdbool.h>
#include <stddef.h>

enum { judge_store_most = 64 };

/* Zero to begin with. */
struct judge_store {
    void *block[judge_store_most];
    int count;
    bool has_failed; /* there was no memory for one of them */
};

/* A block of count + 1 objects of so many bytes, all zero; it is freed by
 * judge_store_free. NULL: no memory. */
void *judge_store_take(struct judge_store *store, size_t count, size_t size);
void judge_store_free(struct judge_store *store);

#endif
