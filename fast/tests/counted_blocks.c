/* See counted_blocks.h. The linker sends a program's calls of the allocation functions, and
 * those of the libraries that are linked into it, here.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/tests/counted_blocks.h"

#include <stdio.h>
#include <stdlib.h>

int allocations, failing;
long blocks;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

static void *count_block(void *block) {
    blocks += block != NULL;
    return block;
}

void *__wrap_malloc(size_t size) {
    return ++allocations == failing ? NULL : count_block(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size) {
    return ++allocations == failing ? NULL : count_block(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size) {
    if (++allocations == failing)
        return NULL;
    return block == NULL ? count_block(__real_malloc(size)) : __real_realloc(block, size);
}

void __wrap_free(void *block) {
    blocks -= block != NULL;
    __real_free(block);
}

static int trial_lived, which_fails, failures;

void expect(int holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "trial %d, allocation %d: %s\n", trial_lived, which_fails, what);
    failures++;
}

int live_all(int trials, int (*live)(int trial, int which)) {
    for (trial_lived = 0; trial_lived < trials; trial_lived++) {
        which_fails = 0;
        const int needed = live(trial_lived, 0);
        while (which_fails++ < needed)
            live(trial_lived, which_fails);
    }
    if (failures > 0)
        fprintf(stderr, "%d expectations failed\n", failures);
    return failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
