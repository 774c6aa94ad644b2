/* Blocks of memory that are freed together: what allocates many asks once at the end
 * whether all were there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "fast/contact/judge/judge_store.h"

void *judge_store_take(struct judge_store *store, size_t count, size_t size) {
    void *block =
        store->count < judge_store_most ? calloc(count + 1, size) : (void *)NULL;
    if (block == NULL)
        store->has_failed = true;
    else
        store->block[store->count++] = block;
    return block;
}

void judge_store_free(struct judge_store *store) {
    for (int i = 0; i < store->count; i++)
        free(store->block[i]);
    store->count = 0;
}
